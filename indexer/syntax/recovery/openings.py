"""Openings: the rows of a layout that follow a blank row or one that closes a block. Something may begin there.

Whether a row is one depends on it and on the row before it, so those of the next version of a text are found in the
rows that changed, and all others are known.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from typing import NamedTuple

BLANK = -1  # in place of the column of a closing row

# A row that is blank or closes something, and the blanks that the next one begins with.
_ROW = re.compile(
    rb"\n(?:[ \t\r\f\v]*+(?=\n([ \t]*+)[^\s])|([ \t]*+)(?:[)\]}]|(?:end|fi|done|esac)\b)[^\n]*+(?=\n([ \t]*+)[^\s]))"
)


class Openings(NamedTuple):
    """All openings of a text: where each row begins, how far it is indented, how far the closing row before it is."""

    starts: list[int]
    indents: list[int]
    closers: list[int]

    @classmethod
    def of(cls, text: bytes) -> Openings:
        return cls._in(text, 0, len(text))

    @classmethod
    def _in(cls, text: bytes, low: int, high: int) -> Openings:
        """Those behind the first of some whole rows."""
        found = cls([], [], [])
        for match in _ROW.finditer(b"\n" + text[low:high]):
            blank, closer, indent = match.groups()
            found.starts.append(low + match.end())
            found.indents.append(len(indent if blank is None else blank))
            found.closers.append(BLANK if closer is None else len(closer))
        return found

    def edited(self, text: bytes, low: int, high: int, delta: int) -> Openings:
        """Those of the next version, which differs from this one in [low, high) and is longer by `delta`."""
        first = text.rfind(b"\n", 0, low) + 1
        above = text.rfind(b"\n", 0, max(first - 1, 0)) + 1
        last = text.find(b"\n", high) + 1 or len(text)
        end = text.find(b"\n", last)
        new = self._in(text, above, len(text) if end < 0 else end)
        taken = bisect_left(new.starts, first)
        before, after = bisect_left(self.starts, first), bisect_right(self.starts, last - delta)
        moved = self.starts[after:] if delta == 0 else [start + delta for start in self.starts[after:]]
        return Openings(
            [*self.starts[:before], *new.starts[taken:], *moved],
            [*self.indents[:before], *new.indents[taken:], *self.indents[after:]],
            [*self.closers[:before], *new.closers[taken:], *self.closers[after:]],
        )

    def between(self, low: int, high: int) -> Openings:
        """The openings behind one offset and before another."""
        some = slice(bisect_right(self.starts, low), bisect_left(self.starts, high))
        return Openings(self.starts[some], self.indents[some], self.closers[some])

    def at(self, column: int) -> Iterator[tuple[int, int]]:
        """Where the rows begin that are indented so far, and how far the closing rows before them are."""
        found = -1
        for _ in range(self.indents.count(column)):
            found = self.indents.index(column, found + 1)
            yield self.starts[found], self.closers[found]

    def at_margin(self) -> list[int]:
        """Where rows at the margin follow a blank row or one that closes something at the margin."""
        columns = zip(self.starts, self.indents, self.closers, strict=True)
        return [start for start, indent, closer in columns if indent == 0 and closer <= 0 and start]


class Stretch(NamedTuple):
    """What is from one offset of a layout to another."""

    layout: bytes
    openings: Openings
    start: int
    end: int

    @property
    def text(self) -> bytes:
        return self.layout[self.start : self.end]

    def within(self, low: int, high: int) -> Stretch:
        """A stretch of it, by offsets from its start."""
        return self._replace(start=self.start + low, end=self.start + high)
