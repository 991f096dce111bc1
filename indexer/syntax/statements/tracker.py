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
from dataclasses import dataclass

from indexer.lazy import lazy
from indexer.model import Boundary, Heredoc, HeredocBody, Statement
from indexer.syntax.statements.lexed_text import CLOSERS, CLOSING, Lines, Reading, closes_below, rows_marked
from indexer.syntax.statements.lexer import BEGIN, CLOSE, Lexer
from indexer.syntax.statements.records import Records, build_bodies, build_records

_CLOSING_ROW = re.compile(rows_marked(CLOSING))
_BRACKETS = re.compile(rb"[\s;,)}\]]*\Z")


@dataclass(frozen=True, slots=True)
class _Readings:
    """A text read for its heredocs and, once someone has asked for more, for everything in it."""

    heredocs: Reading
    whole: Reading | None = None

    @classmethod
    def scan(cls, lexer: Lexer, lines: Lines) -> _Readings:
        return cls(Reading.scan(lexer.lean, lines))

    def completed(self, lexer: Lexer, lines: Lines) -> _Readings:
        """With a whole reading. Where no lexer reads less than everything, the two are one."""
        if self.whole is not None:
            return self
        if lexer.lean is lexer:
            whole = self.heredocs.completed(lexer, lines)
            return _Readings(whole, whole)
        return _Readings(self.heredocs, Reading.scan(lexer, lines).completed(lexer, lines))

    def edited(
        self, lexer: Lexer, lines: Lines, first_row: int, old_row_end: int, new_row_end: int, held: frozenset[int]
    ) -> _Readings:
        heredocs = self.heredocs.edited(lexer.lean, lines, first_row, old_row_end, new_row_end, held)
        if self.whole is self.heredocs or self.whole is None:
            return _Readings(heredocs, self.whole and heredocs)
        return _Readings(heredocs, self.whole.edited(lexer, lines, first_row, old_row_end, new_row_end, held))

    @property
    def relexed(self) -> int:
        both = self.whole is not None and self.whole is not self.heredocs
        return self.heredocs.relexed + (self.whole.relexed if both and self.whole else 0)


class StatementTracker:
    """Statements, boundaries and heredocs of a text. Rows are 0-based and follow the line starts given."""

    def __init__(
        self, lexer: Lexer, lines: Lines, strict: _Readings, mended: _Readings | None, held: frozenset[int]
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
        strict = _Readings.scan(lexer, lines)
        if _has_suspects(strict) and not _closed(lexer, lines, strict.heredocs):
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
        """Where the heredocs are, after recovery; of other lines this may say nothing."""
        return (self._mended or self._strict).heredocs

    @property
    def whole(self) -> Reading:
        """What the lexer said of every line, after recovery."""
        self._strict = self._strict.completed(self._lexer, self._lines)
        whole = (self._mended or self._strict).whole
        assert whole is not None  # what was mended has been whole since
        return whole

    def statements(self) -> list[Statement]:
        """All statements, by where they begin; an outer one comes before those inside it."""
        return self._records.statements

    def boundaries(self) -> list[Boundary]:
        """All blocks, by where they open."""
        return self._records.boundaries

    def heredocs(self) -> list[Heredoc]:
        """All heredocs, by where they are declared."""
        return self._records.heredocs

    def bodies(self) -> list[HeredocBody]:
        """The same heredocs, without blocks and statements, for which much more has to be read."""
        return self._bodies

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

    @lazy
    def _bodies(self) -> list[HeredocBody]:
        return build_bodies(self._lexer.lean, self._lines, self.reading, self._held)

    @lazy
    def _records(self) -> Records:
        return build_records(self._lexer, self._lines, self.whole)


def _has_suspects(strict: _Readings) -> bool:
    """Whether a body starts with lines of nothing but closers."""
    heredocs = strict.heredocs
    return bool(heredocs.seen & CLOSING) and _CLOSING_ROW.search(heredocs.marks) is not None


def _closed(lexer: Lexer, lines: Lines, heredocs: Reading) -> bool:
    """Whether it can be told at little cost that no block opened above a suspect body is left open."""
    if lexer.lean is lexer:
        return lexer.closed(heredocs.final_state(lexer, lines))
    *_, last = _CLOSING_ROW.finditer(heredocs.marks)
    return closes_below(lexer, lines, last.start())


def _swallowed_closers(lexer: Lexer, lines: Lines, strict: _Readings) -> frozenset[int]:
    """The rows at the start of heredoc bodies that are closers which the code around them misses.

    A body gives back only as many closers as there are blocks that were opened above it and are never closed,
    less those that bodies further up gave back already.
    """
    whole = strict.whole
    if whole is None or not _has_suspects(strict) or lexer.closed(whole.state_before(lines.row_count)):
        return frozenset()
    suspects = [match.start() for match in _CLOSING_ROW.finditer(whole.marks)]
    unclosed = whole.unclosed()
    held: set[int] = set()
    given = 0
    for body_row in suspects:
        missing = bisect_left(unclosed, body_row) - given
        state = whole.state_before(body_row)
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


def _reread(strict: _Readings, lexer: Lexer, lines: Lines, held: frozenset[int]) -> _Readings:
    first, end = min(held), max(held) + 1
    return strict.edited(lexer, lines, first, end, end, held)
