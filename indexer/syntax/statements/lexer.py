"""The contract between the statement tracker and a language's lexer.

A lexer reads one line at a time. What it has to remember between lines (open brackets and blocks, an open
string or comment, pending heredocs) is its *state*: a small, immutable, hashable value, compared with `==`.
Two equal states read the rest of a file in the same way; that is what makes re-lexing after an edit stop early.

A lexer never raises on any input and never looks beyond the line it was given.
"""

from __future__ import annotations

import re
from collections.abc import Hashable
from typing import NamedTuple, Protocol

# What a lexer can say about a line. An event is a plain tuple (op, column, value); columns are byte offsets in
# the line, and the events of a line are ordered by column.
BEGIN = 0  # the first token of a statement stands at `column`
END = 1  # the innermost open statement ends just before `column`
OPEN = 2  # a block opens at `column`; value: its type, a str such as "if", "sub", "anonymous"
CLOSE = 3  # the innermost open block closes; its closing token ends just before `column`
HEREDOC = 4  # a heredoc is declared at `column`; value: its Opener
BODY = 5  # this line is a body line of the first pending heredoc (column 0)
TERMINATOR = 6  # this line ends the first pending heredoc; the terminator ends just before `column`

Event = tuple[int, int, object]
State = Hashable


class Opener(NamedTuple):
    """One heredoc declaration, as written: `<<~"EOF"` is Opener(end, b"EOF", True, True)."""

    end: int  # column just after the opener on its line
    terminator: bytes
    interpolated: bool
    indented: bool  # the terminator may be indented (`<<-`, `<<~`)


class PlainHeredoc(NamedTuple):
    """A heredoc whose body begins below its declaration and is text alone, as `line` would read it row by row."""

    declaration: tuple[State, list[Event]]  # the state is that of every row of the body
    terminator_start: int  # where the terminator's row starts
    terminator_end: int  # where the row ends, before its newline
    terminator: tuple[State, list[Event]]


class Lexer(Protocol):
    """A language's reading of one line. Implementations are stateless objects; all memory is in the state.

    The methods from `lean` on spare the tracker lines that say nothing of heredocs. A lexer that cannot tell keeps
    them as they are here.
    """

    signs: re.Pattern[bytes]  # what stands on every row on which the declaration of a heredoc starts

    @property
    def initial(self) -> State:
        """The state before the first line of a file."""
        ...

    def line(self, text: bytes, state: State, hold: bool = False) -> tuple[State, list[Event]]:
        """Reads one line, given without its line end.

        With `hold`, the line is read as code even though heredocs are pending: their bodies start later. The
        tracker asks for it when it recovers from closing brackets that a body would swallow.
        """
        ...

    def pending(self, state: State) -> tuple[Opener, ...]:
        """The heredocs declared whose terminator has not been seen, the one whose body comes first, first."""
        ...

    def drop(self, state: State) -> State:
        """The state as if the first pending heredoc had never been declared."""
        ...

    def ends(self, text: bytes, opener: Opener) -> bool:
        """Whether a line is the terminator of this heredoc."""
        ...

    @property
    def lean(self) -> Lexer:
        """A lexer that finds the same heredocs, and may know less of everything else."""
        return self

    def settled(self, state: State) -> bool:
        """Whether no heredoc is pending or half declared: without a further sign there will be none."""
        return not self.pending(state)

    def closed(self, state: State) -> bool:
        """Whether no block is open, if that can be told at a glance."""
        return False

    def quiet_until(self, text: bytes, start: int, end: int, state: State) -> int:
        """Where the first row in [start, end) starts that may be more than text of the first pending heredoc's body.

        The rows before it leave the state as it is; each of them is a BODY and nothing else. None in the range ends
        the heredoc. Without such a row, this is the end.
        """
        return start

    def skip(self, text: bytes, at: int, end: int, state: State) -> tuple[int, State]:
        """Reads rows from the one that starts at `at` on without saying what is in them, none from `end` on.

        Returns where a further row starts, and the state before it: what `line` would have come to, row by row.
        None of the rows passed declares a heredoc. They end with a newline, a row or the text ends at `end`, and there
        is no carriage return in the text. A lexer goes some thousand bytes at most, for an edit has to go over them.
        """
        return at, state

    def plain_heredoc(self, text: bytes, start: int, body: int, state: State) -> PlainHeredoc | None:
        """The heredoc that the row in [start, body) declares, if it is the only one and its body is nothing but text.

        None where that cannot be told at a glance. There is no carriage return in the text, and no heredoc pending.
        """
        return None


def row_before(pattern: re.Pattern[bytes], text: bytes, start: int, end: int) -> int:
    """Where the first row in [start, end) that has the pattern starts, or the end."""
    found = pattern.search(text, start, end)
    return end if found is None else max(text.rfind(b"\n", start, found.start()) + 1, start)
