"""What conditions are asked of, as columns: lines, definitions and blocks, or the file."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, Protocol

import numpy as np

from indexer.lazy import lazy
from indexer.model import Span
from indexer.search.match.facts import Facts
from indexer.search.match.nodes import Flags, Nodes, row_ends
from indexer.search.match.places import Places
from indexer.store.columns import PackedOutline, Rows
from indexer.text.document_text import Text

NodeTest = Callable[[Rows], Flags]  # which of some nodes something holds of


class TextColumns:
    """A text and its definitions and blocks, which are read when somebody asks for them."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts

    @lazy
    def text(self) -> Text:
        return self._facts.text

    @lazy
    def packed(self) -> PackedOutline:
        return self._facts.outline

    @lazy
    def nodes(self) -> Nodes:
        return Nodes(self.text, self.packed)


class Subjects(Protocol):
    """Some of one kind. What is asked of them is told for each, in order."""

    def __len__(self) -> int: ...

    def chosen(self, at: Rows) -> Subjects:
        """Some of them."""

    @property
    def starts(self) -> Rows: ...
    @property
    def ends(self) -> Rows: ...

    @property
    def own(self) -> Rows:
        """The node whose kind, name and size count, or -1."""

    @property
    def depths(self) -> Rows:
        """How many blocks and definitions there are from the outermost down to each, or -1."""

    def with_place(self, places: Places) -> Flags:
        """Whether one of some places lies in them."""

    def inside(self, holds: NodeTest) -> Flags:
        """Whether something holds of a node around them."""

    def holding(self, inner: Flags) -> Flags:
        """Whether one of some nodes lies in them, given as flags of all nodes."""

    def count_held(self, inner: Flags) -> Rows:
        """How many of some nodes lie in them."""


class NodeSubjects:
    """Definitions and blocks."""

    def __init__(self, nodes: Nodes, at: Rows) -> None:
        self._nodes = nodes
        self.own = at

    def __len__(self) -> int:
        return len(self.own)

    def chosen(self, at: Rows) -> NodeSubjects:
        return NodeSubjects(self._nodes, self.own[at])

    @property
    def starts(self) -> Rows:
        return self._nodes.starts[self.own]

    @property
    def ends(self) -> Rows:
        return self._nodes.ends[self.own]

    @property
    def depths(self) -> Rows:
        return self._nodes.depths[self.own]

    def with_place(self, places: Places) -> Flags:
        return places.any_inside_each(self.starts, self.ends)

    def inside(self, holds: NodeTest) -> Flags:
        return self._nodes.inside(holds(np.arange(len(self._nodes))))[self.own]

    def holding(self, inner: Flags) -> Flags:
        return self._nodes.holding(inner)[self.own]

    def count_held(self, inner: Flags) -> Rows:
        return self._nodes.count_held(inner)[self.own]


class Row(NamedTuple):
    """A line, or the lines of a place that has several."""

    start: int
    end: int
    first: int
    last: int
    place: tuple[int, int]  # that made it a subject


