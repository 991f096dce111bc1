"""Runs of shell: rows, from one at whose start a command may begin, that leave the lean lexer's state as it was.

That lexer forgets at the end of each row which blocks are open, so the words that open and close them stand in a run in
any order. What a run must hold from its beginning to its end is quotes, substitutions, subshells and `case`. To a
limited depth that is a regular language, which RE2 reads with a finite automaton: a few nanoseconds a byte, however
long the pattern is, where Python's own engine takes ten times as long.

The pattern must not hold more than the language: there is no look-around, and every way to read a text counts. So what
begins a comment or a keyword is kept out of where it would be one. What the pattern does not hold, the lexer reads.
"""

from __future__ import annotations

from functools import cache
from typing import Protocol

from indexer.syntax.statements.shell.state import KEYWORDS

_NO_WORD = rb" \t\n;&|()<>\"'`$\\"  # what a plain piece of a word is free of, for use in brackets
_PLAIN = rb"[^" + _NO_WORD + rb"]"
_NOT_BRACKET = rb"[^\[" + _NO_WORD + rb"]"
_AFTER_DOLLAR = rb"[^{\[" + _NO_WORD + rb"]"
_VARIABLE = rb"\$+[\w@*#?!-]"
_ANY = rb"[\x00-\xff]"
_ESCAPED = rb"\\[^\n]"


def _or(*alternatives: bytes) -> bytes:
    return rb"(?:" + rb"|".join(alternatives) + rb")"


_COMMENT = rb"#[^\n]*\n"
_SINGLE_QUOTED = rb"'[^']*'"
_ANSI_QUOTED = rb"\$'(?:[^'\\]|\\" + _ANY + rb")*'"
# A backtick ends at the next one, whatever is between them. A heredoc needs a line of its own.
_TICKED = _or(rb"`(?:[^`\\\n]|\\[^\n])*`", rb"`(?:<?(?:[^`\\<]|\\" + _ANY + rb"))*`")
_IN_BRACES = rb"[^}{\"'`\\$\n]|\$+[^}{\[(\"'`\\$\n]|" + _ESCAPED
_SMALL_BRACED = rb"\$\{(?:" + _IN_BRACES + rb")*\$*\}"
_IN_QUOTES_IN_BRACES = _or(rb"[^\"\\`$\n]", _VARIABLE, rb"\$*" + _SMALL_BRACED)
_QUOTED_IN_BRACES = rb"\"" + _IN_QUOTES_IN_BRACES + rb"*\""
_BRACED = rb"\$\{" + _or(_IN_BRACES, rb"\$*" + _SMALL_BRACED, _QUOTED_IN_BRACES) + rb"*\$*\}"
_IN_SUM = _or(rb"[^()\"'`\\$\n]", rb"\$+[^(){\[\"'`\\$\n]", rb"\$*" + _SMALL_BRACED)
_SUM = rb"\$\(\(" + _or(_IN_SUM, rb"\(" + _IN_SUM + rb"*\)") + rb"*\)\)"


def _double_quoted(*substitution: bytes) -> bytes:
    inside = (rb"[^\"\\`$]", rb"\\" + _ANY, rb"\$+(?:[^\"\\`$({\[]|\\" + _ANY + rb")")
    return rb"\"" + _or(*inside, rb"\$*" + _or(_TICKED, _BRACED, _SUM, *substitution)) + rb"*\$*\""


def _pieces(*substitution: bytes) -> bytes:
    """The pieces of a word that are not plain."""
    return _or(
        _ESCAPED,
        _SINGLE_QUOTED,
        rb"\$+(?:" + _AFTER_DOLLAR + rb"|" + _ESCAPED + rb")",
        rb"\$*" + _or(_ANSI_QUOTED, _double_quoted(*substitution), _TICKED, _BRACED, _SUM, *substitution),
    )


# Pieces that a word may begin with where it must not be empty. They are fewer, for the pattern grows with each copy.
_FIRST_PIECE = _or(
    rb"\$+" + _AFTER_DOLLAR,
    _ESCAPED,
    _SINGLE_QUOTED,
    rb"\"(?:[^\"\\`$]|\\" + _ANY + rb"|" + _VARIABLE + rb"|\$*" + _SMALL_BRACED + rb")*\"",
    _SMALL_BRACED,
    _TICKED,
)


def _more(pieces: bytes, plain: bytes = _PLAIN) -> bytes:
    """What a word goes on with after plain text."""
    return rb"(?:" + pieces + plain + rb"*)*\$*"


