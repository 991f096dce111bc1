"""The sections of one version of a text, made from those of the version before it where that changed.

Most keys change one section of hundreds. So what is before it and behind it is taken as it is, in lists and not one by
one.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate
from operator import itemgetter
from typing import NamedTuple

from indexer.extract.conventions import Outer
from indexer.extract.sections import Placed, Section
from indexer.extract.structure import Items
from indexer.text.document_text import Edit

# What a structure is cut into: a length, items, the offset that these are relative to, and how far they reach.
Slice = tuple[int, Items, int, int]
_length = itemgetter(0)
_items = itemgetter(1)
_origin = itemgetter(2)


class Sectioned(NamedTuple):
    """One section for each slice of a structure, in order, and where they stand."""

    slices: Sequence[Slice]
    sections: list[Section]
    offsets: list[int]  # where each begins; one more at the end, the length of the text
    overhanging: list[int]  # those in which something begins that ends in another one
    placed: list[Placed] | None  # None where something is around half of a section

    @classmethod
    def of(
        cls, slices: Sequence[Slice], data: bytes, grammar: str, tool: bool, known: Sequence[Sectioned]
    ) -> Sectioned:
        """The sections of a text; those of others that are `known` and the same are taken from there."""
        offsets = list(accumulate(map(_length, slices), initial=0))
        by_items = {id(section.items): section for each in known for section in each.sections}
        sections = _made(slices, range(len(slices)), offsets, data, grammar, tool, by_items)
        placing = _Placing(_outers(known))
        placed = placing.found if placing.add(sections) else None
        return cls(slices, sections, offsets, _overhanging(sections, 0), placed)

    def edited(self, slices: Sequence[Slice], data: bytes, grammar: str, tool: bool, edit: Edit) -> Sectioned:
        """The sections of the next version, which came from this one by an edit."""
        first, behind = self._unchanged(slices, edit)
        if first + behind == 0 or self.sections[0].tool != tool:
            return Sectioned.of(slices, data, grammar, tool, [self])
        offsets = list(accumulate(map(_length, slices), initial=0))
        low, high = len(slices) - behind, len(self.slices) - behind
        by_items = {id(section.items): section for section in self.sections[first:high]}
        new = _made(slices, range(first, low), offsets, data, grammar, tool, by_items)
        sections = [*self.sections[:first], *new, *self.sections[high:]]
        overhanging = [
            *(at for at in self.overhanging if at < first),
            *_overhanging(new, first),
            *(at + low - high for at in self.overhanging if at >= high),
        ]
        return Sectioned(slices, sections, offsets, overhanging, self._placed(sections, first, low, high))

    def _unchanged(self, slices: Sequence[Slice], edit: Edit) -> tuple[int, int]:
        """How many slices before an edit and how many behind it are still the same."""
        old, new = _identities(self.slices), _identities(slices)
        first = min(bisect_right(self.offsets, edit.start) - 1, len(old), len(new))
        first = _common(old[:first], new[:first])
        behind = min(len(old) - bisect_left(self.offsets, edit.end, 0, len(old)), len(old) - first, len(new) - first)
        return first, _common(old[len(old) - behind :][::-1], new[len(new) - behind :][::-1])

    def _placed(self, sections: list[Section], first: int, low: int, high: int) -> list[Placed] | None:
        """Where sections stand. Those before `first` stand where they did; those from `low` on did from `high` on."""
        before = self.placed
        if before is None or len(before) != len(self.sections):  # one of them was halved
            placing = _Placing(_outers([self]))
            return placing.found if placing.add(sections) else None
        gone = (at for at in self.overhanging if first <= at < high)
        placing = _Placing({each: each for at in gone for _, each in self.sections[at].open_at_end(before[at].outer)})
        placing.begin(before, first, self.overhanging)
        if not placing.add(sections[first:low]):
            return None
        if low == len(sections):
            return placing.found
        then = _Placing({})
        then.begin(before, high, self.overhanging)
        if not placing.is_like(then, sections[low].leading):
            return placing.found if placing.add(sections[low:]) else None
        by, rows = placing.offset - then.offset, placing.row - then.row
        if by == rows == 0:
            return placing.found + before[high:]
        new = tuple.__new__  # a third of the time that the class itself would take
        return placing.found + [
            new(Placed, (section, offset + by, row + rows, outer)) for section, offset, row, outer in before[high:]
        ]


def _overhanging(sections: Iterable[Section], first: int) -> list[int]:
    return [at for at, section in enumerate(sections, first) if section.overhangs]


def _identities(slices: Sequence[Slice]) -> list[tuple[int, int, int]]:
    """What two slices have in common if they are the same."""
    return list(zip(map(_length, slices), map(id, map(_items, slices)), map(_origin, slices), strict=True))


def _common(old: list[tuple[int, int, int]], new: list[tuple[int, int, int]]) -> int:
    """How many entries two lists begin with that are the same."""
    if old == new:
        return len(old)
    return next((at for at, (one, other) in enumerate(zip(old, new, strict=False)) if one != other), len(old))


def _made(
    slices: Sequence[Slice],
    which: Iterable[int],
    offsets: list[int],
    data: bytes,
    grammar: str,
    tool: bool,
    known: dict[int, Section],
) -> list[Section]:
    """The sections of some slices."""
    found = []
    for at in which:
        _, items, origin, _ = slices[at]
        text = data[offsets[at] : offsets[at + 1]]
        section = known.get(id(items))
        if section is None or section.origin != origin or section.tool != tool or section.text.data != text:
            section = Section(text, items, origin, grammar, tool)
        found.append(section)
    return found


def _outers(known: Iterable[Sectioned]) -> dict[Outer, Outer]:
    """What is around sections, each once."""
    found: dict[Outer, Outer] = {}
    last: Outer | None = None
    for one in known:
        for each in one.placed or ():
            if each.outer is not last and each.outer is not None:
                found[each.outer] = each.outer
            last = each.outer
    return found


class _Placing:
    """Sections being placed one after the other, each with what is around it.

    What is around is the same object for all that are in it, and as in the last version: so whether something is still
    as it was is told at a glance.
    """

    def __init__(self, same: dict[Outer, Outer]) -> None:
        self.found: list[Placed] = []
        self.offset = self.row = 0
        self._same = same
        self._around: list[tuple[int, Outer]] = []  # what is open: where it ends

    def begin(self, before: list[Placed], at: int, overhanging: list[int]) -> None:
        """Begins behind some that are placed."""
        if not at:
            return
        self.found = before[:at]
        for each in overhanging[: bisect_left(overhanging, at)]:
            section, offset, _, outer = before[each]
            self._open(section, offset, outer)
        section, offset, row, _ = before[at - 1]
        self.offset, self.row = offset + len(section.text.data), row + section.rows

    def _open(self, section: Section, offset: int, outer: Outer | None) -> None:
        while self._around and self._around[-1][0] <= offset + section.leading:
            self._around.pop()
        self._around += ((at + offset, each) for at, each in section.open_at_end(outer, self._same))

    def is_like(self, other: _Placing, leading: int) -> bool:
        """Whether the same is around the next section as in another text, where that may stand elsewhere."""
        by = self.offset - other.offset
        mine = [each for each in self._around if each[0] > self.offset + leading]
        return mine == [(end + by, each) for end, each in other._around if end > other.offset + leading]

    def add(self, sections: Sequence[Section]) -> bool:
        """Places sections; False where something is around half of what is in one."""
        waiting = list(sections)[::-1]
        while waiting:
            section = waiting.pop()
            length, rows, leading, definitions_end, overhangs = section.frame
            around = self._around
            if around:
                while around and around[-1][0] <= self.offset + leading:
                    around.pop()
                if around and around[-1][0] < self.offset + definitions_end:
                    halves = section.halves(around[-1][0] - self.offset)
                    if halves is None:
                        return False
                    waiting += reversed(halves)
                    continue
            outer = around[-1][1] if around else None
            self.found.append(tuple.__new__(Placed, (section, self.offset, self.row, outer)))
            if overhangs:
                self._open(section, self.offset, outer)
            self.offset += length
            self.row += rows
        return True
