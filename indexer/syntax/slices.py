"""Slices: what a long piece is cut into, so that a key in a class of 3,000 rows makes only the rows around it anew.

A slice has the items that begin in it; one that reaches over its end, as the class itself does, is in the slice it
begins in. Where a piece is sliced changes nothing in what is found, only what has to be made again. That is at rows
that begin a node inside of a long one, and never in the head of a definition, which is read as a whole.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from tree_sitter import Node, Tree

from indexer.extract.structure import Items, extract, joined, merged
from indexer.grammars.queries import StructureQuery
from indexer.text.document_text import Edit

_LONG = 3 * 1024  # bytes; what is shorter is not sliced
_LEAST = 1024
_MOST = 4 * _LONG  # slices that grew together to more than this are sliced again
_DEEPEST = 12  # long nodes in each other that are looked into


class Slice(NamedTuple):
    """Rows of a piece and the items that begin in them, relative to `origin`, an offset before the slice."""

    length: int
    items: Items
    origin: int
    reach: int  # from the start of the slice to where the last of its items ends

    @classmethod
    def of(cls, length: int, items: Items, origin: int) -> Slice:
        ends = (
            max((item[6] for item in items.definitions), default=0),
            max((item[5] for item in items.spots), default=0),
            max((item[1] for item in items.mentions), default=0),
            max((item[1] for item in items.strings), default=0),
        )
        return cls(length, items, origin, max(max(ends) - origin, 0))

    @property
    def holds_heads(self) -> bool:
        """Whether the head of each definition that begins here ends here."""
        return all(item.header_end - self.origin <= self.length for item in self.items.definitions)


Slices = tuple[Slice, ...]


def sliced(nodes: Sequence[Node], items: Items, data: bytes, start: int, end: int) -> Slices:
    """The slices of a piece: what is from `start` to `end` in a parse of `data`, with the nodes and items there."""
    cuts = [start]
    if end - start > _LONG:
        cuts += outside_heads((cut for cut in _cuts(nodes, data) if start < cut < end), items)
    return tuple(Slice.of(high - low, items.starting(low, high), low) for low, high in pairwise([*cuts, end]))


def unsliced(items: Items, length: int) -> Slices:
    """A text as one slice."""
    return (Slice(length, items, 0, length),)


def joined_slices(slices: Slices) -> Items:
    """All the items of a piece, relative to its start."""
    if len(slices) == 1 and slices[0].origin == 0:
        return slices[0].items
    starts = accumulate((each.length for each in slices), initial=0)
    return joined(each.items.shifted(start - each.origin) for each, start in zip(slices, starts, strict=False))


def slices_after(
    slices: Slices, before: Tree, tree: Tree, query: StructureQuery, data: bytes, edit: Edit
) -> Slices | None:
    """The slices of a tree that came from `before` by an edit: items are found anew around the change, kept elsewhere.

    None where the head of a definition would be cut, or one that goes on behind the change has become another: what is
    inside of a function is its own, and what is inside of a module is not.
    """
    low, high = _changed(before, tree, data, edit)
    old_high = high - edit.delta
    new = extract(tree, query, data, (low, high))
    offsets = list(accumulate((each.length for each in slices), initial=0))
    if _going_on(slices, offsets, low, old_high) != [each.kind for each in new.definitions if each.reach > high]:
        return None
    first = min(bisect_left(offsets, low, 1) - 1, len(slices) - 1)
    last = min(bisect_right(offsets, old_high), len(slices)) - 1
    found = list(slices)
    for at in range(first):
        start, end = offsets[at], offsets[at + 1]
        if start + slices[at].reach >= low:
            own = slices[at].items.shifted(start - slices[at].origin).before(low)
            found[at] = Slice.of(end - start, joined((own, new.starting(start, end))), start)
    start, end = offsets[first], offsets[last + 1] + edit.delta
    run = zip(slices[first : last + 1], offsets[first:], strict=False)
    known = joined(each.items.shifted(at - each.origin) for each, at in run)
    items = merged(known, new.starting(start, end), low, old_high, edit.delta)
    grew = end - start > _MOST and (first < last or edit.delta > _LONG)
    nodes = tree.root_node.children if grew else ()
    found[first : last + 1] = sliced(nodes, items, data, start, end)
    return tuple(found) if all(each.holds_heads for each in found) else None


def _going_on(slices: Slices, offsets: list[int], low: int, high: int) -> list[str]:
    """The kinds of definitions that touch a stretch and end behind it."""
    return [
        definition.kind
        for each, start in zip(slices, offsets, strict=False)
        if start <= high < start + each.reach
        for definition in each.items.definitions
        if definition.start - each.origin + start <= high < definition.reach - each.origin + start
    ]


def _changed(before: Tree, tree: Tree, data: bytes, edit: Edit) -> tuple[int, int]:
    """What of a text has to be looked at after an edit."""
    low, high = edit.start, edit.start + edit.inserted
    for changed in before.changed_ranges(tree):
        low = min(low, changed.start_byte)
        high = max(high, changed.end_byte)
    # Where a fold hangs depends on the row above it, so the rows around the change are looked at too.
    return max(data.rfind(b"\n", 0, max(low - 1, 0)), 0), _end_of_next_row(data, high)


def _end_of_next_row(data: bytes, offset: int) -> int:
    """The end of the first row with something on it after the row of `offset`."""
    end = data.find(b"\n", offset)
    while end >= 0:
        start = end + 1
        end = data.find(b"\n", start)
        if data[start : end if end >= 0 else len(data)].strip():
            break
    return end if end >= 0 else len(data)


def _cuts(nodes: Sequence[Node], data: bytes) -> list[int]:
    """Where rows begin with one of these nodes or, in those that are long, with one inside."""
    found = [nodes[0].start_byte] if nodes else []
    _look_into(nodes, data, found, _DEEPEST)
    return found[1:]


def _look_into(nodes: Sequence[Node], data: bytes, found: list[int], levels: int, inside: bool = False) -> None:
    before: Node | None = None
    after_cuts = inside  # what follows a node with cuts inside is not to share a slice with its end
    for node in nodes:
        start = node.start_byte
        row = data.rfind(b"\n", 0, start) + 1
        # What is before it may be text, and then has the blanks of this row in it.
        below = before is not None and (row >= before.end_byte or row > before.start_byte)
        alone = below and row > found[-1] and not data[row:start].strip()
        # The head of what is long is made anew with each key in it, so little else is to be with it.
        long = levels > 0 and node.end_byte - start > _LONG
        # A comment belongs to what stands below it.
        if alone and (after_cuts or ((long or row - found[-1] >= _LEAST) and not (before and before.is_extra))):
            found.append(row)
            after_cuts = False
        if long:
            known = len(found)
            _look_into(node.children, data, found, levels - 1, True)
            after_cuts |= len(found) > known
        before = node


def outside_heads(cuts: Iterable[int], items: Items) -> Iterator[int]:
    """The cuts without those between the start of a definition and its body."""
    definitions = items.definitions
    at = until = 0
    for cut in cuts:
        while at < len(definitions) and definitions[at].start < cut:
            until = max(until, definitions[at].header_end)
            at += 1
        if until < cut:
            yield cut
