"""What a line of PHP has to know about those above it: what is open, and how far it has come."""

from __future__ import annotations

from typing import NamedTuple

from indexer.syntax.statements.lexer import Opener

# What a frame of the stack can be.
BLOCK = "block"  # a block of code; word: its type; detail: "ends" if its closer ends the statement around it
STATEMENT = "statement"  # detail: the parts that may still follow, see FOLLOWERS
BRACKET = "bracket"  # detail: its opening bracket, "for(" in a `for` header, "{ends" if `}` ends the statement
QUOTE = "quote"  # word: the quotation mark
HEREDOC_BODY = "heredoc"
COMMENT = "comment"
HTML = "html"
DATA = "data"  # what follows `__halt_compiler();`

# How far a statement (or the expression in a bracket) has come.
START = "start"  # nothing but attributes and modifiers so far
PAREN = "paren"  # its keyword wants a condition in parentheses
READY = "ready"  # a block, a `:` or an unbraced statement comes next
NAMING = "naming"  # `function` came, and its name would come next
REST = "rest"  # anything up to the end; word: the keyword that the next brace belongs to
LABEL = "label"  # in a `case` label, which ends at a colon; detail: one `?` for each open ternary
AWAIT = "await"  # complete, unless the next word continues it
ALTERNATIVE = "alternative"  # of a block: it was opened with `:` and ends at a word


class Frame(NamedTuple):
    """One thing that is open."""

    kind: str
    word: str = ""
    stage: str = ""
    detail: str = ""
    opener: Opener | None = None


class PhpState(NamedTuple):
    """What is open before a line, and what the lines above left to be told."""

    stack: tuple[Frame, ...]  # innermost last
    declared: tuple[Opener, ...] = ()  # heredocs whose bodies have not begun
    ended: tuple[int, int] | None = None  # how many lines up, and where, a statement in the stage "await" ended
    bodies: int = 0  # how many heredoc bodies are open


_FILE = Frame(BLOCK, "file")
INITIAL = PhpState((_FILE, Frame(HTML)))


def terminator_end(text: bytes, opener: Opener) -> int:
    """The column after the terminator if the line has it, else -1."""
    column = len(text) - len(text.lstrip(b" \t"))
    if not text.startswith(opener.terminator, column):
        return -1
    column += len(opener.terminator)
    following = text[column : column + 1]
    return -1 if following.isalnum() or following == b"_" or following >= b"\x80" else column