def _tail(pieces: bytes) -> bytes:
    """What a word goes on with after its first byte or piece."""
    return _PLAIN + rb"*" + _more(pieces)


def _other_than(words: list[bytes], plain: bytes = _NOT_BRACKET) -> bytes:
    """Plain text at the start of a word that is none of these words. More of the word may follow, but no plain text."""
    beginnings = {word[:end] for word in words for end in range(len(word))}
    apart: list[bytes] = []
    for beginning in sorted(beginnings):
        nexts = {word[len(beginning) :][:1] for word in words if word.startswith(beginning)}
        nexts |= {b"[", b"#" if not beginning else b""}
        apart.append(_escape(beginning) + rb"[^" + b"".join(map(_escape, sorted(nexts))) + _NO_WORD + rb"]")
    apart += [_escape(word) + _NOT_BRACKET for word in words if word not in beginnings]
    short = [_escape(beginning) for beginning in sorted(beginnings - set(words)) if beginning]
    return _or(_or(*apart) + plain + rb"*", *short)


def _escape(word: bytes) -> bytes:
    return b"".join(b"\\x%02x" % byte for byte in word)


_OPERATOR = rb"(?:<<<|[<>]&|&>>?|>[>|]?|<>?)[ \t]*"
_BLANK = rb"[ \t](?:[ \t]|\\\n)*"
_KEYWORDS = sorted(KEYWORDS)
_NOT_KEYWORD = _other_than(_KEYWORDS)
_BLANK_ROWS = _or(rb"[ \t\n]", _COMMENT) + rb"*"
_SPACE = rb"[ \t\n]" + _BLANK_ROWS


def _simple(pieces: bytes) -> bytes:
    """A simple command. A brace among its arguments may end a block in zsh, and is left to the lexer."""
    start = rb"[^#}" + _NO_WORD + rb"]" + _PLAIN + rb"*"
    subscript = rb"\[[^]\[#\s" + _NO_WORD + rb"]*\]"
    first = _or(_NOT_KEYWORD, _FIRST_PIECE + _NOT_BRACKET + rb"*") + _more(_or(pieces, subscript), _NOT_BRACKET)
    redirected = rb"(?:" + _BLANK + rb")?" + _OPERATOR + _or(start, _FIRST_PIECE + _PLAIN + rb"*")
    continued = rb"[^#}" + _NO_WORD + rb"]\\\n"
    rest = _more(_or(pieces, continued))
    return first + rb"(?:" + _or(_BLANK + rb"(?:" + start + rb")?", redirected) + rest + rb")*"


def _loose(pieces: bytes) -> bytes:
    """What stands in parentheses: there, only a `case` or `[[` can hide the closing one."""
    between = _or(rb"[ \t\n;|&>]", rb"<[ \t&>]", rb"[ \t]\\\n")
    word = rb"(?:<?" + _other_than([b"case", b"[["]) + rb")?" + _more(pieces)
    return word + rb"(?:" + between + _or(between, _COMMENT) + rb"*" + word + rb")*"


_WORD_START = rb"[^#" + _NO_WORD + rb"]"
_TEST_WORD = _or(rb"[^#\]" + _NO_WORD + rb"]", _FIRST_PIECE) + _tail(_FIRST_PIECE)
_TEST = rb"\[\[(?:[ \t]+(?:[()<>&|]+|" + _TEST_WORD + rb"))*[ \t]+\]\]"
_TARGET = _or(rb"[A-Z_./0-9-]", rb"\$+" + _AFTER_DOLLAR, rb"\"(?:[^\"\\`$]|" + _VARIABLE + rb")*\"") + _PLAIN + rb"*"
_AFTER = rb"(?:(?:[ \t]+[0-9]*|[ \t]*)" + _OPERATOR + _TARGET + rb")*"

