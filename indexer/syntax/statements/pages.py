"""Pages: an immutable sequence that shares all but a few of its items with the sequence it was made from.

Copying a list of 20,000 items touches each of them, which is what an edit must not do. A splice of pages copies
the page or two where it happens and the short list of pages; it never looks at the other items.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate, chain
from typing import Generic, TypeVar

_Item = TypeVar("_Item")
_SIZE = 256


class Pages(Generic[_Item]):
    """Items by index, in pages of a few hundred."""

    __slots__ = ("_ends", "_pages")

    def __init__(self, pages: list[list[_Item]]) -> None:
        self._pages = pages
        self._ends = list(accumulate(map(len, pages)))  # the index just after each page

    @classmethod
    def of(cls, items: list[_Item]) -> Pages[_Item]:
        return cls(_cut(items))

    def __len__(self) -> int:
        return self._ends[-1] if self._ends else 0

    def __getitem__(self, index: int) -> _Item:
        page = bisect_right(self._ends, index)
        return self._pages[page][index - self._ends[page]]

    def __iter__(self) -> Iterator[_Item]:
        return chain.from_iterable(self._pages)

    def reversed_from_end(self) -> Iterator[_Item]:
        return chain.from_iterable(map(reversed, reversed(self._pages)))

    def spliced(self, start: int, end: int, items: list[_Item]) -> Pages[_Item]:
        """The items with [start, end) replaced."""
        first = bisect_right(self._ends, start)
        last = bisect_right(self._ends, end, first)
        first_index = self._ends[first - 1] if first else 0
        last_index = self._ends[last - 1] if last else 0
        head = self._pages[first][: start - first_index] if first < len(self._pages) else []
        tail = self._pages[last][end - last_index :] if last < len(self._pages) else []
        middle = head + items + tail
        after = last + 1
        # A short page takes in the next one, so that many small edits do not leave many small pages.
        while len(middle) < _SIZE // 2 and after < len(self._pages):
            middle += self._pages[after]
            after += 1
        return Pages(self._pages[:first] + _cut(middle) + self._pages[after:])


def _cut(items: list[_Item]) -> list[list[_Item]]:
    if len(items) <= 2 * _SIZE:
        return [items] if items else []
    return [items[index : index + _SIZE] for index in range(0, len(items), _SIZE)]
