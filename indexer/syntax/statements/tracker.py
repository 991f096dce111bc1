"""The statement tracker: statements, block boundaries and heredocs of one version of a text.

It drives a language's lexer over the lines of a text and turns what the lexer says into records. Blocks and
statements nest; a heredoc belongs to the block and the statement that declare it, wherever its body lies.

An editor's text is broken most of the time, so two readings of heredocs are mended, and marked `recovered`:

- a heredoc that nothing terminates has an empty body, and what follows it is code;
- where the strict reading leaves blocks open at the end of the text, and a body starts with lines of nothing but
  closers, those lines close the blocks opened above them, and the body starts below.

A tracker is a value: `edited` makes a new one and shares what the edit did not touch. It never depends on the
edits that led to it, never mends a text that reads well as it is, and never raises on any input.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from functools import cached_property

from indexer.model import Boundary, Heredoc, Statement
from indexer.syntax.statements.lexer import BEGIN, CLOSE, Lexer
from indexer.syntax.statements.reading import CLOSERS, CLOSING, Lines, Reading, rows_marked
from indexer.syntax.statements.records import Records, build_records

_CLOSING_ROW = re.compile(rows_marked(CLOSING))
_BRACKETS = re.compile(rb"[\s;,)}\]]*\Z")


class StatementTracker:
    """Statements, boundaries and heredocs of a text. Rows are 0-based and follow the line starts given."""

    def __init__(
        self, lexer: Lexer, lines: Lines, strict: Reading, mended: Reading | None, held: frozenset[int]
    ) -> None:
        """Use `scan` or `edited`."""
        self._lexer = lexer
        self._lines = lines
        self._strict = strict  # whole from the moment that someone asks for records
        self._mended = mended
        self._held = held

    @classmethod
    def scan(cls, lexer: Lexer, text: bytes, line_starts: Sequence[int]) -> StatementTracker:
        """Reads a whole text. `line_starts` are the byte offsets of its rows, the first one 0."""
        lines = Lines(text, line_starts)
        strict = Reading.scan(lexer, lines)
        if _has_suspects(strict) and not lexer.closed(strict.final_state(lexer, lines)):
            strict = strict.completed(lexer, lines)
        held = _swallowed_closers(lexer, lines, strict)
        mended = _reread(strict, lexer, lines, held) if held else None
        return cls(lexer, lines, strict, mended, held)

    def edited(
        self, text: bytes, line_starts: Sequence[int], first_row: int, old_row_end: int, new_row_end: int
    ) -> StatementTracker:
        """The tracker of a text in which rows [first_row, new_row_end) replace rows [first_row, old_row_end)."""
        lexer, lines = self._lexer, Lines(text, line_starts)
        strict = self._strict.edited(lexer, lines, first_row, old_row_end, new_row_end, frozenset())
        if _has_suspects(strict):
            strict = strict.completed(lexer, lines)  # and it stays so, for the next edit
        held = _swallowed_closers(lexer, lines, strict)
        mended = None
        if held and self._mended:
            shift = new_row_end - old_row_end
            kept = {row for row in self._held if row < first_row}
            kept.update(row + shift for row in self._held if row >= old_row_end)
            changed = kept ^ held
            first_row = min(changed | {first_row})
            new_row_end = max({row + 1 for row in changed} | {new_row_end})
            mended = self._mended.edited(lexer, lines, first_row, new_row_end - shift, new_row_end, held)
        elif held:
            mended = _reread(strict, lexer, lines, held)
        return StatementTracker(lexer, lines, strict, mended, held)

    @property
    def relexed(self) -> int:
        """How many lines were lexed to make this tracker from the one before it."""
        return self._strict.relexed + (self._mended.relexed if self._mended else 0)

    @property
    def lines(self) -> Lines:
        """The text that was read, and its rows."""
        return self._lines

    @property
    def reading(self) -> Reading:
        """What the lexer said, after recovery: of every line, if someone asked for records, else of heredocs only."""
        return self._mended or self._strict

    def statements(self) -> list[Statement]:
        """All statements, by where they begin; an outer one comes before those inside it."""
        return self._records.statements

    def boundaries(self) -> list[Boundary]:
        """All blocks, by where they open."""
        return self._records.boundaries

    def heredocs(self) -> list[Heredoc]:
        """All heredocs, by where they are declared."""
        return self._records.heredocs

    def depth_at(self, row: int) -> int:
        """The number of blocks open where a row starts."""
        block = self.current_block(row)
        return block.depth if block else 0

    def current_block(self, row: int) -> Boundary | None:
        """The innermost block open where a row starts."""
        return self._records.block_at(row)

    def context_at(self, row: int) -> Heredoc | None:
        """The heredoc whose body or terminator covers a row, innermost first; else the first declared on it."""
        return self._records.heredoc_at(row)

    @cached_property
    def _records(self) -> Records:
        self._strict = self._strict.completed(self._lexer, self._lines)
        return build_records(self._lexer, self._lines, self.reading)


def _has_suspects(strict: Reading) -> bool:
    """Whether a body starts with lines of nothing but closers."""
    return bool(strict.seen & CLOSING) and _CLOSING_ROW.search(strict.marks) is not None


def _swallowed_closers(lexer: Lexer, lines: Lines, strict: Reading) -> frozenset[int]:
    """The rows at the start of heredoc bodies that are closers which the code around them misses.

    A body gives back only as many closers as there are blocks that were opened above it and are never closed,
    less those that bodies further up gave back already.
    """
    if not _has_suspects(strict) or lexer.closed(strict.final_state(lexer, lines)):
        return frozenset()
    suspects = [match.start() for match in _CLOSING_ROW.finditer(strict.marks)]
    unclosed = strict.unclosed()
    held: set[int] = set()
    given = 0
    for body_row in suspects:
        missing = bisect_left(unclosed, body_row) - given
        state = strict.state_before(body_row)
        row = body_row
        while missing > 0:
            content = lines.content(row)
            if not CLOSERS.match(content) or lexer.ends(content, lexer.pending(state)[0]):
                break
            after, events = lexer.line(content, state, True)
            ops = [event[0] for event in events]
            closed = ops.count(CLOSE)
            closes_a_bracket = row > body_row and after != state and BEGIN not in ops and _BRACKETS.match(content)
            if closed > missing or not (closed or closes_a_bracket):
                break
            held.add(row)
            given += closed
            missing -= closed
            state = after
            row += 1
    return frozenset(held)


def _reread(strict: Reading, lexer: Lexer, lines: Lines, held: frozenset[int]) -> Reading:
    first, end = min(held), max(held) + 1
    return strict.edited(lexer, lines, first, end, end, held)
