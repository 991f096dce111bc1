"""What reaches over several parts of a broken text: each such item is in the piece that it begins in.

A chapter ends where the next one begins, whatever is broken in between. What is made of a piece is remembered by its
bytes and by how far its items reach, so that a key makes only the pieces anew that are around it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Hashable, Mapping
from typing import Any

from indexer.extract.structure import Items, joined
from indexer.syntax.pieces import Piece, offsets_of
from indexer.syntax.recovery.memo import Memo
from indexer.syntax.recovery.strategy import End
from indexer.syntax.slices import Slice

_NOTHING = Items([], [])


def with_containers(
    pieces: list[Piece], around: Items | None, ends: Mapping[int, End], data: bytes, memo: Memo[Hashable, Any]
) -> list[Piece]:
    """Pieces with items that stand around others, and with those that begin at an offset ending where they do."""
    offsets = offsets_of(pieces)
    own: dict[int, Items] = defaultdict(lambda: Items([], []))
    far: dict[int, list[tuple[int, End]]] = defaultdict(list)
    if around is not None:
        for definition in around.definitions:
            own[bisect_right(offsets, definition.start) - 1].definitions.append(definition)
        for spot in around.spots:
            own[bisect_right(offsets, spot.start) - 1].spots.append(spot)
    for start, end in ends.items():
        at = bisect_right(offsets, start) - 1
        far[at].append((start - offsets[at], End(end.at - offsets[at], end.closes)))
    found = list(pieces)
    for at in own.keys() | far.keys():
        start, length = offsets[at], pieces[at].length
        added = own.get(at, _NOTHING).shifted(-start)
        reach = tuple(far.get(at, ()))
        key = "around", data[start : start + length], tuple(added.definitions), tuple(added.spots), reach
        known = memo.get(key)
        if known is None or known[0] is not pieces[at].slices:
            known = memo.put(key, (pieces[at].slices, _made(*pieces[at].items, length, added, dict(reach))), length)
        found[at] = pieces[at]._replace(slices=known[1])
    return found


def _made(items: Items, origin: int, length: int, added: Items, ends: Mapping[int, End]) -> tuple[Slice, ...]:
    """The one slice of a piece, relative to the piece."""
    items = items.shifted(-origin)
    names = {definition.name_start for definition in added.definitions}
    definitions = [item for item in items.definitions if item.name_start not in names]
    for at, definition in enumerate(definitions):
        if (end := ends.get(definition.start)) is not None:
            definitions[at] = definition._replace(end=end.at, reach=end.at)
    spots = list(items.spots)
    for at, spot in enumerate(spots):
        if (end := ends.get(spot.start)) is not None:
            spots[at] = spot._replace(end=end.at, reach=end.at, closes=end.closes)
    reaching = items._replace(definitions=definitions, spots=spots)
    return (Slice.of(length, joined((added, reaching)), 0),)
