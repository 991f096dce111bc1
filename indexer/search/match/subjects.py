"""What conditions are asked of, as columns: lines, definitions and blocks, or the file."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from itertools import chain
from typing import NamedTuple, Protocol

import numpy as np

from indexer.search.match.nodes import Flags, Nodes, row_ends
from indexer.search.match.places import Places
from indexer.store.columns import Rows
from indexer.text.document_text import Text

NodeTest = Callable[[Rows], Flags]  # which of some nodes something holds of


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


class Row(NamedTuple):
    """A line, or the lines of a place that has several."""

    start: int
    end: int
    first: int
    last: int
    place: tuple[int, int]  # that made it a subject


class RowSubjects:
    """Lines, each with the place that made it a subject."""

    def __init__(self, nodes: Callable[[], Nodes], of_blocks: bool, columns: tuple[Rows, ...]) -> None:
        self._make_nodes = nodes
        self._of_blocks = of_blocks
        self._columns = columns  # what a Row has, with the place's start and end
        self.starts, self.ends, self.firsts, self.lasts, self._offsets, _ = columns

    @classmethod
    def of(cls, text: Text, nodes: Callable[[], Nodes], of_blocks: bool, places: Places) -> RowSubjects:
        starts, ends = places.columns
        lines = np.asarray(text.lines.starts())
        firsts = np.searchsorted(lines, starts, "right") - 1
        lasts = np.searchsorted(lines, np.maximum(ends - 1, starts), "right") - 1
        return cls(nodes, of_blocks, (lines[firsts], row_ends(text, lines, lasts), firsts, lasts, starts, ends))

    def __len__(self) -> int:
        return len(self.starts)

    def chosen(self, at: Rows) -> RowSubjects:
        chosen = RowSubjects(self._make_nodes, self._of_blocks, tuple(column[at] for column in self._columns))
        if "_around" in self.__dict__:
            chosen.__dict__["_around"] = [self._around[one] for one in at.tolist()]
        return chosen

    def rows(self) -> list[Row]:
        *rows, starts, ends = (column.tolist() for column in self._columns)
        return list(map(Row, *rows, zip(starts, ends, strict=True)))

    @cached_property
    def _nodes(self) -> Nodes:
        return self._make_nodes()

    @cached_property
    def _around(self) -> list[list[int]]:
        """The nodes around the start of each place, innermost first."""
        return self._nodes.around_each(self._offsets)

    @cached_property
    def own(self) -> Rows:
        """The innermost definition around, or the innermost block if the query asks for a kind of those."""
        nodes = self._nodes
        counts = nodes.symbols >= 0
        if self._of_blocks:
            counts |= ~nodes.are_groups
        are_own = counts.tolist()
        own = [next((at for at in around if are_own[at]), -1) for around in self._around]
        return np.array(own, np.int64)

    @property
    def depths(self) -> Rows:
        are_groups = self._nodes.are_groups.tolist()
        return np.array([sum(not are_groups[at] for at in around) for around in self._around], np.int64)

    def with_place(self, places: Places) -> Flags:
        return places.any_touching_each(self.starts, self.ends)

    def inside(self, holds: NodeTest) -> Flags:
        outer = np.array(sorted(set(chain.from_iterable(self._around))), np.int64)
        chosen = set(outer[holds(outer)].tolist())
        return np.array([not chosen.isdisjoint(around) for around in self._around], np.bool_)

    def holding(self, inner: Flags) -> Flags:
        return _spans_in(self._nodes, inner, self)


class FileSubject:
    """A whole file. It has no kind, no name and nothing around it."""

    own = depths = np.full(1, -1, np.int64)

    def __init__(self, text: Text, nodes: Callable[[], Nodes]) -> None:
        self.starts, self.ends = np.zeros(1, np.int64), np.full(1, len(text.data), np.int64)
        self._make_nodes = nodes

    def __len__(self) -> int:
        return 1

    def chosen(self, at: Rows) -> FileSubject:
        return self  # one is all; who has none left asks nothing

    def with_place(self, places: Places) -> Flags:
        return np.full(1, len(places) > 0, np.bool_)

    def inside(self, holds: NodeTest) -> Flags:
        return np.zeros(1, np.bool_)

    def holding(self, inner: Flags) -> Flags:
        return _spans_in(self._make_nodes(), inner, self)


def _spans_in(nodes: Nodes, inner: Flags, subjects: Subjects) -> Flags:
    spans = Places(zip(nodes.starts[inner].tolist(), nodes.ends[inner].tolist(), strict=True))
    return spans.any_inside_each(subjects.starts, subjects.ends)
