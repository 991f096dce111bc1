"""Tcl.

A word may have any sign in it, and what stands in braces is code, data or a condition, as the command says that it is
for. The grammar knows few of these signs, and conditions only with blanks around what stands beside a number. So it is
shown plain words, and a string for a condition that it cannot read: it sees commands and variables in strings.
"""

from __future__ import annotations

import re

from indexer.languages.profile import ANYWHERE, Damage, Grammar, Profile, Structure

_NEAR = 80  # bytes in which what is before something is looked for
# Signs that stay as they are while others like them become letters.
_KEPT = bytes.maketrans(b"()!", b"\x01\x02\x03")
_AGAIN = bytes.maketrans(b"\x01\x02\x03", b"()!")
_AS_STRING = bytes.maketrans(b'"', b"'")
_AS_WORDS = bytes.maketrans(b'"[]', b"'  ")
_LETTERS = bytes(sign if sign < 128 and chr(sign).isalnum() else ord("_") for sign in range(256))

_C = re.compile(rb"critcl::c(?:code|command|data|init|proc)\b[^{}\n]*+(?:\{[^{}\n]*+\}[^{}\n]*+)*+\{[ \t\r]*+\n")
_BRACE = re.compile(rb"\\.|[{}]", re.DOTALL)
_BLANKS = bytes(sign if sign in b"\r\n" else ord(" ") for sign in range(256))


def without_c(data: bytes) -> bytes:
    """The text without the C that it has compiled."""
    parts: list[bytes] = []
    done = 0
    while (found := _C.search(data, done)) is not None:
        start = found.end()
        end = _closed(data, start)
        if end < 0:
            break
        parts += (data[done:start], data[start:end].translate(_BLANKS))
        done = end
    return b"".join((*parts, data[done:])) if parts else data


def _closed(data: bytes, start: int) -> int:
    """Where the brace is that closes the one before an offset; -1 if there is none."""
    depth = 1
    for sign in _BRACE.finditer(data, start):
        depth += {b"{": 1, b"}": -1}.get(sign[0], 0)
        if not depth:
            return sign.start()
    return -1


# What is in braces that are closed, three deep at most.
_PLAIN = rb"(?:[^{}\\]++|\\.)*+"
_IN_TWO = rb"%b(?:\{%b\}%b)*+" % (_PLAIN, _PLAIN, _PLAIN)
_CONDITION = re.compile(
    rb" \{(?:(?<=\bif \{)|(?<=\belseif \{)|(?<=\bwhile \{)|(?<=\bexpr \{))(%b(?:\{%b\}%b)*+)\}"
    % (_PLAIN, _IN_TWO, _PLAIN),
    re.DOTALL,
)
# Beside a number or a command an operator without a blank, a number that ends with its point or has another base, no
# arguments or several, something in braces, an index that is more than a word, a command with brackets in it.
_UNKNOWN = re.compile(rb"[\d\]][-+*/%<>=&|?]|\d\.(?!\d)|\b0[xob]|\(\)|,|\{|\$[\w:]++\((?![\w$]++\))|\[[^\[\]]*[()!]")


def with_plain_conditions(data: bytes) -> bytes:
    """The text with a string for each condition that the grammar cannot read."""
    return _CONDITION.sub(_readable_condition, data)


def _readable_condition(found: re.Match[bytes]) -> bytes:
    if _UNKNOWN.search(found[1]) is None:
        return found[0].translate(_KEPT)
    return b' "' + _CONDITION.sub(_readable_condition, found[1].translate(_AS_STRING)) + b'"'


# Words in braces that begin like a command of the grammar's own and are none.
_WORD = rb"[ \t]++[^\s{}\[\]$\"]++"
_PROSE = re.compile(
    rb"\{(?=(?:(?:catch|expr|foreach|if|proc|regexp|try|while)[ \t]++|set%b%b%b)[^{}\[\]$\"\n]*+\})[a-z]"
    % (_WORD, _WORD, _WORD)
)


def with_plain_prose(data: bytes) -> bytes:
    """The text with other words where what is in braces only begins like a command."""
    return _PROSE.sub(b"{_", data)


# What is set, if it is no plain name.
_SET = re.compile(
    rb"set(?<![\w$:.-]set)([ \t]++)(?!\w++[\s\]}])(?:([\w:]++)(?:\(([^()\s\[\]{}\"]*+)\))?+(?=[\s\]}]))?+"
)


def with_plain_names(data: bytes) -> bytes:
    """The text with plain names for variables that are set; where it is no name, `set` is a command like others."""
    return _SET.sub(_readable_set, data)


