"""What a line of Ruby has to know about those above it."""

from __future__ import annotations

from typing import NamedTuple

from indexer.syntax.statements.lexer import Opener

# Where a token stands, seen from the one before it.
NEW = 0  # the line before it was complete
OPERAND = 1  # an operand must follow, as after an operator
RETURN = 2  # an operand or a modifier may follow, as after `return`
ARGUMENT = 3  # after the name of a method, which may have arguments without parentheses
NAME = 4  # after a name that may be a method's or a local variable's
VALUE = 5  # after a complete operand
METHOD = 6  # after a dot
# Where in a block a position is.
HEAD = 0
INSIDE = 1  # statements may stand here
ENDLESS = 2  # the body of `def name = value`, which ends with the statement around it
# What closes a block.
WORD = 0  # `end`
BRACE = 1  # `}`
BRANCH = 2  # the next branch of its parent, or the parent's `end`


class Block(NamedTuple):
    """An open block of code."""

    type: str
    phase: int
    closer: int


class Quote(NamedTuple):
    """An open string, regular expression or word list. Brackets nest: then `opening` is not empty."""

    opening: bytes
    closing: bytes
    interpolated: bool
    regexp: bool
    depth: int = 0


class Body(NamedTuple):
    """A heredoc whose body is being read, and those whose bodies follow."""

    opener: Opener
    rest: tuple[Opener, ...]


class Late(NamedTuple):
    """A statement that is over unless the next line starts with a dot: how many lines ago, and at which column."""

    lines: int
    column: int


class Interpolation(NamedTuple):
    """`#{` in a heredoc's body, and what to go back to below the body."""

    position: int
    open: bool
    late: Late | None


# What can be open: a block, something quoted, or a bracket. `def(` and `->(` are parameter lists, `|` are block
# parameters that go on, `=begin` is a comment, and nothing is read after `__END__`.
Entry = Block | Quote | Body | Interpolation | str
BRACKETS = frozenset({"(", "[", "{", "def(", "->("})


class RubyState(NamedTuple):
    """What is remembered between two lines."""

    stack: tuple[Entry, ...]
    heredocs: tuple[Opener, ...]  # declared, with bodies that begin on the next line
    position: int
    open: bool  # a statement is open in the innermost block
    late: Late | None
    in_body: bool  # a heredoc's body is among what is open


INITIAL = RubyState((), (), NEW, False, None, False)


def ends(text: bytes, opener: Opener) -> bool:
    """Whether a line is the terminator of a heredoc."""
    return (text.lstrip(b" \t\f\v\r") if opener.indented else text) == opener.terminator
