"""The statements of a text in the order of their blocks: what comes before what, and what right after.

A statement is told by its rows. What is asked for lies in the innermost statement that has all of its rows.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

import numpy as np

from indexer.model import Boundary, Statement
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
        spans = [(text.lines[one.row_start], text.row_span(one.row_end)[1]) for one in statements]
        self.starts: Rows = np.array([start for start, _ in spans], np.int64)
        self.ends: Rows = np.array([end for _, end in spans], np.int64)
        self._blocks = _blocks(statements, boundaries)
        self._firsts = [one.row_start for one in statements]
        self._outer = _outer(statements)

    def of_each(self, starts: Rows, ends: Rows) -> Rows:
        """The innermost statement around each of some ranges, or -1."""
        row_of = self._text.lines.row_of
        rows = ((row_of(start), row_of(end)) for start, end in zip(starts.tolist(), ends.tolist(), strict=True))
        return np.array([self._around(first, last) for first, last in rows], np.int64)

    def _around(self, first: int, last: int) -> int:
        at = bisect_right(self._firsts, first) - 1
        while at >= 0 and self._statements[at].row_end < last:
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


def _outer(statements: Sequence[Statement]) -> list[int]:
    """The statement that each lies in, or -1."""
    found: list[int] = []
    around: list[int] = []
    for at, one in enumerate(statements):
        while around and statements[around[-1]].depth >= one.depth:
            around.pop()
        found.append(around[-1] if around else -1)
        around.append(at)
    return found


def _blocks(statements: Sequence[Statement], boundaries: Sequence[Boundary]) -> list[list[int]]:
    """The statements of each block, in order: those that the same boundary is the innermost around."""
    by_depth: dict[int, list[Boundary]] = {}
    for boundary in boundaries:
        by_depth.setdefault(boundary.depth, []).append(boundary)
    found: dict[tuple[int, int], list[int]] = {}
    for at, one in enumerate(statements):
        around = by_depth.get(one.depth, [])
        number = bisect_right(around, one.row_start, key=lambda boundary: boundary.row_start) - 1
        while number >= 0 and (end := around[number].row_end) is not None and end < one.row_end:
            number = number - 1 if end >= one.row_start else -1  # those before it end before it
        found.setdefault((one.depth, number), []).append(at)
    return list(found.values())
