"""A text without rows that define something by themselves, and the way back to the text as it is."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from operator import itemgetter
from typing import NamedTuple

from indexer.extract.structure import Definition, Items, Spot

_END = 1 << 62  # lies behind everything


class RowsApart(NamedTuple):
    """What is left of a text when runs of rows are taken out, and what those define."""

    data: bytes
    definitions: list[Definition]
    starts: list[int]  # where in what is left something begins that stood below a run
    shifts: list[int]  # and how far below, before the first of them and after each

    @classmethod
    def of(cls, data: bytes, runs: Sequence[tuple[int, int]], definitions: list[Definition]) -> RowsApart:
        parts: list[bytes] = []
        starts: list[int] = []
        shifts = [0]
        done = 0
        for start, end in runs:
            if end > start:
                parts.append(data[done:start])
                starts.append(start - shifts[-1])
                shifts.append(shifts[-1] + end - start)
                done = end
        return cls(b"".join((*parts, data[done:])) if parts else data, definitions, starts, shifts)

    def joined(self, items: Items) -> Items:
        """What is in a text, of what is in the rest of it: definitions and spots, which are all that is asked for."""
        if not self.definitions:
            return items
        moved: list[Definition] = []
        after, before, new = self._after, self._before, tuple.__new__
        at, low, high = -1, 0, -1  # all that lies from `low` to `high` has moved alike
        shift = 0
        for definition in items.definitions:
            start, end, kind, name_start, name_end, header_end, reach = definition
            if start < low or start >= high:
                at = bisect_right(self.starts, start)
                low = self.starts[at - 1] if at else 0
                high = self.starts[at] if at < len(self.starts) else _END
                shift = self.shifts[at]
            if max(reach, header_end) <= high and name_start >= low:
                values = start + shift, end + shift, kind, name_start + shift, name_end + shift, header_end + shift
                moved.append(new(Definition, (*values, reach + shift)))
            else:
                values = after(start), before(end), kind, after(name_start), before(name_end), before(header_end)
                moved.append(new(Definition, (*values, before(reach))))
        spots = [
            Spot(self._after(start), self._before(end), kind, self._after(head), closes, self._before(reach))
            for start, end, kind, head, closes, reach in items.spots
        ]
        found = [*moved, *self.definitions]
        found.sort(key=itemgetter(1), reverse=True)
        found.sort(key=itemgetter(0))
        return Items(found, spots)

    def _after(self, offset: int) -> int:
        """An offset in the text, for one of the rest: that of what begins there."""
        return offset + self.shifts[bisect_right(self.starts, offset)]

    def _before(self, offset: int) -> int:
        """The same for where something ends."""
        return self._after(offset - 1) + 1 if offset else 0
