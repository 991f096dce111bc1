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
_FEW = 64  # what opens and has no end; each is looked at again at each key
_HEAD_SIZE = 256  # bytes in which something opens
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
    left_open: list[int]  # where something opens whose end seems to be that of something else

    @classmethod
    def of(cls, grammar: str, data: bytes) -> Layout:
        scan = _Scan(tuple(kind for kind in profile_of(grammar).damage.opaque if kind.sign in data), data, 0, 0)
        scan.until(len(data))
        text = _worded(grammar, _solidified(data, 0, len(data), scan.spans))
        return cls(data, text, scan.spans, scan.unclosed, scan.left_open)

    def edited(self, grammar: str, data: bytes, edit: Edit) -> tuple[Layout, Span]:
        """The layout of `data`, which came from this one's text by `edit`, and where it may differ.

        What ends before a change stays as it is, unless it had no end and has one now. From there on the text is looked
        through up to a row behind the change that is in nothing, now as before: all that follows depends on nothing
        else.
        """
        if len(self.unclosed) > _FEW:
            return Layout.of(grammar, data), (0, len(data))
        kinds, delta = profile_of(grammar).damage.opaque, edit.delta
        row = data.rfind(b"\n", 0, edit.start) + 1
        low = data.rfind(b"\n", 0, max(row - 1, 0)) + 1
        rows = data[low : _row_from(data, edit.start + edit.inserted)]
        closed = [start for start in self.unclosed if start < low and _ends_in(kinds, data, start, rows)]
        low = min([low, *self.left_open[:1], *closed[:1]])
        first = bisect_left(self.spans, low, key=lambda span: span[1])
        if first < len(self.spans):
            low = min(low, self.spans[first][0])
        scan = _Scan(kinds, data, low, self.spans[first - 1][1] if first else 0)
        stop = _row_from(self.data, edit.end)
        while True:
            stop = self._outside(stop)
            scan.until(stop + delta)
            if scan.at <= stop + delta:
                break
            stop = _row_from(self.data, scan.at - delta)
        last = bisect_left(self.spans, stop, key=lambda span: span[0])
        row = self.text.rfind(b"\n", 0, low) + 1
        rows = self.text[row:low] + _solidified(data, low, stop + delta, scan.spans)
        new = Layout(
            data,
            self.text[:row] + _worded(grammar, rows) + self.text[stop:],
            [*self.spans[:first], *scan.spans, *((at + delta, end + delta) for at, end in self.spans[last:])],
            _spliced(self.unclosed, scan.unclosed, low, stop, delta),
            _spliced(self.left_open, scan.left_open, low, stop, delta),
        )
        if scan.spans == [_moved(span, edit) for span in self.spans[first:last]]:
            return new, _changed(grammar, data, edit)
        return new, (low, stop + delta)

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


def _spliced(old: list[int], new: list[int], low: int, stop: int, delta: int) -> list[int]:
    return [
        *(at for at in old if at < low),
        *(at for at in new if at < stop + delta),
        *(at + delta for at in old if at >= stop),
    ]


def _moved(span: Span, edit: Edit) -> Span | None:
    """Where a span is after an edit that is beside it or strictly inside of it."""
    start, end = span
    if end <= edit.start:
        return span
    if start >= edit.end:
        return start + edit.delta, end + edit.delta
    return (start, end + edit.delta) if start < edit.start and edit.end < end else None


def _ends_in(kinds: tuple[Opaque, ...], data: bytes, start: int, rows: bytes) -> bool:
    """Whether something that opens in one row may end in others."""
    text = data[start : min(_row_from(data, start), start + _HEAD_SIZE)] + b"\n" + rows
    match = _openers(kinds).match(text)
    if match is None:
        return True
    return _kind_of(kinds, match).end(Ends(text), match) >= 0


def _kind_of(kinds: tuple[Opaque, ...], match: re.Match[bytes]) -> Opaque:
    return next(kind for number, kind in enumerate(kinds) if match[f"kind{number}"] is not None)


class _Scan:
    """A text being looked through for what is opaque."""

    def __init__(self, kinds: tuple[Opaque, ...], data: bytes, at: int, behind: int) -> None:
        self.at = at  # all before this has been looked at
        self.spans: list[Span] = []
        self.unclosed: list[int] = []
        self.left_open: list[int] = []
        self._kinds = kinds
        self._data = data
        self._closers = Ends(data, behind)

    def until(self, stop: int) -> None:
        """Looks at what opens before the row that begins at `stop`."""
        if not self._kinds:
            return
        opener = _openers(self._kinds)
        while (match := opener.search(self._data, self.at, stop)) is not None:
            start = match.start()
            end = _kind_of(self._kinds, match).end(self._closers, match)
            if end < 0:
                self.unclosed.append(start)
                self.at = start + 1
            elif _left_open(self._data, start, end):
                self.left_open.append(start)
                self.at = start + 3
            else:
                self.spans.append((start, end))
                self.at = self._closers.behind = end


def _solidified(data: bytes, low: int, high: int, spans: list[Span]) -> bytes:
    """A stretch of a text with each of its spans made one row."""
    if not spans:
        return data[low:high]
    parts: list[bytes] = []
    for start, end in spans:
        parts += (data[low:start], _solid(data[start:end]))
        low = end
    return b"".join((*parts, data[low:high]))


def _changed(grammar: str, data: bytes, edit: Edit) -> Span:
    """Where a layout may have changed with an edit that opens and closes nothing."""
    start, end = edit.start, edit.start + edit.inserted
    if not profile_of(grammar).damage.closers:
        return start, end
    return data.rfind(b"\n", 0, start) + 1, _row_from(data, end)  # a word says less if something is behind it


def _worded(grammar: str, rows: bytes) -> bytes:
    """Rows with the one word that closes a block for all that do so in a language."""
    known = profile_of(grammar).damage
    return _closing(known.closers).sub(_as_end, rows) if known.closers else rows


@cache
def _closing(words: bytes) -> re.Pattern[bytes]:
    return re.compile(rb"^([ \t]*+)(?:%b)\b" % words, re.IGNORECASE | re.MULTILINE)


def _as_end(row: re.Match[bytes]) -> bytes:
    return row[1] + b"end".ljust(row.end() - row.end(1))


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
