"""The layout of a text: comments and strings over several rows made one row each, for what is in them says nothing.

Each opener is found once, and where a closer is missing that is remembered, so that the time grows with the text and
not with its square, whatever the text is.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import cache
from typing import NamedTuple

from indexer.languages.opaque import Ends, Opaque
from indexer.languages.profile import profile_of
from indexer.text.document_text import Edit

_BLANKS = bytes(sign if sign in b"\r\n" else ord(" ") for sign in range(256))
_HEAD = re.compile(rb"\n([ \t]*)(?:async[ \t]+)?(?:class|def|fun|func)[ \t]")


@cache
def _openers(kinds: tuple[Opaque, ...]) -> re.Pattern[bytes]:
    """One pattern for all openers, with a group for each kind. One kind alone is found far faster."""
    parts = (b"(?P<kind%d>%b)" % (number, kind.opener) for number, kind in enumerate(kinds))
    return re.compile(b"|".join(parts), re.MULTILINE)


Span = tuple[int, int]


def layout(grammar: str, data: bytes) -> bytes:
    """The text with comments and strings over several rows made one row each; its length stays."""
    return Layout.of(grammar, data).text


class Layout(NamedTuple):
    """The layout of a text, with what it takes to make that of the next version where it changed."""

    data: bytes
    text: bytes
    spans: list[Span]  # what was made one row
    unclosed: list[int]  # where something opens that has no end

    @classmethod
    def of(cls, grammar: str, data: bytes) -> Layout:
        kinds = tuple(kind for kind in profile_of(grammar).damage.opaque if kind.sign in data)
        scan = _Scan(kinds, data, 0)
        scan.until(len(data))
        return cls(data, _solidified(data, 0, len(data), scan.spans), scan.spans, scan.unclosed)

    def edited(self, grammar: str, data: bytes, edit: Edit) -> tuple[Layout, Span]:
        """The layout of `data`, which came from this one's text by `edit`, and where it may differ.

        What ends before a change stays as it is. What has no end might have got one. From there on the text is looked
        through up to a row behind the change that is in nothing, now as before: all that follows depends on nothing
        else.
        """
        row = data.rfind(b"\n", 0, edit.start) + 1
        low = data.rfind(b"\n", 0, max(row - 1, 0)) + 1
        low = min([low, *self.unclosed[:1]])
        first = bisect_left(self.spans, low, key=lambda span: span[1])
        if first < len(self.spans):
            low = min(low, self.spans[first][0])
        scan = _Scan(profile_of(grammar).damage.opaque, data, low)
        stop = _row_from(self.data, edit.end)
        while True:
            stop = self._outside(stop)
            scan.until(stop + edit.delta)
            if scan.at <= stop + edit.delta:
                break
            stop = _row_from(self.data, scan.at - edit.delta)
        high = stop + edit.delta
        text = self.text[:low] + _solidified(data, low, high, scan.spans) + self.text[stop:]
        last = bisect_left(self.spans, stop, key=lambda span: span[0])
        moved = [(start + edit.delta, end + edit.delta) for start, end in self.spans[last:]]
        unclosed = [start + edit.delta for start in self.unclosed if start >= stop]
        before = [start for start in self.unclosed if start < low]
        spans = [*self.spans[:first], *scan.spans, *moved]
        return Layout(data, text, spans, [*before, *scan.unclosed, *unclosed]), (low, high)

    def _outside(self, offset: int) -> int:
        """The first row from an offset on that begins in nothing that was made one row."""
        at = bisect_left(self.spans, offset, key=lambda span: span[0]) - 1
        while at >= 0 and self.spans[at][1] > offset:
            offset = _row_from(self.data, self.spans[at][1])
            at = bisect_left(self.spans, offset, key=lambda span: span[0]) - 1
        return offset


def _row_from(data: bytes, offset: int) -> int:
    """Where the next row begins, or the text ends."""
    return data.find(b"\n", offset) + 1 or len(data)


class _Scan:
    """A text being looked through for what is opaque."""

    def __init__(self, kinds: tuple[Opaque, ...], data: bytes, at: int) -> None:
        self.at = at  # all before this has been looked at
        self.spans: list[Span] = []
        self.unclosed: list[int] = []
        self._kinds = kinds
        self._data = data
        self._closers = Ends(data)

    def until(self, stop: int) -> None:
        """Looks at what opens before the row that begins at `stop`."""
        if not self._kinds:
            return
        opener = _openers(self._kinds)
        while (match := opener.search(self._data, self.at, stop)) is not None:
            start = match.start()
            kind = next(kind for number, kind in enumerate(self._kinds) if match[f"kind{number}"] is not None)
            end = kind.end(self._closers, match)
            if end < 0 or _left_open(self._data, start, end):
                self.unclosed.append(start)
                self.at = start + (1 if end < 0 else 3)
            else:
                self.spans.append((start, end))
                self.at = end


def _solidified(data: bytes, low: int, high: int, spans: list[Span]) -> bytes:
    """A stretch of a text with each of its spans made one row."""
    if not spans:
        return data[low:high]
    parts: list[bytes] = []
    for start, end in spans:
        parts += (data[low:start], _solid(data[start:end]))
        low = end
    return b"".join((*parts, data[low:high]))


def _left_open(data: bytes, start: int, end: int) -> bool:
    """Whether a string has no end of its own: it begins inside a definition and has the head of the next one in it."""
    if not data.startswith((b'"""', b"'''"), start):
        return False
    row = data.rfind(b"\n", 0, start) + 1
    deep = len(data[row:start]) - len(data[row:start].lstrip(b" \t"))
    return any(len(head[1]) < deep for head in _HEAD.finditer(data, start, end))


def _solid(text: bytes) -> bytes:
    """As many bytes that are one row and not blank, in place of a comment or string.

    A comment that has to begin at the margin says nothing of where it stands, and is blank rows.
    """
    return text.translate(_BLANKS) if text.startswith(b"=") else b"x" * len(text)
