"""What the shell lexer remembers between two lines, and the words that mean something to it."""

from __future__ import annotations

from typing import NamedTuple

from indexer.syntax.statements.lexer import Opener

# What can be open around a position. The order matters: up to PAREN a kind holds statements, up to FUNCTION_HEAD
# it is a block, up to BACKTICK it holds commands, up to ARRAY a newline inside it is a token.
FILE, IF_BODY, LOOP_BODY, CASE, BRACE, PAREN = range(6)
IF_HEAD, LOOP_HEAD, FOR_HEAD, FUNCTION_HEAD = range(6, 10)
SUBSTITUTION, GROUP, BACKTICK = range(10, 13)
TEST, ARRAY, GLOB = range(13, 16)
DOUBLE, SINGLE, ANSI, EXPANSION, ARITHMETIC, SUM, OLD_SUM, TEXT = range(16, 24)

# Where in a command the next token stands.
START = 0  # a command may start; no statement is open
COMMAND = 1  # a command must follow, as after `|` or `!`
ARGUMENT = 2  # after a command's first word
AFTER = 3  # after a compound command
FUNCTION_NAME = 4
FUNCTION_BODY = 5
FOR_NAME = 6
FOR_IN = 7
SUBJECT = 8  # after `case`
CASE_IN = 9
ARM = 10  # before a pattern, or `esac`
PATTERN = 11
DELIMITER = 12  # after `<<` and a continued line
INDENTED_DELIMITER = 13


class Frame(NamedTuple):
    """One thing that is open: what it is, and where its surroundings go on when it closes."""

    kind: int
    back: int
    depth: int = 0  # arithmetic: the parentheses open inside it; GLOB: whether it may go on over lines
    branch: bool = False  # BRACE: zsh's `if … { }`, which `else` may follow
    opener: Opener | None = None  # TEXT: the heredoc whose body this is
    joined: bool = False  # TEXT: a backslash ends the last line, so the next one is no terminator


class SubstitutionOpener(Opener):
    """A heredoc inside `$( )`, which bash also ends at a line that starts with its terminator and has a `)`."""

    __slots__ = ()


class BacktickOpener(Opener):
    """A heredoc inside backticks: the closing backtick may follow its terminator."""

    __slots__ = ()


class ShellState(NamedTuple):
    """What is remembered between two lines."""

    frames: tuple[Frame, ...]  # innermost last
    place: int
    word: bool  # the line goes on inside a word
    # Heredocs not yet terminated, with the number of frames around the text their bodies are read from.
    # The innermost text comes first, so the first one is the one whose body comes first.
    pending: tuple[tuple[int, Opener], ...]
    ticks: bool  # a backtick is open, and the next one closes whatever is open inside it


INITIAL = ShellState((), START, False, (), False)

KEYWORDS = frozenset(
    b"if then elif else fi while until for select do done case esac function time coproc repeat { } ! [[".split()
)


def ends(text: bytes, opener: Opener) -> bool:
    """Whether a line is the terminator of a heredoc."""
    if opener.indented:
        text = text.lstrip(b"\t")
    if not text.startswith(opener.terminator):
        return False
    rest = text[len(opener.terminator) :]
    if isinstance(opener, SubstitutionOpener):
        return not rest or b")" in rest
    return not rest or (isinstance(opener, BacktickOpener) and rest.startswith(b"`"))