def _readable_set(found: re.Match[bytes]) -> bytes:
    before = found.string[max(found.start() - _NEAR, 0) : found.start()].rstrip(b" \t")
    if before and before[-1:] not in b'\n;{["':
        return found[0]
    if found[2] is None:
        return b"_et" + found[1]
    index = b"" if found[3] is None else b"\x01" + found[3].translate(_LETTERS) + b"\x02"
    return b"set" + found[1] + found[2].translate(_LETTERS) + index


_NAMES = rb"(?:[\w:]{1,99}+|\{[^{}\n]{0,999}+\})"
_SUBSTITUTED = rb"\[(?:[^\[\]\n]++|\[[^\[\]\n]*+\])*+\]"
_LIST = rb"(?:\{(?:[^{}\n]++|\{[^{}\n]*+\})*+\}|(?:%b|[^\s{}\[\]]){1,99}+)" % _SUBSTITUTED
_LISTS = re.compile(
    rb"(foreach[ \t]++%b[ \t]++)(%b(?:[ \t]++%b[ \t]++%b){1,9}+)(?=[ \t]++\{)" % (_NAMES, _LIST, _NAMES, _LIST)
)
_OPTIONS = re.compile(rb"regexp((?:[ \t]++-[-\w]*+){1,9}+)(?=[ \t])")
_EXPRESSION = re.compile(rb"expr(?<![\w$:.-]expr)(?=[ \t]++[^\s{\"])")
_THEN = re.compile(rb"then(?<=[}\"][ \t]then)(?=[ \t])")
_CAUGHT = re.compile(rb"(\}[ \t]++\w++)([ \t]++)(?=\w++[ \t]*+[\]\r\n])")


def with_plain_commands(data: bytes) -> bytes:
    """The text without what the grammar does not know of its own commands.

    Loops over several lists, options of `regexp`, an expression without braces, `then`, a second name behind `catch`.
    """
    data = _LISTS.sub(lambda found: found[1] + b'"' + found[2][1:-1].translate(_AS_WORDS) + b'"', data)
    data = _OPTIONS.sub(lambda found: b"regexp".ljust(len(found[0])), data)
    data = _EXPRESSION.sub(b"_xpr", data)
    data = _THEN.sub(b"    ", data)
    return _CAUGHT.sub(lambda found: found[1] + b"_" * len(found[2]), data)


_OPENS = re.compile(rb"\((?=\S)")
_CLOSES = re.compile(rb"\)(?<=\s\))")
_NOT = re.compile(rb"!(?=\S)")
_WORDS = bytes.maketrans(b"()!", b" _ ")
_QUALIFIED = re.compile(rb"\$\w*+::[\w:]*+")
_BEHIND_COMMAND = re.compile(rb"\][-:.,/*+@%#]")
_EMPTY_COMMAND = re.compile(rb"\[[ \t]*+\]")
_LONE = re.compile(rb"\$(?![A-Za-z_{])")


def with_plain_words(data: bytes) -> bytes:
    """The text with letters for signs that the grammar knows in no word."""
    data = _NOT.sub(b"_", _CLOSES.sub(b" ", _OPENS.sub(b"_", data))).translate(_WORDS).translate(_AGAIN)
    data = _QUALIFIED.sub(lambda found: b"$" + found[0][1:].translate(_LETTERS), data)
    data = _BEHIND_COMMAND.sub(b"]_", data)
    data = _EMPTY_COMMAND.sub(lambda found: b"_" * len(found[0]), data)
    return _LONE.sub(b"_", data)


_SEMICOLON = re.compile(rb";([ \t]*+(?=[\r\n}]))?+")
_COMMENT = re.compile(rb"[ \t]*+#")


def with_rows_for_commands(data: bytes) -> bytes:
    """The text with a row for each command: to the grammar, no semicolon ends one."""
    return _SEMICOLON.sub(_row, data)


def _row(found: re.Match[bytes]) -> bytes:
    if found[1] is not None:
        return b" " * len(found[0])
    before = found.string[max(found.start() - _NEAR, 0) : found.start()]
    return b";" if _COMMENT.match(before, before.rfind(b"\n") + 1) else b"\n"


PROFILE = Profile(
    imports="indexer.graph.imports.files:SourcedResolver",
    grammar=Grammar(
        readable=(without_c,),
        apart=ANYWHERE,
        readable_apart=(
            with_plain_conditions,
            with_plain_prose,
            with_plain_names,
            with_plain_commands,
            with_plain_words,
            with_rows_for_commands,
        ),
    ),
    structure=Structure(cuttable=True),
    damage=Damage(open_tokens=((b"{", b"}"),)),
)
