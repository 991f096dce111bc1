"""What a line of PowerShell has to know about those above it: what is open, and how far it has come."""

from __future__ import annotations

from typing import NamedTuple

from indexer.syntax.statements.lexer import Opener

# What a frame of the stack can be.
BLOCK = "block"  # word: its type; detail: "ends" if its closer ends the statement around it
STATEMENT = "statement"  # detail: the parts that may still follow, see FOLLOWERS
BRACKET = "bracket"  # detail: its opening bracket
QUOTE = "quote"  # word: the quotation mark
HEREDOC_BODY = "heredoc"
COMMENT = "comment"

# How far a statement has come. The word of a statement or bracket is the keyword that the next brace belongs to.
START = "start"
REST = "rest"
AWAIT = "await"  # complete, unless the next token continues it


class Frame(NamedTuple):
    """One thing that is open."""

    kind: str
    word: str = ""
    stage: str = ""
    detail: str = ""
    opener: Opener | None = None


class PowerShellState(NamedTuple):
    """What is open before a line, and what the lines above left to be told."""

    stack: tuple[Frame, ...]  # innermost last
    declared: tuple[Opener, ...] = ()  # here-strings whose bodies have not begun
    ended: tuple[int, int] | None = None  # how many lines up, and where, a statement in the stage "await" ended
    bodies: int = 0  # how many bodies are open


_FILE = Frame(BLOCK, "file")
INITIAL = PowerShellState((_FILE,))
