"""The definitions and blocks of a text as one tree: what a hit is, what is around it and what is inside.

A block is its rows, whole. A definition that is no block of its own (it shares its rows with another) is its bytes.
A file has hundreds of nodes and a search looks at thousands of files, so they are columns, and no node is an object.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

import numpy as np
import numpy.typing as npt

from indexer.lazy import lazy
from indexer.store.columns import PackedOutline, Rows
from indexer.text.document_text import Text

GROUP = "group"

Flags = npt.NDArray[np.bool_]
_BEYOND = 1 << 62  # after every end
_SHORT = 4096  # bytes


class Nodes:
    """All nodes of a text in order, outer before inner."""

    def __init__(self, text: Text, packed: PackedOutline) -> None:
        self._packed = packed
        blocks, symbols = packed.block_columns(), packed.symbol_columns()
        alone = packed.symbols_alone
        rows = np.asarray(text.lines.starts())
        starts = np.concatenate((rows[blocks.first_rows], symbols.starts[alone]))
        ends = np.concatenate((row_ends(text, rows, blocks.last_rows), symbols.ends[alone]))
        own = np.concatenate((blocks.symbols, alone))
        order = np.lexsort((own < 0, -ends, starts))
        self.starts, self.ends, self.symbols = starts[order], ends[order], own[order]
        self.first_rows, self.last_rows, self.kinds = (
            np.concatenate((of_blocks, of_symbols[alone]))[order]
            for of_blocks, of_symbols in zip(blocks[:3], symbols[2:], strict=True)
        )
        self.blocks = np.where(order < len(blocks.symbols), order, -1)  # which block each is; -1 where it is none

    def __len__(self) -> int:
        return len(self.starts)

    def reachable(self, blocks: bool) -> Rows:
        """The nodes that can be hits: the blocks, or the definitions."""
        return np.flatnonzero((self.blocks if blocks else self.symbols) >= 0)

    def of_kinds(self, kinds: Collection[str]) -> Flags:
        """Which nodes are of one of some kinds."""
        numbers = set(self.kinds.tolist())
        are_wanted = np.zeros(max(numbers, default=0) + 1, np.bool_)
        are_wanted[[number for number in numbers if self._packed.kind(number) in kinds]] = True
        return are_wanted[self.kinds]

    @lazy
    def are_groups(self) -> Flags:
        return self.of_kinds((GROUP,))

    @lazy
    def _around(self) -> Rows:
        """The nodes around, by what they cover, or -1: of those before each that end no sooner, the last."""
        ends = np.append(self.ends, _BEYOND)  # what is around everything has its end last
        found = np.arange(-1, len(self) - 1)
        # All that lies between a node and what was found for it ends sooner, so what was found for that is next.
        left = (ends[found] < self.ends).nonzero()[0]
        while left.size:
            found[left] = found[found[left]]
            left = left[ends[found[left]] < self.ends[left]]
        return found

    @lazy
    def parents(self) -> list[int]:
        """The node that each lies in, or -1. Of two definitions on one row neither lies in the other."""
        around, owners = self._around, np.append(self._packed.direct_owners(), -1)
        # A definition that is around another and does not own it is none that it lies in.
        outer = np.append(self.symbols, -1)[around]
        doubtful = (self.symbols >= 0) & (outer >= 0) & (owners[self.symbols] != outer)
        parents: list[int] = around.tolist()
        if doubtful.any():
            symbols = self.symbols.tolist()
            for at in doubtful.nonzero()[0].tolist():
                owning, node = self._packed.owners(symbols[at]), parents[at]
                while node >= 0 and symbols[node] >= 0 and symbols[node] not in owning:
                    node = int(around[node])
                parents[at] = node
        return parents

    @property
    def outermost(self) -> Rows:
        """The nodes that lie in no other."""
        return np.flatnonzero(np.array(self.parents, np.int64) < 0)

    def ancestors(self, at: int) -> Iterator[int]:
        """The nodes around a node, innermost first."""
        outer = self.parents[at]
        while outer >= 0:
            yield outer
            outer = self.parents[outer]

    def around_each(self, offsets: Rows) -> list[list[int]]:
        """The nodes around each of some offsets, innermost first."""
        ends, outer = self.ends.tolist(), self._around.tolist()
        are_blocks = (self.blocks >= 0).tolist()
        found: list[list[int]] = []
        begun = np.searchsorted(self.starts, offsets, "right") - 1
        for at, offset in zip(begun.tolist(), offsets.tolist(), strict=True):
            around: list[int] = []
            while at >= 0:
                if ends[at] > offset or (ends[at] == offset and are_blocks[at]):
                    around.append(at)
                at = outer[at]
            found.append(around)
        return found

    def are_around_any(self, offsets: Rows) -> Flags:
        """Which nodes may have one of some offsets in them. The offsets are in order."""
        flags: Flags = np.searchsorted(offsets, self.starts) < np.searchsorted(offsets, self._last_offsets, "right")
        return flags

    def are_in_one(self, outer: Rows, offsets: Rows) -> Flags:
        """Which of some offsets have one of some nodes around them, as `around_each` has it."""
        flags = np.zeros(len(offsets), np.bool_)
        for at in outer.tolist():
            last = self._last_offsets[at]
            after = np.searchsorted(self.starts, last, "right")
            beyond = self.ends[at + 1 : after] > self.ends[at]  # `} else {` is a row of both: it is the latter's
            end = self.starts[at + 1 + beyond.argmax()] if beyond.any() else last + 1
            flags[np.searchsorted(offsets, self.starts[at]) : np.searchsorted(offsets, end)] = True
        return flags

    @lazy
    def _last_offsets(self) -> Rows:
        """The last offset that counts as in each: a block has the end of its last row."""
        return self.ends - (self.blocks < 0)

    def inside(self, outer: Flags) -> Flags:
        """Which nodes lie in one of some."""
        flags, chosen = [False] * len(self), outer.tolist()
        for at, parent in enumerate(self.parents):
            if parent >= 0:
                flags[at] = chosen[parent] or flags[parent]
        return np.array(flags, np.bool_)

    def holding(self, inner: Flags) -> Flags:
        """Which nodes have one of some inside."""
        flags, chosen = [False] * len(self), inner.tolist()
        parents = self.parents
        for at in range(len(self) - 1, -1, -1):
            if parents[at] >= 0 and (chosen[at] or flags[at]):
                flags[parents[at]] = True
        return np.array(flags, np.bool_)

    def count_held(self, inner: Flags) -> Rows:
        """How many of some nodes each has inside."""
        counts, chosen = [0] * len(self), inner.tolist()
        parents = self.parents
        for at in range(len(self) - 1, -1, -1):
            if parents[at] >= 0:
                counts[parents[at]] += counts[at] + chosen[at]
        return np.array(counts, np.int64)

    @lazy
    def _children(self) -> tuple[Rows, Rows]:
        """Nodes that have others directly inside, in order, and those, one by one."""
        parents = np.append(np.array(self.parents, np.int64), -1)
        inner = (~self.are_groups).nonzero()[0]
        outer = parents[inner]
        pairs: list[tuple[Rows, Rows]] = []
        while (inside := outer >= 0).any():
            inner, outer = inner[inside], outer[inside]
            pairs.append((outer, inner))
            outer = np.where(self.are_groups[outer], parents[outer], -1)
        if not pairs:
            return np.zeros(0, np.int64), np.zeros(0, np.int64)
        outers, inners = (np.concatenate(columns) for columns in zip(*pairs, strict=True))
        order = np.lexsort((inners, outers))
        return outers[order], inners[order]

    def children(self, at: int) -> Rows:
        """The nodes directly inside a node. A list or literal over several rows is seen through."""
        outer, inner = self._children
        return inner[slice(*np.searchsorted(outer, (at, at + 1)))]

    def count_children(self, chosen: Flags) -> Rows:
        """How many of some nodes are directly inside each."""
        outer, inner = self._children
        return np.bincount(outer[chosen[inner]], minlength=len(self))

    @lazy
    def child_counts(self) -> Rows:
        return self.count_children(np.ones(len(self), np.bool_))

    @lazy
    def depths(self) -> Rows:
        """How many blocks and definitions there are from the outermost down to each; groups do not count."""
        depths: list[int] = []
        groups = self.are_groups.tolist()
        for parent in self.parents:
            depths.append(1 if parent < 0 else depths[parent] + (not groups[parent]))
        return np.array(depths, np.int64)


def row_ends(text: Text, starts: Rows, rows: Rows) -> Rows:
    """Where rows end, without their line ends."""
    data = text.data
    after = rows + 1
    is_last = after == len(starts)
    ends = np.where(is_last, len(data), starts[after - is_last] - 1)
    if data:
        signs = np.frombuffer(data, np.uint8)
        two = ~is_last & (signs[ends - is_last] == ord("\n")) & (signs[ends - 1] == ord("\r")) & (ends > 0)
        ends -= two
    return ends


def count_line_feeds(data: bytes, start: int, end: int) -> int:
    """How many there are in a range; numpy counts those of a long one in an eighth of the time."""
    if end - start < _SHORT:
        return data.count(b"\n", start, end)
    return int(np.count_nonzero(np.frombuffer(data, np.uint8, end - start, start) == ord("\n")))
