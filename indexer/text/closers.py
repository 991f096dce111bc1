"""Finds what closes what a text opens, so that all of it together takes one walk through the text.

`opener.*?closer` as a regular expression looks through the rest of the text for each opener that nothing closes, and
takes the square of the text's length for a text of such openers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple


class Closers:
    """The places of closing signs in one text, each looked for once."""

    def __init__(self, data: bytes, end: int | None = None) -> None:
        self._data = data
        self._end = len(data) if end is None else end
        self._next: dict[bytes, int] = {}  # the first place of a sign from where it was last asked for; -1 for none

    def after(self, closer: bytes, start: int) -> int:
        """The end of the first closer from `start` on, or -1. Each sign is asked for from left to right."""
        known = self._next.get(closer, 0)
        if known >= 0 and (closer not in self._next or known < start):
            known = self._next[closer] = self._data.find(closer, start, self._end)
        return known if known < 0 else known + len(closer)


class Enclosed(NamedTuple):
    start: int
    end: int
    opener: bytes


def enclosed(
    data: bytes, opener: re.Pattern[bytes], closers: Mapping[bytes, bytes], start: int = 0, end: int | None = None
) -> Iterator[Enclosed]:
    """What lies from an opener to its closer, one after the other. An opener without a closer of its own is all."""
    end = len(data) if end is None else end
    found = Closers(data, end)
    at = start
    while (match := opener.search(data, at, end)) is not None:
        closer = closers.get(match[0])
        stop = match.end() if closer is None else found.after(closer, match.end())
        if stop < 0:
            at = match.start() + 1
        else:
            yield Enclosed(match.start(), stop, match[0])
            at = max(stop, match.start() + 1)
