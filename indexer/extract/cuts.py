"""Where a text that is too long can be cut: between statements or paragraphs, as far out as possible, and inside a
string, a heredoc or a statement only where there is nothing else. Parts share some text with the one before.

Lengths are characters; places are bytes. Nothing here knows what the text means beyond the spans it is told of.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate

from indexer.lazy import lazy
from indexer.model import Block, Span, Statement
from indexer.text.document_text import Text

MOST_TOKENS = 512
OVERLAP_TOKENS = 50
MOST_ROWS = 200
_MOST = MOST_TOKENS * 7 // 2  # characters
_OVERLAP = OVERLAP_TOKENS * 7 // 2
_AFTER = b" \t;,{}()[]<>|"  # a row that must be cut is cut behind one of these

_BETWEEN, _IN_STATEMENT, _IN_STRING = range(3)


def tokens_of(characters: int) -> int:
    """About how many tokens a model makes of so many characters of text or code."""
    return -(-characters * 2 // 7)


@dataclass(frozen=True)
class Rows:
    """The rows of a text, how long each is, and what a cut before each would go through."""

    text: Text
    blocks: Sequence[Block]
    statements: Callable[[], Sequence[Statement]]  # asked for only if something must be cut, as is the next
    solid: Callable[[], Sequence[tuple[int, int]]]  # first and last rows of what is best not cut: strings, heredocs

    @lazy
    def _starts(self) -> Sequence[int]:
        return self.text.lines.starts()

    @lazy
    def count(self) -> int:
        """The number of rows, without the empty one behind a last line end."""
        return len(self._starts) - (self._starts[-1] == len(self.text.data))

    @lazy
    def _lines(self) -> list[bytes]:
        """The rows with their line ends."""
        data, starts = self.text.data, [*self._starts, len(self.text.data)]
        return [data[starts[row] : starts[row + 1]] for row in range(self.count)]

    @lazy
    def _lengths(self) -> list[int]:
        """How many characters there are up to the start of each row, and at the end."""
        return list(accumulate(map(_characters, self._lines), initial=0))

    def characters(self, first: int, last: int) -> int:
        """The length of some rows, without the last one's line end."""
        line = self._lines[last]
        end = 2 if line.endswith(b"\r\n") else line.endswith((b"\n", b"\r"))
        return self._lengths[last + 1] - self._lengths[first] - end

    def fits(self, first: int, last: int) -> bool:
        return last - first < MOST_ROWS and self.characters(first, last) <= _MOST

    def is_blank(self, row: int) -> bool:
        return self._blank[row]

    @lazy
    def _blank(self) -> list[bool]:
        return [not line or line.isspace() for line in self._lines]

    def trimmed(self, first: int, last: int) -> tuple[int, int] | None:
        """The rows without the blank ones at both ends, or None if all are blank."""
        while first <= last and self.is_blank(first):
            first += 1
        while first <= last and self.is_blank(last):
            last -= 1
        return (first, last) if first <= last else None

    @lazy
    def _depths(self) -> list[int]:
        """How many blocks a cut before each row goes through."""
        return _covering(((block.row_start, block.row_end) for block in self.blocks), self.count)

    @lazy
    def _solid(self) -> list[int]:
        return _covering(self.solid(), self.count)

    @lazy
    def _edges(self) -> set[int]:
        """The rows that a statement starts on, and those after one."""
        return {row for each in self.statements() for row in (each.row_start, each.row_end + 1)}

    def tier(self, row: int) -> int:
        """What a cut before a row goes through at worst."""
        if self._solid[row]:
            return _IN_STRING
        return _BETWEEN if row in self._edges or self.is_blank(row - 1) else _IN_STATEMENT

    def cut(self, first: int, last: int) -> list[Span]:
        """Parts of some rows that are each short enough, in order, none of them blank."""
        parts: list[Span] = []
        start = row = first  # `start` is where the part begins, `row` the first one that no part has yet
        while (kept := self.trimmed(row, last)) is not None:
            row = kept[0]
            start = row if start < row and self.is_blank(row - 1) else start
            if self.fits(start, kept[1]):
                parts.append(self.span(start, kept[1]))
                break
            if self.characters(row, row) > _MOST:
                parts += self._cut_row(row)
                start = row = row + 1
                continue
            if not self.fits(start, row):  # what is shared with the part before leaves no room
                start = row
                continue
            end = self._end(start, row, kept[1])
            shown = self.trimmed(start, end - 1)
            assert shown is not None  # the row itself is not blank
            parts.append(self.span(*shown))
            row = end
            start = self._shared(start, row)
        return parts

    def span(self, first: int, last: int) -> Span:
        return Span(self.text.lines[first], self.text.row_span(last)[1])

    def _end(self, start: int, row: int, last: int) -> int:
        """The row before which a part ends that begins with `start` and has at least `row`."""
        choices = []
        after = row + 1
        while after <= last and self.fits(start, after - 1):
            choices.append(after)
            after += 1
        least = min(self.tier(choice) for choice in choices)
        best = [choice for choice in choices if self.tier(choice) == least]
        full = [choice for choice in best if self.characters(start, choice - 1) * 2 >= _MOST]
        return min(full or best[-1:], key=lambda choice: (self._depths[choice], not self.is_blank(choice - 1), -choice))

    def _shared(self, start: int, row: int) -> int:
        """Where the part after a cut begins, so that it repeats the end of the one before."""
        choices = []
        at = row - 1
        while at > start and self.characters(at, row - 1) <= _OVERLAP:
            if not self.is_blank(at):
                choices.append(at)
            at -= 1
        return min(choices, key=lambda choice: (self.tier(choice), choice), default=row)

    def _cut_row(self, row: int) -> list[Span]:
        """Parts of one row that is too long by itself."""
        begin, end = self.text.row_span(row)
        parts: list[Span] = []
        while True:
            after = self._moved(begin, _MOST)
            if after >= end:
                parts.append(Span(begin, end))
                return parts
            middle = self._moved(begin, _MOST // 2)
            found = max(self.text.data.rfind(bytes((sign,)), middle, after) for sign in _AFTER)
            after = found + 1 if found >= 0 else after
            parts.append(Span(begin, after))
            begin = self.back(after, _OVERLAP)

    def _moved(self, offset: int, characters: int) -> int:
        """The offset so many characters further on."""
        ahead = self.text.data[offset : offset + 4 * characters].decode("utf-8", "surrogateescape")
        return offset + len(ahead[:characters].encode("utf-8", "surrogateescape"))

    def back(self, offset: int, characters: int = _OVERLAP) -> int:
        """The offset so many characters before."""
        low = max(offset - 4 * characters, 0)
        behind = self.text.data[low:offset].decode("utf-8", "surrogateescape")  # what is cut off lies at its start
        return offset - len(behind[-characters:].encode("utf-8", "surrogateescape"))

    def ahead(self, offset: int) -> int:
        """The offset behind as much text as parts share."""
        return self._moved(offset, _OVERLAP)


def _characters(data: bytes) -> int:
    return len(data) if data.isascii() else len(data.decode("utf-8", "replace"))


def _covering(regions: Iterable[tuple[int, int]], rows: int) -> list[int]:
    """For each row how many regions begin before it and reach to it."""
    changes = [0] * (rows + 2)
    for first, last in regions:
        if first < last:
            changes[first + 1] += 1
            changes[min(last, rows) + 1] -= 1
    return list(accumulate(changes))
