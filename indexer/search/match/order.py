"""The statements of a text in the order of their blocks: what comes before what, and what right after.

A statement is told by its bytes where there is a tree, else by its rows. What is asked for lies in the innermost
statement that has all of it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

import numpy as np

from indexer.model import Boundary, Span, Statement
from indexer.query.tree import Way
from indexer.search.match.nodes import Flags
from indexer.store.columns import Rows
from indexer.text.document_text import Text


class StatementOrder:
    """All statements of a text, and which of them are in one block."""

    def __init__(self, found: tuple[Sequence[Statement], Sequence[Boundary]], text: Text) -> None:
        statements, boundaries = found
        self._statements = list(statements)
        self._text = text
        reaches = [self._reach(one) for one in statements]
        self.starts: Rows = np.array([start for start, _ in reaches], np.int64)
        self.ends: Rows = np.array([end for _, end in reaches], np.int64)
        self._blocks = _blocks(statements, boundaries)
        self._order = sorted(range(len(statements)), key=lambda at: (reaches[at].start, statements[at].depth, at))
        self._begins = [reaches[at].start for at in self._order]
        self._after = [end for _, end in reaches]
        self._outer = _outer(statements, self._order)
        self._by_rows = {
            (one.row_start, one.row_end): at for at, one in enumerate(statements) if one.row_end > one.row_start
        }

    def _reach(self, one: Statement) -> Span:
        if one.reach is not None:
            return one.reach
        return Span(self._text.lines[one.row_start], self._text.row_span(one.row_end)[1])

    @property
    def spans(self) -> list[Span]:
        """What the statements are, without what stands beside them in their rows."""
        return [one.span or self._reach(one) for one in self._statements]

    @property
    def rows(self) -> list[tuple[int, int]]:
        return [(one.row_start, one.row_end) for one in self._statements]

    def of_places(self, starts: Rows, ends: Rows) -> Rows:
        """The innermost statement around each of some ranges, or -1."""
        ranges = zip(starts.tolist(), ends.tolist(), strict=True)
        return np.array([self._around(start, end) for start, end in ranges], np.int64)

    def of_rows(self, starts: Rows, ends: Rows) -> Rows:
        """The same for ranges of whole rows: a statement of several rows may share the first and the last of them."""
        row_of = self._text.lines.row_of
        ranges = list(zip(starts.tolist(), ends.tolist(), strict=True))
        known = (self._by_rows.get((row_of(start), row_of(end))) for start, end in ranges)
        return np.array(
            [self._around(*rows) if at is None else at for at, rows in zip(known, ranges, strict=True)], np.int64
        )

    def _around(self, start: int, end: int) -> int:
        place = bisect_right(self._begins, start) - 1
        at = self._order[place] if place >= 0 else -1
        while at >= 0 and self._after[at] < end:
            at = self._outer[at]
        return at

    def beside(self, flags: Flags, way: Way) -> Flags:
        """For each statement, whether one of some is beside it."""
        found = np.zeros(len(flags), np.bool_)
        for block in self._blocks:
            inside = flags[block].tolist()
            if way in ("after", "previous"):
                block, inside = block[::-1], inside[::-1]
            seen = False
            for at, is_one in zip(reversed(block), reversed(inside), strict=True):
                found[at] = seen
                seen = is_one or (seen and way in ("after", "before"))
        return found


def _outer(statements: Sequence[Statement], order: Sequence[int]) -> list[int]:
    """The statement that each lies in, or -1."""
    found = [-1] * len(statements)
    around: list[int] = []
    for at in order:
        while around and statements[around[-1]].depth >= statements[at].depth:
            around.pop()
        found[at] = around[-1] if around else -1
        around.append(at)
    return found


def _blocks(statements: Sequence[Statement], boundaries: Sequence[Boundary]) -> list[list[int]]:
    """The statements of each block, in order: those that the same boundary is the innermost around."""
    by_depth: dict[int, list[Boundary]] = {}
    for boundary in boundaries:
        by_depth.setdefault(boundary.depth, []).append(boundary)
    found: dict[tuple[int, int | None], list[int]] = {}
    for at, one in enumerate(statements):
        number: int | None = one.block
        if one.span is None:
            around = by_depth.get(one.depth, [])
            number = bisect_right(around, one.row_start, key=lambda boundary: boundary.row_start) - 1
            while number >= 0 and (end := around[number].row_end) is not None and end < one.row_end:
                number = number - 1 if end >= one.row_start else -1  # those before it end before it
        found.setdefault((one.depth, number), []).append(at)
    return [sorted(block, key=lambda at: statements[at].span or (at,)) for block in found.values()]
