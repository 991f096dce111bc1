"""What is around definitions and blocks of one text, as an ancestry.

It is read from the packed columns: nothing becomes an object but what is around some hit.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from indexer.search.match.nodes import GROUP
from indexer.text.document_text import Text

if TYPE_CHECKING:
    from indexer.store.columns import PackedOutline  # it imports numpy

T = TypeVar("T")


class Ancestor(NamedTuple):
    """A definition or block around a hit. A definition is shown by the row that names it, not by a decorator above."""

    kind: str
    name: str | None
    header: str
    row: int  # the one that names it
    row_end: int


class Enclosed(NamedTuple):
    """A definition or a block, and what is around it."""

    rows: tuple[int, int]  # its own; of a definition that is a block, those of the block
    ancestry: tuple[Ancestor, ...]  # outermost first
    containers: list[str]  # the names of the definitions around it, innermost first


class _Covering(NamedTuple):
    """A block, a definition, or both, that covers a place."""

    row: int
    row_end: int
    symbol: int | None
    block: int


class Surroundings:
    """What is around definitions and blocks, by the columns of the index.

    It is what the tree of nodes says. In that tree a node lies in the nearest one before it that does not end sooner,
    so of the nodes that cover an offset, those are around it that no later one of them outlasts. Blocks by
    themselves are nested already.
    """

    def __init__(self, text: Text, packed: PackedOutline) -> None:
        self._text = text
        self._packed = packed
        self._symbols: dict[int, Enclosed] = {}

    def _ancestry(self, nodes: list[_Covering]) -> tuple[Ancestor, ...]:
        text, packed = self._text, self._packed
        ancestry: list[Ancestor] = []
        for row, row_end, symbol, block in nodes:
            kind, name = packed.block_name(block) if symbol is None else packed.symbol_name(symbol)
            if kind != GROUP:
                shown = row if symbol is None else text.lines.row_of(packed.name_start(symbol))
                ancestry.append(Ancestor(kind, name, text.header(shown), shown, row_end))
        return tuple(ancestry)

    def of_symbol(self, at: int) -> Enclosed:
        """A definition and what is around it: of other definitions only those that it belongs to."""
        if at not in self._symbols:
            packed = self._packed
            block = packed.block_of(at)
            if block is None:
                own, offset = _Covering(*packed.symbol_rows(at), at, -1), packed.symbol_span(at)[0]
            else:
                own = _Covering(*packed.block_rows(block), at, block)
                offset = self._text.lines[own.row]
            self._symbols[at] = self._of(own, offset)
        return self._symbols[at]

    def of_block(self, at: int) -> Enclosed:
        """A block that is no definition, and what is around it."""
        rows = self._packed.block_rows(at)
        return self._of(_Covering(*rows, None, at), self._text.lines[rows[0]])

    def _of(self, own: _Covering, offset: int) -> Enclosed:
        """A node that starts at an offset, and what is around it."""
        packed = self._packed
        blocks = [
            _Covering(*packed.block_rows(block), packed.block_symbol(block), block)
            for block in reversed(packed.blocks_around(own.row))
            if block != own.block
        ]
        if not blocks and own.symbol is not None and not packed.has_owner(own.symbol):
            return Enclosed(own[:2], (), [])
        alone = [one for one in packed.symbols_alone_around(offset) if one != own.symbol]
        if alone or any(block[:2] == own[:2] for block in blocks):
            if own.block >= 0:
                blocks = [*blocks, own]
            elif own.symbol is not None:
                alone = sorted([*alone, own.symbol])
            outside = self._nested(blocks, alone, own)
        else:
            outside = [block for block in blocks if block.row <= own.row and block.row_end >= own.row_end]
        kept: list[_Covering] = []
        inner = own.symbol
        for node in reversed(outside):
            if inner is None or node.symbol is None or node.symbol in packed.owners(inner):
                kept.append(node)
                inner = node.symbol
        containers = [packed.symbol_name(node.symbol)[1] for node in kept if node.symbol is not None]
        return Enclosed(own[:2], self._ancestry(kept[::-1]), containers)

    def _nested(self, blocks: list[_Covering], alone: list[int], own: _Covering) -> list[_Covering]:
        """Of blocks and definitions that are no blocks, those around one of them, outermost first."""
        text, packed = self._text, self._packed
        covering = [(text.lines[one.row], text.row_span(one.row_end)[1], one.symbol is None, one) for one in blocks]
        covering += [(*packed.symbol_span(at), False, _Covering(*packed.symbol_rows(at), at, -1)) for at in alone]
        covering.sort(key=reach)
        place = next(place for place, one in enumerate(covering) if one[3] == own)
        return not_outlasted(covering[:place], covering[place][1])


def reach(one: tuple[int, int, bool, T]) -> tuple[int, int, bool]:
    """What nodes are sorted by so that those outside come first: their start, their end, and whether they are blocks
    without a definition."""
    start, end, is_plain, _ = one
    return start, -end, is_plain


def not_outlasted(covering: Sequence[tuple[int, int, bool, T]], furthest: int = 0) -> list[T]:
    """Of nodes in order those that no later one outlasts, nor an end."""
    kept: list[T] = []
    for _, end, _, node in reversed(covering):
        if end >= furthest:
            furthest = end
            kept.append(node)
    return kept[::-1]
