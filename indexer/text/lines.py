"""Row starts of a text, kept in chunks once it is edited, so that an edit touches one chunk and not the whole file.

Rows follow the Language Server Protocol: they end at `\\n`, `\\r\\n` or a lone `\\r` and at nothing else. A form feed
or U+2028 is an ordinary character.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import overload

CHUNK = 512


def terminator_ends(data: bytes, start: int, end: int) -> list[int]:
    """The offsets just after each line end that lies in data[start:end]."""
    rows = data[start:end].splitlines(keepends=True)  # of bytes, which end as ours do
    if rows and rows[-1][-1] not in b"\r\n":
        rows.pop()
    ends = list(accumulate(map(len, rows), initial=start))
    del ends[0]
    return ends


class LineIndex(Sequence[int]):
    """An immutable sequence of row starts. `index[row]` is the byte offset of a row."""

    __slots__ = ("_bases", "_chunks", "_count", "_rows", "_starts")

    def __init__(self, chunks: list[list[int]], bases: list[int], rows: list[int], count: int) -> None:
        self._starts: Sequence[int] | None = None  # all of them, of a text that was never edited
        # A chunk holds row starts relative to its base, so that a shift changes the base alone.
        self._chunks = chunks
        self._bases = bases
        self._rows = rows
        self._count = count

    @classmethod
    def of(cls, data: bytes) -> LineIndex:
        return cls.at([0, *terminator_ends(data, 0, len(data))])

    @classmethod
    def at(cls, starts: Sequence[int]) -> LineIndex:
        """The index of a text whose rows start at these offsets."""
        index = cls([], [], [], len(starts))
        index._starts = starts
        return index

    def _chunked(self) -> LineIndex:
        if self._starts is None:
            return self
        runs = [self._starts[at : at + CHUNK] for at in range(0, self._count, CHUNK)]
        chunks = [[start - run[0] for start in run] for run in runs]
        return LineIndex(chunks, [run[0] for run in runs], list(range(0, self._count, CHUNK)), self._count)

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, row: int) -> int: ...
    @overload
    def __getitem__(self, row: slice) -> list[int]: ...
    def __getitem__(self, row: int | slice) -> int | list[int]:
        if isinstance(row, slice):
            return [self[r] for r in range(*row.indices(self._count))]
        if self._starts is not None:
            return self._starts[row]
        if row < 0:
            row += self._count
        if not 0 <= row < self._count:
            raise IndexError(row)
        at = bisect_right(self._rows, row) - 1
        return self._bases[at] + self._chunks[at][row - self._rows[at]]

    def __iter__(self) -> Iterator[int]:
        return iter(self.starts())

    def starts(self) -> Sequence[int]:
        """All row starts, at once; not to be changed."""
        if self._starts is not None:
            return self._starts
        return [base + start for base, chunk in zip(self._bases, self._chunks, strict=True) for start in chunk]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LineIndex) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]  # compared by value, never a key

    def row_of(self, offset: int) -> int:
        """The row that holds a byte offset; past the end, the last row."""
        if self._starts is not None:
            return max(bisect_right(self._starts, offset) - 1, 0)
        at = max(bisect_right(self._bases, offset) - 1, 0)
        return self._rows[at] + max(bisect_right(self._chunks[at], offset - self._bases[at]) - 1, 0)

    def rows_of(self, offsets: Iterable[int]) -> list[int]:
        """The rows of many offsets."""
        starts = self._starts
        if starts is None:
            return [self.row_of(offset) for offset in offsets]
        return [bisect_right(starts, offset) - 1 for offset in offsets]

    def starts_of(self, rows: Iterable[int]) -> list[int]:
        """Where many rows start."""
        starts = self._starts
        return [self[row] for row in rows] if starts is None else [starts[row] for row in rows]

    def places(self, start: int, end: int, name_start: int, name_end: int) -> tuple[list[int], list[int]]:
        """The rows of a span and of a name in it, and how far behind the start of its row each is."""
        starts = self._starts
        if starts is None or not start <= name_start <= name_end <= end:
            offsets = start, end, name_start, name_end
            rows = [self.row_of(offset) for offset in offsets]
            return rows, [offset - self[row] for offset, row in zip(offsets, rows, strict=True)]
        row = name_row = bisect_right(starts, start) - 1
        begun = name_begun = starts[row]
        end_row = bisect_right(starts, end, row) - 1
        if end_row > row and name_end >= starts[row + 1]:
            name_row = bisect_right(starts, name_start, row) - 1
            name_begun = starts[name_row]
            if name_row < end_row and name_end >= starts[name_row + 1]:  # a name of several rows
                last = bisect_right(starts, name_end, name_row) - 1
                columns = [start - begun, end - starts[end_row], name_start - name_begun, name_end - starts[last]]
                return [row, end_row, name_row, last], columns
        columns = [start - begun, end - starts[end_row], name_start - name_begun, name_end - name_begun]
        return [row, end_row, name_row, name_row], columns

    def spliced(self, data: bytes, start: int, end: int, delta: int) -> LineIndex:
        """The index of `data`, which came from the old text by replacing [start, end) and growing by `delta`."""
        first = self.row_of(max(start - 1, 0))  # the row before may end in `\r` that the new text completes
        last = self.row_of(end)
        low = self[first]
        more = last + 1 < self._count
        high = self[last + 1] if more else len(data) - delta
        ends = terminator_ends(data, low, high + delta)
        if more and ends and ends[-1] == high + delta:
            ends.pop()
        return self._chunked()._replaced(first, last + 1, [low, *ends], delta)

    def _replaced(self, first: int, stop: int, starts: list[int], delta: int) -> LineIndex:
        left = bisect_right(self._rows, first) - 1
        right = bisect_right(self._rows, stop - 1) - 1
        head = [self._bases[left] + start for start in self._chunks[left][: first - self._rows[left]]]
        tail_base = self._bases[right] + delta
        tail = [tail_base + start for start in self._chunks[right][stop - self._rows[right] :]]
        middle = head + starts + tail
        pieces = [middle[i : i + CHUNK] for i in range(0, len(middle), CHUNK)] if len(middle) > 2 * CHUNK else [middle]
        chunks = self._chunks[:left]
        bases = self._bases[:left]
        rows = self._rows[:left]
        count = self._rows[left]
        for piece in pieces:
            base = piece[0]
            chunks.append([start - base for start in piece])
            bases.append(base)
            rows.append(count)
            count += len(piece)
        added = count - (self._rows[right] + len(self._chunks[right]))
        chunks += self._chunks[right + 1 :]
        bases += [base + delta for base in self._bases[right + 1 :]]
        rows += [row + added for row in self._rows[right + 1 :]]
        return LineIndex(chunks, bases, rows, self._count + added)
