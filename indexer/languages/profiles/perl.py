"""Perl."""

from __future__ import annotations

import re

from indexer.languages.heredocs import Heredocs
from indexer.languages.opaque import HEREDOC, Opaque
from indexer.languages.profile import ANYWHERE, Damage, Docs, Grammar, Layout, Patterns, Profile, Structure


def with_line_end(data: bytes) -> bytes:
    """The text, as long as it is, with a line end for its last character if its last row may be a comment.

    The scanner looks for ever for the end of a comment that ends with the text.
    """
    if data[-1:] in (b"", b"\n") or b"#" not in data[data.rfind(b"\n") + 1 :]:
        return data
    last = len(data) - 1
    while last and data[last] & 0xC0 == 0x80:
        last -= 1
    return data[:last] + b" " * (len(data) - last - 1) + b"\n"


# A sub that is declared before it is defined: `sub f($$);`, `sub f : lvalue;`.
_DECLARED = re.compile(
    rb"\n[ \t]*+sub([ \t]++)[\w:']++[ \t]*+(\([^()\n]*+\))?+((?:[ \t]*+:[ \t]*+\w++(?:\([^()\n]*+\))?+)*+)[ \t]*+;"
)


def with_plain_declarations(data: bytes) -> bytes:
    """The text with a reference to each sub in place of its declaration, with blanks that nobody writes there.

    The grammar misses the body of a sub that is only declared, and so the end of it.
    """
    return _DECLARED.sub(_referred, data)


def _referred(declared: re.Match[bytes]) -> bytes:
    """`\\  &f,000;`, for its signature reaches to the end of its prototype."""
    start, text = declared.start(), bytearray(declared[0])
    name = declared.end(1) - start
    sub = declared.start(1) - 3 - start
    text[sub:name] = b"\\".ljust(name - sub - 1) + b"&"
    for number, filler in ((2, b"0"), (3, b" ")):
        low, high = declared.start(number) - start, declared.end(number) - start
        if high > low:
            text[low:high] = filler * (high - low)
    if declared[2] is not None:
        text[declared.start(2) - start] = ord(",")
    return bytes(text)


# `CONSTANT && $x`
_AND = re.compile(rb"&& (?=[$@%!\\])")
_BARE_WORD = re.compile(rb"(?:\A|[^\w$@%&>:'{-])[A-Za-z_][\w:]*+\s++\Z")
_BEFORE = 80  # bytes in which a word is looked for


def with_plain_conditions(data: bytes) -> bytes:
    """The text with `and` behind bare words, where the grammar takes half of `&&` for the sign of a sub."""
    return _AND.sub(_as_word, data)


def _as_word(sign: re.Match[bytes]) -> bytes:
    before = sign.string[max(sign.start() - _BEFORE, 0) : sign.start()]
    return sign[0] if _BARE_WORD.search(before) is None else b"and"


# `printf "%d", --$x`: in a list without brackets.
_STEP = re.compile(rb"(?:--|\+\+)(?=\$)")
_BEGINS = re.compile(rb"[(){};=\n]")
_LIST = re.compile(rb"\s*+[A-Za-z_]\w*+[ \t]++[\"'$@%\w]")


def without_steps(data: bytes) -> bytes:
    """The text without the signs that count up or down before the last in a list without brackets."""
    return _STEP.sub(_blank_in_list, data)


def _blank_in_list(sign: re.Match[bytes]) -> bytes:
    before = _BEGINS.split(sign.string[max(sign.start() - _BEFORE, 0) : sign.start()])[-1]
    return b"  " if before.rstrip().endswith(b",") and _LIST.match(before) else sign[0]


# `$$ unless $x`: the number of the process is no sigil.
_PROCESS = re.compile(rb"\$\$(?=[ \t]++[a-z])")


def with_plain_process(data: bytes) -> bytes:
    """The text with another variable for the number of the process before words."""
    return _PROCESS.sub(b"$0", data)


_ENDLESS = re.compile(rb"while[ \t]*+\([ \t]*+\)")


def with_plain_loops(data: bytes) -> bytes:
    """The text with `for (;;)` for `while ()`, which may have no condition."""
    return _ENDLESS.sub(lambda found: b"for".ljust(len(found[0]) - 4) + b"(;;)", data)


# `my Class $x`: the grammar knows no classes of variables.
_CLASS = re.compile(rb"my[ \t]++[A-Z][\w:]*+(?=[ \t]++[$@%])")


def without_classes(data: bytes) -> bytes:
    """The text without the classes that variables are declared with."""
    return _CLASS.sub(lambda found: b"my".ljust(len(found[0])), data)


_CUT = re.compile(rb"(?m)^=cut\b[^\n]*+")
_POD = Opaque(b"=", rb"^=[a-zA-Z]", lambda ends, match: ends.matching(_CUT, match.end(), True))

PROFILE = Profile(
    imports="indexer.graph.imports.perl:PerlResolver",
    grammar=Grammar(
        survivable=with_line_end,
        apart=ANYWHERE,
        readable_apart=(
            with_plain_declarations,
            with_plain_conditions,
            without_classes,
            without_steps,
            with_plain_process,
            with_plain_loops,
        ),
    ),
    structure=Structure(cuttable=True),
    damage=Damage(
        opaque=(HEREDOC, _POD),
        open_tokens=((b"\n=", b"\n=cut\n"), (b"/", b"/")),
        chosen_quotes=re.compile(rb"\b(?:q[qwxr]?|m|s|tr|y)\s*+([^\w\s])"),
    ),
    docs=Docs(place="manual"),
    heredocs=Heredocs(
        signs=re.compile(rb"<<~?(?:\\?[\w\x80-\xff]|[ \t]*[\"'`])"),
        value=re.compile(rb"\\.|([$@]\{)|((?:\$|@)(?:\w|::)+)", re.DOTALL),
        quotes=(b'"', b'"'),
    ),
    layout=Layout(assigned_functions=True, heredocs="any", pod="=cut"),
    patterns=Patterns(places="indexer.patterns.places_lua:PERL", first_style="sigil"),
)
