"""A document's text: immutable UTF-8 bytes with a line index. An edit makes a new one by splicing."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from indexer.lazy import lazy
from indexer.text.lines import LineIndex

HEADER = 80  # characters


@dataclass(frozen=True, slots=True)
class Edit:
    """The bytes [start, end) were replaced by `inserted` bytes."""

    start: int
    end: int
    inserted: int

    @property
    def delta(self) -> int:
        return self.inserted - (self.end - self.start)

    def then(self, later: Edit) -> Edit:
        """One edit that covers this one and a later one made to its result."""
        start = min(self.start, later.start)
        end = max(self.start + self.inserted, later.end)  # between the two edits
        return Edit(start, end - self.delta, end + later.delta - start)

    @classmethod
    def between(cls, old: bytes, new: bytes) -> Edit:
        """The smallest edit that makes `new` of `old`."""
        shorter = min(len(old), len(new))
        start = _common(shorter, lambda low, high: old[low:high] == new[low:high])
        ends = len(old), len(new)
        tail = _common(
            shorter - start,
            lambda low, high: old[ends[0] - high : ends[0] - low] == new[ends[1] - high : ends[1] - low],
        )
        return cls(start, len(old) - tail, len(new) - tail - start)


def _common(limit: int, equal: Callable[[int, int], bool]) -> int:
    """The largest n up to `limit` for which the first (or last) n bytes are equal. No byte is looked at twice in vain:
    what was found equal is not compared again."""
    low = 0
    while low < limit:
        middle = (low + limit + 1) // 2
        if equal(low, middle):
            low = middle
        else:
            limit = middle - 1
    return low


_WIDE = re.compile(rb"[\xc2-\xf4]")  # what such a character begins with


class Wide(NamedTuple):
    """Characters of several bytes: where they are, and how many bytes more than units there are up to behind each."""

    starts: list[int]
    utf16: list[int]
    utf32: list[int]

    @classmethod
    def of(cls, data: bytes) -> Wide:
        found = cls([], [0], [0])
        for match in _WIDE.finditer(data):
            lead = match[0][0]
            found.starts.append(match.start())
            found.utf16.append(found.utf16[-1] + (1 if lead < 0xE0 else 2))
            found.utf32.append(found.utf32[-1] + (1 if lead < 0xE0 else 2 if lead < 0xF0 else 3))
        return found


@dataclass(frozen=True)
class Text:
    """UTF-8 bytes and where their rows start."""

    data: bytes

    @classmethod
    def of(cls, data: bytes) -> Text:
        return cls(data)

    @lazy
    def lines(self) -> LineIndex:
        """Made when it is first asked for: most texts that a search reads have no hit in them."""
        return LineIndex.of(self.data)

    @lazy
    def letters(self) -> str | None:
        """The text as a string, where each byte is a letter: a slice of it saves decoding one of the bytes."""
        return self.data.decode("ascii") if self.data.isascii() else None

    @lazy
    def wide(self) -> Wide:
        """Its characters of several bytes."""
        return Wide.of(self.data)

    def spliced(self, start: int, end: int, new: bytes) -> tuple[Text, Edit]:
        """The text with [start, end) replaced; a range out of bounds or reversed is clamped."""
        start = min(max(start, 0), len(self.data))
        end = min(max(end, start), len(self.data))
        data = b"".join((self.data[:start], new, self.data[end:]))
        edit = Edit(start, end, len(new))
        text = Text(data)
        text.__dict__["lines"] = self.lines.spliced(data, start, end, edit.delta)
        last = start + len(new)
        still = (sign for sign in self._absent if sign not in data[max(start - len(sign), 0) : last + len(sign)])
        text.__dict__["_absent"] = frozenset(still)
        return text, edit

    @lazy
    def _absent(self) -> frozenset[bytes]:
        """Signs that stand nowhere in the text, as somebody has found out. Several threads may look at one text."""
        return frozenset()

    def holds(self, sign: bytes) -> bool:
        """Whether a sign stands anywhere in the text. Where none did before an edit, only its rows are looked at."""
        if sign in self._absent:
            return False
        found = sign in self.data
        if not found:
            self.__dict__["_absent"] = self._absent | {sign}
        return found

    def row_span(self, row: int) -> tuple[int, int]:
        """The byte range of a row without its line end."""
        start = self.lines[row]
        if row + 1 == len(self.lines):
            return start, len(self.data)
        end = self.lines[row + 1]
        if self.data[end - 2 : end] == b"\r\n":
            return start, end - 2
        return start, end - 1

    def row_bytes(self, row: int) -> bytes:
        start, end = self.row_span(row)
        return self.data[start:end]

    def header(self, row: int) -> str:
        """A row as a header: without the blanks around it, at most 80 characters."""
        return header_of(self.row_bytes(row))


def header_of(row: bytes) -> str:
    """The same of the bytes of a row."""
    # A character has at most four bytes, so a character cut here lies behind those that are kept.
    return row.lstrip(b" \t\f\v")[: 4 * HEADER].decode("utf-8", "replace")[:HEADER].strip()
