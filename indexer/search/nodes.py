"""The definitions and blocks of a text as one tree: what a hit is, what is around it and what is inside.

A block is its rows, whole. A definition that is no block of its own (it shares its rows with another) is its bytes.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from indexer.model import Block, Span, Symbol
from indexer.text.document_text import Text

GROUP = "group"
_HEADER = 80


class Node(NamedTuple):
    """A definition, a block, or both. `start` and `end` are what it covers, in bytes."""

    start: int
    end: int
    kind: str
    name: str | None
    row_start: int
    row_end: int
    header: str
    symbol: int | None  # index into the symbols
    block: bool


class Nodes:
    """All nodes of a text in order, outer before inner."""

    def __init__(self, text: Text, symbols: Mapping[int, Symbol], blocks: Sequence[Block]) -> None:
        self.symbols = symbols
        self.all = sorted(_nodes(text, symbols, blocks), key=lambda node: (node.start, -node.end, node.symbol is None))
        self._starts = [node.start for node in self.all]
        self._around: list[int | None] = []  # by what they cover
        self.last: list[int] = list(range(len(self.all)))  # the last node inside each
        self._nest()
        self._parents: dict[int, int | None] = {}

    def _nest(self) -> None:
        around: list[int] = []
        for at, node in enumerate(self.all):
            while around and self.all[around[-1]].end < node.end:
                around.pop()
            self._around.append(around[-1] if around else None)
            around.append(at)
        for at in range(len(self.all) - 1, -1, -1):
            outer = self._around[at]
            if outer is not None:
                self.last[outer] = max(self.last[outer], self.last[at])

    def parent(self, at: int) -> int | None:
        """The node that a node lies in. Of two definitions on one row neither lies in the other."""
        if at not in self._parents:
            outer = self._around[at]
            symbol = self.all[at].symbol
            if symbol is not None:
                owners = self._owners(symbol)
                while outer is not None and (other := self.all[outer].symbol) is not None and other not in owners:
                    outer = self._around[outer]
            self._parents[at] = outer
        return self._parents[at]

    def _owners(self, symbol: int) -> set[int]:
        owners: set[int] = set()
        parent = self.symbols[symbol].parent
        while parent is not None:
            owners.add(parent)
            parent = self.symbols[parent].parent
        return owners

    def ancestors(self, at: int) -> Iterator[int]:
        """The nodes around a node, innermost first."""
        outer = self.parent(at)
        while outer is not None:
            yield outer
            outer = self.parent(outer)

    def around(self, offset: int) -> Iterator[int]:
        """The nodes around an offset, innermost first."""
        at: int | None = bisect_right(self._starts, offset) - 1
        if at == -1:
            return
        while at is not None:
            node = self.all[at]
            if node.end > offset or (node.block and node.end == offset):
                yield at
            at = self._around[at]

    def between(self, start: int, end: int) -> range:
        """The nodes that begin in a range of bytes."""
        return range(bisect_left(self._starts, start), bisect_left(self._starts, end))

    def children(self, at: int) -> list[int]:
        """The nodes directly inside a node. A list or literal over several rows is seen through."""
        found: list[int] = []
        for inner in range(at + 1, self.last[at] + 1):
            if self.all[inner].kind == GROUP:
                continue
            outer = self.parent(inner)
            while outer is not None and outer != at and self.all[outer].kind == GROUP:
                outer = self.parent(outer)
            if outer == at:
                found.append(inner)
        return found

    def depth(self, at: int) -> int:
        """How many blocks and definitions there are from the outermost down to this one; groups do not count."""
        return 1 + sum(self.all[outer].kind != GROUP for outer in self.ancestors(at))


def _nodes(text: Text, symbols: Mapping[int, Symbol], blocks: Sequence[Block]) -> Iterator[Node]:
    by_head: dict[tuple[int, str, str], list[int]] = {}
    for at, symbol in reversed(list(symbols.items())):
        by_head.setdefault((symbol.row_start, symbol.kind, symbol.name), []).append(at)
    placed: set[int] = set()
    for block in blocks:
        start = text.lines[block.row_start]
        end = text.row_span(block.row_end)[1]
        mine = by_head.get((block.row_start, block.kind, block.name)) if block.name is not None else None
        symbol_at = mine.pop() if mine else None
        if symbol_at is not None:
            placed.add(symbol_at)
        yield Node(
            start, end, block.kind, block.name, block.row_start, block.row_end, block.header, symbol_at, block=True
        )
    for at, symbol in symbols.items():
        if at not in placed:
            start, end = symbol.span.start, symbol.span.end
            rows = symbol.row_start, symbol.row_end
            header = _header(text, symbol.row_start)
            yield Node(start, end, symbol.kind, symbol.name, *rows, header, at, block=False)


def _header(text: Text, row: int) -> str:
    start, end = text.row_span(row)
    return text.data[start : min(end, start + 8 * _HEADER)].decode("utf-8", "replace").strip()[:_HEADER]


def name_span(node: Node, symbols: Mapping[int, Symbol]) -> Span:
    """What to point at: the name of a definition, or all of a block."""
    return Span(node.start, node.end) if node.symbol is None else symbols[node.symbol].name_span