class RowSubjects:
    """Lines, each with the place that made it a subject."""

    def __init__(self, text: TextColumns, of_blocks: bool, columns: tuple[Rows, ...]) -> None:
        self._text = text
        self._of_blocks = of_blocks
        self._columns = columns  # what a Row has, with the place's start and end
        self.starts, self.ends, self.firsts, self.lasts, self._offsets, self._ends = columns

    @property
    def places(self) -> tuple[Rows, Rows]:
        """Where the places that made them subjects start and end."""
        return self._offsets, self._ends

    @classmethod
    def of(cls, text: TextColumns, of_blocks: bool, places: Places) -> RowSubjects:
        starts, ends = places.columns
        lines = np.asarray(text.text.lines.starts())
        firsts = np.searchsorted(lines, starts, "right") - 1
        lasts = np.searchsorted(lines, np.maximum(ends - 1, starts), "right") - 1
        high = row_ends(text.text, lines, lasts)
        return cls(text, of_blocks, (lines[firsts], high, firsts, lasts, starts, ends))

    def __len__(self) -> int:
        return len(self.starts)

    def chosen(self, at: Rows) -> RowSubjects:
        chosen = RowSubjects(self._text, self._of_blocks, tuple(column[at] for column in self._columns))
        if "_around" in self.__dict__:
            chosen.__dict__["_around"] = [self._around[one] for one in at.tolist()]
        return chosen

    def rows(self) -> list[Row]:
        *rows, starts, ends = (column.tolist() for column in self._columns)
        return list(map(Row, *rows, zip(starts, ends, strict=True)))

    @lazy
    def _around(self) -> list[list[int]]:
        """The nodes around the start of each place, innermost first."""
        return self._text.nodes.around_each(self._offsets)

    @lazy
    def own(self) -> Rows:
        """The innermost definition around, or the innermost block if the query asks for a kind of those."""
        nodes = self._text.nodes
        counts = nodes.symbols >= 0
        if self._of_blocks:
            counts |= ~nodes.are_groups
        are_own = counts.tolist()
        own = [next((at for at in around if are_own[at]), -1) for around in self._around]
        return np.array(own, np.int64)

    @property
    def depths(self) -> Rows:
        are_groups = self._text.nodes.are_groups.tolist()
        return np.array([sum(not are_groups[at] for at in around) for around in self._around], np.int64)

    def with_place(self, places: Places) -> Flags:
        return places.any_touching_each(self.starts, self.ends)

    def inside(self, holds: NodeTest) -> Flags:
        nodes = self._text.nodes
        outer = np.flatnonzero(nodes.are_around_any(self._offsets))
        return nodes.are_in_one(outer[holds(outer)], self._offsets)

    def holding(self, inner: Flags) -> Flags:
        return _spans_in(self._text.nodes, inner).any_inside_each(self.starts, self.ends)

    def count_held(self, inner: Flags) -> Rows:
        return _spans_in(self._text.nodes, inner).count_inside_each(self.starts, self.ends)


class SpanSubjects:
    """Ranges of a text: what the holes of a pattern stand for. One that is all of a definition or block is that."""

    def __init__(self, text: TextColumns, first: Rows, after: Rows) -> None:
        self._text = text
        self._first, self._after = first, after

    def __len__(self) -> int:
        return len(self._first)

    def chosen(self, at: Rows) -> SpanSubjects:
        return SpanSubjects(self._text, self._first[at], self._after[at])

    @lazy
    def starts(self) -> Rows:
        """Where they start, with the indent before them: a block is its rows, whole."""
        data, row_of, lines = self._text.text.data, self._text.text.lines.row_of, self._text.text.lines
        rows = ((lines[row_of(start)], start) for start in self._first.tolist())
        return np.array([start if data[row:start].strip() else row for row, start in rows], np.int64)

    @lazy
    def ends(self) -> Rows:
        text = self._text.text
        rows = ((text.row_span(text.lines.row_of(max(end - 1, 0)))[1], end) for end in self._after.tolist())
        return np.array([end if text.data[end:row].strip() else max(row, end) for row, end in rows], np.int64)

    def are(self, places: Places) -> Flags:
        """Whether one of some places is all of each."""
        mine = set(zip(places.starts, places.ends, strict=True))
        spans = zip(self._first.tolist(), self._after.tolist(), strict=True)
        return np.array([span in mine for span in spans], np.bool_)

    @lazy
    def own(self) -> Rows:
        """The node that has the same rows, without blanks at their ends."""
        return np.array(self._own_of(zip(self._first.tolist(), self._after.tolist(), strict=True)), np.int64)

    def _own_of(self, mine: Iterable[tuple[int, int]]) -> list[int]:
        nodes, data = self._text.nodes, self._text.text.data
        spans = zip(nodes.starts.tolist(), nodes.ends.tolist(), strict=True)
        own = {_filled(data, start, end): at for at, (start, end) in enumerate(spans)}
        return [own.get(_filled(data, start, end), -1) for start, end in mine]

    @property
    def _around(self) -> list[list[int]]:
        around = self._text.nodes.around_each(self._first)
        ends, limits = self._text.nodes.ends, self._after.tolist()
        return [
            [at for at in outer if at != own and ends[at] >= end]
            for outer, own, end in zip(around, self.own.tolist(), limits, strict=True)
        ]

    @property
    def depths(self) -> Rows:
        are_groups = self._text.nodes.are_groups.tolist()
        return np.array([sum(not are_groups[at] for at in around) for around in self._around], np.int64)

    def with_place(self, places: Places) -> Flags:
        return places.any_inside_each(self.starts, self.ends)

    def inside(self, holds: NodeTest) -> Flags:
        chosen = set(np.flatnonzero(holds(np.arange(len(self._text.nodes)))).tolist())
        return np.array([not chosen.isdisjoint(around) for around in self._around], np.bool_)

    def holding(self, inner: Flags) -> Flags:
        return _spans_in(self._text.nodes, inner).any_inside_each(self.starts, self.ends)

    def count_held(self, inner: Flags) -> Rows:
        return _spans_in(self._text.nodes, inner).count_inside_each(self.starts, self.ends)


