"""What is around places of many texts: the innermost definition or block, and all of them as an ancestry.

A search for lines finds a few in each of thousands of files, so it is asked of many files together what covers their
places (`indexer.store.outlines`), and places with the same around them share it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import numpy as np

from indexer.lazy import lazy
from indexer.search.match.nodes import GROUP, count_line_feeds
from indexer.search.match.surroundings import Ancestor, not_outlasted, reach
from indexer.store.outlines import Covering, Outlines, Places
from indexer.text.document_text import Text, header_of

_FEW = 200  # rows


class Place(NamedTuple):
    """An offset in a text, and its row."""

    offset: int
    row: int


class Asked(NamedTuple):
    """Places of one text."""

    text: Text
    packed: tuple[bytes, bytes]  # its symbols and blocks
    places: Sequence[Place]


class Enclosing(NamedTuple):
    """What is around a place."""

    rows: tuple[int, int]  # of the innermost
    ancestry: tuple[Ancestor, ...]  # outermost first


def around_each(asked: Sequence[Asked]) -> list[list[Enclosing | None]]:
    """What is around each of some places of some texts."""
    offsets, rows = (np.array([place[at] for one in asked for place in one.places], np.int64) for at in range(2))
    if not rows.size:
        return [[] for _ in asked]
    files = np.repeat(np.arange(len(asked)), [len(one.places) for one in asked])
    # The end of a row that two signs end is in front of the second: what ends with the row does not cover it.
    behind = [one.text.data[at - 1 : at + 1] == b"\r\n" for one in asked for at, _ in one.places]
    outlines = Outlines([one.packed for one in asked])
    covering, known = outlines.covering(Places(files, offsets, rows, rows + np.array(behind)))
    each = map(tuple, covering)
    return [_Around(one.text, known).each(zip(one.places, each, strict=False)) for one in asked]


class _Around:
    """What is around places of one text."""

    def __init__(self, text: Text, nodes: Mapping[int, Covering]) -> None:
        """The definitions and blocks are known by their numbers."""
        self._text = text
        self._nodes = nodes
        self._rows = _Rows(text)
        self._known: dict[tuple[int, ...], Enclosing | None] = {}
        self._ancestors: dict[int, Ancestor | None] = {}

    def each(self, places: Iterable[tuple[Place, tuple[int, ...]]]) -> list[Enclosing | None]:
        """The same for each place, by the numbers of what covers it."""
        found: list[Enclosing | None] = []
        known = self._known
        for place, covering in places:
            if covering not in known:
                self._rows.near = place
                known[covering] = self._enclosing(covering) if covering else None
            found.append(known[covering])
        return found

    def _enclosing(self, covering: tuple[int, ...]) -> Enclosing:
        are_nested = covering[-1] >= 0 or len(covering) == 1
        nodes: Sequence[int] = covering[::-1] if are_nested else self._nested(covering)
        innermost = self._nodes[nodes[-1]]
        ancestry = tuple([one for one in map(self._ancestor, nodes) if one is not None])
        return Enclosing(innermost[:2], ancestry)

    def _nested(self, covering: tuple[int, ...]) -> Sequence[int]:
        """Blocks, and definitions that are none, outermost first, without those that a later one outlasts: in the tree
        of nodes each lies in the nearest before it that does not end sooner."""
        text = self._text
        nested: list[tuple[int, int, bool, int]] = []
        outwards = covering[::-1]
        blocks, alone = ([number for number in outwards if (number < 0) == is_alone] for is_alone in (False, True))
        for number in (*blocks, *alone):  # of two alike the block is outside
            node = self._nodes[number]
            start, end = (text.lines[node.row], text.row_span(node.row_end)[1]) if node.span is None else node.span
            nested.append((start, end, node.name_start is None, number))
        nested.sort(key=reach)
        return not_outlasted(nested)

    def _ancestor(self, number: int) -> Ancestor | None:
        """A definition or block as it is shown; None for a group, which is not."""
        if number not in self._ancestors:
            row, row_end, kind, name, start, _ = self._nodes[number]
            made = None
            if kind != GROUP:
                row, header = (row, self._rows.header(row)) if start is None else self._rows.at(start)
                made = Ancestor(kind, name, header, row, row_end)
            self._ancestors[number] = made
        return self._ancestors[number]


class _Rows:
    """Rows of a text near a place whose row is known. To count the row ends in between is faster than to find all."""

    def __init__(self, text: Text) -> None:
        self._text = text
        self.near = Place(0, 0)

    @lazy
    def _is_plain(self) -> bool:
        """Whether nothing but line feeds ends the rows, and nobody has looked for all of them yet."""
        return "lines" not in vars(self._text) and b"\r" not in self._text.data

    def at(self, offset: int) -> tuple[int, str]:
        """The row of an offset, and its header."""
        text, near = self._text, self.near
        if not self._is_plain:
            row = text.lines.row_of(offset)
            return row, text.header(row)
        between = count_line_feeds(text.data, min(near.offset, offset), max(near.offset, offset))
        return near.row + (between if near.offset < offset else -between), self._header(offset)

    def header(self, row: int) -> str:
        """The header of a row, which the place does not come before."""
        if not self._is_plain or self.near.row - row > _FEW:
            return self._text.header(row)
        start, find = self.near.offset, self._text.data.rfind
        for _ in range(self.near.row - row):
            start = find(b"\n", 0, start)
        return self._header(start)

    def _header(self, offset: int) -> str:
        data = self._text.data
        end = data.find(b"\n", offset)
        return header_of(data[data.rfind(b"\n", 0, offset) + 1 : len(data) if end < 0 else end])
