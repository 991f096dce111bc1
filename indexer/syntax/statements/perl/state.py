"""What a line of Perl has to know about those above it, and what may come next in it."""

from __future__ import annotations

from typing import Final, NamedTuple

from indexer.syntax.statements.lexer import END, Event, Opener

# What may come next. The order matters: up to LABELED a statement starts, up to HANDLE a term is expected.
STATEMENT: Final = 0
LABELED: Final = 1  # a statement, after its label
TERM: Final = 2
NO_PATTERN: Final = 3  # a term or nothing, as after `shift`: `//` is an operator
LIST: Final = 4  # what follows `map`, `grep` and `sort`: a block or a term
HANDLE: Final = 5  # what follows `print`: perhaps a file handle
OPERATOR: Final = 6
WORD: Final = 7  # after a bare word: an operator, or the word's arguments
CONSTANT: Final = 8  # after a bare word in capitals: most likely an operator
METHOD: Final = 9  # after `->`
HEADER: Final = 10  # in the header of a block that ends its statement, such as `if`
LAMBDA: Final = 11  # in the header of a block inside an expression, such as `sub` or `do`
AFTER: Final = 12  # after a block that another one may continue, such as `else`


class Frame(NamedTuple):
    """An open bracket: what closes it, and what was going on around it."""

    closer: int
    block: str | None  # the type of a code block, None for any other bracket
    after: int  # what may come next once it is closed
    head: str


class Quote(NamedTuple):
    """A string, pattern or list of words that is still open where the line ends."""

    operator: bytes
    opener: int  # 0 while the delimiter has yet to come
    closer: int
    depth: int
    parts: int  # how many delimited parts are not finished, the current one included
    after: int


# What else a line can lie inside.
POD: Final = "pod"  # documentation, up to `=cut`
PICTURE: Final = "picture"  # the lines of a `format`, up to a single dot
FINISHED: Final = "finished"  # behind `__END__` there is no code


class PerlState(NamedTuple):
    """What a line has to know about those above it."""

    stack: tuple[Frame, ...] = ()
    expect: int = STATEMENT
    head: str = ""  # the type of the block whose header is being read, or of the block just closed
    inside: Quote | str | None = None
    pending: tuple[Opener, ...] = ()
    tail: tuple[int, int] | None = None  # how many lines back the last token is, if a statement may end there; column

    def one_line_on(self) -> PerlState:
        stack, expect, head, inside, pending, tail = self
        return PerlState(stack, expect, head, inside, pending, (tail[0] + 1, tail[1])) if tail else self


Result = tuple[PerlState, list[Event]]


def openers(events: list[Event]) -> tuple[Opener, ...]:
    """The heredocs that events declare, as a state keeps them: without the column, which says nothing later on."""
    return tuple(value._replace(end=0) for _, _, value in events if isinstance(value, Opener))


def statement_end(last: int, tail: tuple[int, int] | None) -> Event:
    """The end of a statement after the last token: on this line, or `tail` lines back."""
    return (END, last, None) if last or not tail else (END, tail[1], tail[0])