_GAP = _or(rb"[ \t\n]", rb"\\\n", _COMMENT) + rb"*"
_JOINING = rb"(?:" + _BLANK + rb")?(?:\|[|&]?|&&)"
# A newline after `&&` or `|` ends nothing. Where a run might end after it, the row that goes on has to be indented.
_JOINT = _JOINING + rb"(?:" + _GAP + rb"[ \t])?"
_ROW_END = _or(rb"[ \t]*&?\n", rb"[ \t]+" + _COMMENT)
_END = _or(rb"[ \t]*(?:\n|;|&[ \t\n])", rb"[ \t]+" + _COMMENT) + _BLANK_ROWS
_PIECES = _pieces(rb"\$\(" + _loose(_FIRST_PIECE) + rb"\)")
_SMALL_WORD = _or(_WORD_START, _FIRST_PIECE) + _tail(_FIRST_PIECE)
_PATTERN = _or(_other_than([b"esac"]), _FIRST_PIECE + _NOT_BRACKET + rb"*") + _more(_or(_FIRST_PIECE, rb"\["))
_PATTERNS = (
    rb"\(?" + _PATTERN + rb"(?:(?:" + _BLANK + rb")?\|(?:[ \t]|\\\n)*" + _SMALL_WORD + rb")*[ \t]*\)" + _BLANK_ROWS
)
_ARM_END = rb"[ \t]*;;" + _BLANK_ROWS
_FUNCTION = rb"(?:function[ \t]+)?[\w.:-]+[ \t]*\([ \t]*\)" + _BLANK_ROWS
_LOOP = rb"for[ \t]+\w+(?:[ \t]+in(?:" + _BLANK + rb"(?:" + _SMALL_WORD + rb")?)*)?[ \t]*[;\n][ \t\n]*do"
_OPENER = rb"(?:![ \t]+)?" + _or(rb"if", rb"while", rb"until", _LOOP, rb"(?:" + _FUNCTION + rb")?\{")
_MIDDLE = _or(rb"then", rb"else", rb"elif", rb"do")
_CLOSER = _or(rb"fi", rb"done", rb"\}") + _AFTER

_SUBSHELL = rb"\([ \t]*(?:\n|[A-Zabd-z_.:/]" + _PLAIN + rb"*)" + _loose(_FIRST_PIECE) + rb"\)" + _AFTER
_PLAIN_COMMAND = rb"(?:![ \t]+)?" + _or(_simple(_PIECES), _TEST, _SUBSHELL)


_CASE = rb"case[ \t]+" + _SMALL_WORD + rb"[ \t]+in"
_BEFORE = rb"(?:" + _PLAIN_COMMAND + _JOINING + _GAP + rb")*"


def _case() -> bytes:
    """A `case` without blocks in it."""
    commands = rb"(?:" + _PLAIN_COMMAND + _or(_JOINT, _END) + rb")*"
    arm = _PATTERNS + commands + rb"(?:" + _PLAIN_COMMAND + rb")?" + _ARM_END
    return _CASE + rb"[ \t\n]" + _BLANK_ROWS + rb"(?:" + arm + rb")*esac" + _AFTER


def _arms() -> bytes:
    """Arms of a `case`, from inside one to inside another, with other blocks in them.

    `;;` ends an arm unless a block was opened on the same row, so where one was, there is none up to a row's end.
    """
    next_arm = _ARM_END + _PATTERNS
    opened = _OPENER + _SPACE
    inside = _or(_BEFORE + _PLAIN_COMMAND + _END, opened, _CLOSER + _END, _MIDDLE + _SPACE)
    return _flow(_or(_PLAIN_COMMAND, _case()), opened + inside + rb"*(?m:^)", _or(_END, next_arm), next_arm)


def _flow(command: bytes, opened: bytes, end: bytes, *tokens: bytes) -> bytes:
    """Commands and the words around them that open and close blocks. It begins and ends where a command may begin."""
    between = _BLANK_ROWS + _or(_MIDDLE + _SPACE, _CLOSER + end, *tokens) + rb"*(?:" + _CLOSER + _JOINT + rb")?"
    return between + rb"(?:" + _BEFORE + _or(command + _or(_JOINT, end + between), opened + between) + rb")*"


class Match(Protocol):
    """What RE2 found."""

    def end(self) -> int: ...


class Run(Protocol):
    """A compiled pattern of RE2."""

    def match(self, text: bytes, pos: int, endpos: int) -> Match | None: ...


@cache
def run(in_case: bool) -> Run:
    """The pattern of a run, in an arm of a `case` or elsewhere."""
    import re2  # type: ignore[import-untyped]

    options = re2.Options()
    options.encoding = re2.Options.Encoding.LATIN1
    options.longest_match = True
    options.never_capture = True
    options.max_mem = 64 << 20
    pattern = _arms() if in_case else _flow(_or(_PLAIN_COMMAND, _case()), _OPENER + _SPACE, _END)
    compiled: Run = re2.compile(pattern + rb"(?m:^)", options)
    return compiled