class StatementSubjects(SpanSubjects):
    """Statements, with what stands beside them in their rows. One that is a definition or block is that."""

    def __init__(
        self, text: TextColumns, first: Rows, after: Rows, spans: Sequence[Span], rows: Sequence[tuple[int, int]]
    ) -> None:
        super().__init__(text, first, after)
        self._spans, self._rows = spans, rows

    def chosen(self, at: Rows) -> StatementSubjects:
        spans, rows = ([of[one] for one in at.tolist()] for of in (self._spans, self._rows))
        return StatementSubjects(self._text, self._first[at], self._after[at], spans, rows)

    @lazy
    def own(self) -> Rows:
        """The node with the same bytes or, since a block is its rows, with the same rows if these are several."""
        nodes = self._text.nodes
        spans = self._own_of(self._spans)
        rows = zip(nodes.first_rows.tolist(), nodes.last_rows.tolist(), strict=True)
        by_rows = {pair: at for at, pair in enumerate(rows) if pair[0] < pair[1]}
        return np.array(
            [at if at >= 0 else by_rows.get(rows, -1) for at, rows in zip(spans, self._rows, strict=True)], np.int64
        )


def _filled(data: bytes, start: int, end: int) -> tuple[int, int]:
    """A range without the blanks at its ends."""
    run = data[start:end]
    start += len(run) - len(run.lstrip())
    return start, start + len(run.strip())


class FileSubject:
    """A whole file. It has no kind, no name and nothing around it."""

    own = depths = np.full(1, -1, np.int64)

    starts = np.zeros(1, np.int64)

    def __init__(self, text: TextColumns) -> None:
        self._text = text

    @property
    def ends(self) -> Rows:
        return np.full(1, len(self._text.text.data), np.int64)

    def __len__(self) -> int:
        return 1

    def chosen(self, at: Rows) -> FileSubject:
        return self  # one is all; who has none left asks nothing

    def with_place(self, places: Places) -> Flags:
        return np.full(1, len(places) > 0, np.bool_)

    def inside(self, holds: NodeTest) -> Flags:
        return np.zeros(1, np.bool_)

    def holding(self, inner: Flags) -> Flags:
        return _spans_in(self._text.nodes, inner).any_inside_each(self.starts, self.ends)

    def count_held(self, inner: Flags) -> Rows:
        return _spans_in(self._text.nodes, inner).count_inside_each(self.starts, self.ends)


def _spans_in(nodes: Nodes, chosen: Flags) -> Places:
    return Places(zip(nodes.starts[chosen].tolist(), nodes.ends[chosen].tolist(), strict=True))
