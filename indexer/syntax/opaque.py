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
    unclosed: bool  # whether something opens that has no end

    @classmethod
    def of(cls, grammar: str, data: bytes) -> Layout:
        spans, unclosed, _ = _scan(grammar, data, 0, frozenset())
        return cls(data, _solidified(data, 0, len(data), spans), spans, unclosed)

    def edited(self, grammar: str, data: bytes) -> Layout:
        """The layout of another version of the text.

        What ends before a change stays as it is. From there on the text is looked through until something opens that
        opened before: all that follows depends on nothing else.
        """
        if self.unclosed:
            return Layout.of(grammar, data)
        edit = Edit.between(self.data, data)
        row = data.rfind(b"\n", 0, edit.start) + 1
        low = data.rfind(b"\n", 0, max(row - 1, 0)) + 1
        first = bisect_left(self.spans, low, key=lambda span: span[1])
        if first < len(self.spans):
            low = min(low, self.spans[first][0])
        next_row = self.data.find(b"\n", edit.end) + 1 or len(self.data)
        last = bisect_left(self.spans, next_row, key=lambda span: span[0])
        moved = [(start + edit.delta, end + edit.delta) for start, end in self.spans[last:]]
        spans, unclosed, high = _scan(grammar, data, low, frozenset(start for start, _ in moved))
        text = self.text[:low] + _solidified(data, low, high, spans) + self.text[high - edit.delta :]
        later = moved[bisect_left(moved, high, key=lambda span: span[0]) :]
        return Layout(data, text, [*self.spans[:first], *spans, *later], unclosed)


def _scan(grammar: str, data: bytes, at: int, known: frozenset[int]) -> tuple[list[Span], bool, int]:
    """What is opaque from an offset on, whether something has no end, and up to where: the next one that is known."""
    kinds = tuple(kind for kind in profile_of(grammar).damage.opaque if kind.sign in data)
    spans: list[Span] = []
    unclosed = False
    if not kinds:
        return spans, unclosed, len(data)
    opener = _openers(kinds)
    closers = Ends(data)
    while (match := opener.search(data, at)) is not None:
        start = match.start()
        if start in known:
            return spans, unclosed, start
        kind = next(kind for number, kind in enumerate(kinds) if match[f"kind{number}"] is not None)
        end = kind.end(closers, match)
        if end < 0 or _left_open(data, start, end):
            unclosed = True
            at = start + (1 if end < 0 else 3)
        else:
            spans.append((start, end))
            at = end
    return spans, unclosed, len(data)


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
