"""Records: the statements, boundaries and heredocs that the events of a reading amount to.

Building them takes one pass over all events, so it is done when someone asks. It decides nothing: which heredocs
there are and where blocks close has been settled by the lexer and the reading.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, replace

from indexer.model import Boundary, Heredoc, HeredocBody, Statement
from indexer.syntax.statements.lexed_text import ABSENT, HELD, IN_BODY, INSIDE, Lines, Reading, rows_marked
from indexer.syntax.statements.lexer import BEGIN, BODY, CLOSE, END, HEREDOC, OPEN, TERMINATOR, Event, Lexer, Opener

# Rows that say something of heredocs, and those that follow one in a body and say no more than it did.
_TELLING_ROWS = re.compile(b"\\x%02x+|%s" % (INSIDE, rows_marked(0xFF)))


@dataclass(frozen=True, slots=True)
class Records:
    """The records of a text, each list in the order of the text, and an index of them by row."""

    statements: list[Statement]
    boundaries: list[Boundary]
    heredocs: list[Heredoc]
    marks: bytes
    change_rows: list[int]  # the rows where a block opens or closes
    change_blocks: list[int | None]  # the innermost open block after each of these changes

    def block_at(self, row: int) -> Boundary | None:
        """The innermost block open where a row starts."""
        change = bisect_left(self.change_rows, row)
        block = self.change_blocks[change - 1] if change else None
        return None if block is None else self.boundaries[block]

    def heredoc_at(self, row: int) -> Heredoc | None:
        """The innermost heredoc that covers a row below its declaration, else the first one declared on it."""
        first = bisect_left(self.heredocs, row, key=lambda heredoc: heredoc.declaration_row)
        if row < len(self.marks) and self.marks[row] & IN_BODY:
            for heredoc in reversed(self.heredocs[:first]):
                end = heredoc.content_row_end if heredoc.terminator_row is None else heredoc.terminator_row
                if heredoc.content_row_start <= row <= end:
                    return heredoc
        if first < len(self.heredocs) and self.heredocs[first].declaration_row == row:
            return self.heredocs[first]
        return None


def build_records(lexer: Lexer, lines: Lines, reading: Reading) -> Records:
    """Replays the events of a reading."""
    replay = _Replay()
    for row, (state, events) in enumerate(reading.results):
        if events:
            replay.row(row, events)
            if len(replay.pending) > 1:
                replay.order(lexer.pending(state))
    replay.finish(lexer, lines, reading)
    statements = [
        Statement(start, max(start, end), depth)
        for (start, depth), end in zip(replay.statement_starts, replay.statement_ends, strict=True)
    ]
    heredocs = [heredoc.record(replay.statement_ends) for heredoc in replay.heredocs]
    return Records(statements, replay.boundaries, heredocs, reading.marks, replay.change_rows, replay.change_blocks)


def build_bodies(lexer: Lexer, lines: Lines, reading: Reading, held: frozenset[int]) -> list[HeredocBody]:
    """The heredocs of a reading that need not be whole, without what blocks and statements have to do with them."""
    replay = _Replay()
    for row in sorted({match.start() for match in _TELLING_ROWS.finditer(reading.marks)} | held):
        state, events = reading.results[row]
        replay.row(row, [event for event in events if event[0] >= HEREDOC])
        if len(replay.pending) > 1:
            replay.order(lexer.pending(state))
    replay.end_heredocs(lines)
    return [heredoc.body() for heredoc in replay.heredocs]


@dataclass(slots=True)
class _Heredoc:
    """A heredoc on its way to becoming a record."""

    row: int
    opener: Opener
    block_depth: int
    block: int | None
    statement: int | None
    content_row_start: int
    content_row_end: int
    terminator_row: int | None = None
    begun: bool = False
    recovered: bool = False

    def begin(self, row: int) -> None:
        if not self.begun:
            self.begun = True
            self.content_row_start = row
            self.content_row_end = row - 1

    def body(self) -> HeredocBody:
        return HeredocBody(
            declaration_row=self.row,
            terminator=self.opener.terminator.decode("utf-8", "replace"),
            interpolated=self.opener.interpolated,
            indented=self.opener.indented,
            content_row_start=self.content_row_start,
            content_row_end=self.content_row_end,
            terminator_row=self.terminator_row,
            recovered=self.recovered,
        )

    def record(self, statement_ends: Sequence[int]) -> Heredoc:
        return Heredoc(
            declaration_row=self.row,
            terminator=self.opener.terminator.decode("utf-8", "replace"),
            interpolated=self.opener.interpolated,
            indented=self.opener.indented,
            content_row_start=self.content_row_start,
            content_row_end=self.content_row_end,
            terminator_row=self.terminator_row,
            recovered=self.recovered,
            block_depth=self.block_depth,
            block=self.block,
            statement_row_end=self.row if self.statement is None else max(self.row, statement_ends[self.statement]),
        )


class _Replay:
    """Follows events and keeps what is open: statements, blocks, and heredocs whose bodies are to come."""

    def __init__(self) -> None:
        self.statement_starts: list[tuple[int, int]] = []  # row and depth
        self.statement_ends: list[int] = []
        self.open_statements: list[int] = []
        self.boundaries: list[Boundary] = []
        self.open_blocks: list[int] = []
        self.heredocs: list[_Heredoc] = []
        self.pending: list[_Heredoc] = []  # the one whose body comes first, first
        self.change_rows: list[int] = []
        self.change_blocks: list[int | None] = []

    def row(self, row: int, events: list[Event]) -> None:
        for op, _, value in events:
            if op == BEGIN:
                self.open_statements.append(len(self.statement_starts))
                self.statement_starts.append((row, len(self.open_blocks)))
                self.statement_ends.append(row)
            elif op == END:
                self._end_statement(row - value if isinstance(value, int) else row)
            elif op == OPEN:
                self._open_block(row, str(value))
            elif op == CLOSE:
                self._close_block(row)
            elif op == HEREDOC and isinstance(value, Opener):
                self._declare(row, value)
            elif op >= BODY and self.pending:
                self._follow_body(row, op)

    def order(self, openers: Sequence[Opener]) -> None:
        """Puts the pending heredocs in the order in which the lexer will read their bodies.

        It is that of their declarations but for shell: in `cat <<A $(cat <<B` the inner body comes first.
        """
        waiting = self.pending
        ordered: list[_Heredoc] = []
        for opener in openers:
            match = next((heredoc for heredoc in waiting if heredoc.opener[1:] == opener[1:]), None)
            if match is not None:
                ordered.append(match)
                waiting = [heredoc for heredoc in waiting if heredoc is not match]
        if not waiting:
            self.pending = ordered

    def finish(self, lexer: Lexer, lines: Lines, reading: Reading) -> None:
        """Ends the statements and heredocs that are still open where the text ends."""
        if self.open_statements:
            last_row = lines.row_count - 1
            while last_row and not lines.content(last_row).strip():
                last_row -= 1
            for row in _ends_at_semicolon(lexer, lines, reading):
                self._end_statement(min(row, last_row))
            while self.open_statements:
                self._end_statement(last_row)
        self.end_heredocs(lines)

    def end_heredocs(self, lines: Lines) -> None:
        """Ends the heredocs whose terminator was not found."""
        for heredoc in self.pending:
            heredoc.recovered = True
            if heredoc.begun:
                heredoc.content_row_end = lines.row_count - 1

    def _end_statement(self, row: int) -> None:
        if self.open_statements:
            self.statement_ends[self.open_statements.pop()] = row

    def _open_block(self, row: int, block_type: str) -> None:
        parent = self.open_blocks[-1] if self.open_blocks else None
        self.open_blocks.append(len(self.boundaries))
        self.boundaries.append(Boundary(block_type, row, None, len(self.open_blocks), parent))
        self._note_change(row)

    def _close_block(self, row: int) -> None:
        if not self.open_blocks:
            return
        # A statement that its block cuts short, as in broken text, ends with the block.
        while self.open_statements and self.statement_starts[self.open_statements[-1]][1] >= len(self.open_blocks):
            self._end_statement(row)
        block = self.open_blocks.pop()
        self.boundaries[block] = replace(self.boundaries[block], row_end=row)
        self._note_change(row)

    def _note_change(self, row: int) -> None:
        self.change_rows.append(row)
        self.change_blocks.append(self.open_blocks[-1] if self.open_blocks else None)

    def _declare(self, row: int, opener: Opener) -> None:
        block = self.open_blocks[-1] if self.open_blocks else None
        statement = self.open_statements[-1] if self.open_statements else None
        heredoc = _Heredoc(row, opener, len(self.open_blocks), block, statement, row + 1, row)
        self.heredocs.append(heredoc)
        # What a body declares has its own body before the rest of that body.
        place = next((index for index, other in enumerate(self.pending) if other.begun), len(self.pending))
        self.pending.insert(place, heredoc)

    def _follow_body(self, row: int, op: int) -> None:
        heredoc = self.pending[0]
        if op == HELD:
            heredoc.recovered = True
            return
        heredoc.begin(row)
        if op == TERMINATOR:
            heredoc.content_row_end = row - 1
            heredoc.terminator_row = row
            del self.pending[0]
        elif op == ABSENT:
            heredoc.recovered = True
            del self.pending[0]


def _ends_at_semicolon(lexer: Lexer, lines: Lines, reading: Reading) -> list[int]:
    """The rows where statements would end if a `;` stood on a line below the text.

    A lexer often knows only from the next token where a statement has ended (`}` without `else`, a line without a
    leading dot below). At the end of the text there is none, so one is offered.
    """
    state = reading.state_before(lines.row_count)
    while lexer.pending(state):
        state = lexer.drop(state)
    _, events = lexer.line(b";", state)
    return [lines.row_count - (value if isinstance(value, int) else 0) for op, _, value in events if op == END]
