"""Comments and strings over several rows: how they open and where they end, for the layout of a text.

A profile lists those of its language; here are the ones that several share.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable
from typing import NamedTuple

from indexer.text.closers import Closers

_ROW = re.compile(rb"(?m)^[ \t]*+(\w++)[ \t\r]*+$")
_TRIPLE = {
    quote: re.compile(rb"(?s)(?:[^\\%b]++|\\.|%b(?!%b))*+%b" % (quote, quote, quote * 2, quote * 3))
    for quote in (b'"', b"'")
}


class Opaque(NamedTuple):
    """A comment or string: how it opens, and where it ends by the match of that; -1 if nothing closes it.

    A text without the sign has none of the kind.
    """

    sign: bytes
    opener: bytes
    end: Callable[[Ends, re.Match[bytes]], int]


class Ends:
    """Finds closers in one text."""

    def __init__(self, data: bytes, behind: int = 0) -> None:
        self.data = data
        self.behind = behind  # where the comment or string before this one ends
        self._signs = Closers(data)
        self._missing: set[re.Pattern[bytes]] = set()
        self._rows: dict[re.Pattern[bytes], dict[bytes, list[tuple[int, int]]]] = {}

    def sign(self, closer: bytes, start: int) -> int:
        return self._signs.after(closer, start)

    def matching(self, closer: re.Pattern[bytes], start: int, search: bool) -> int:
        match = None
        if closer not in self._missing:
            match = closer.search(self.data, start) if search else closer.match(self.data, start)
        if match is None:
            self._missing.add(closer)
        return -1 if match is None else match.end()

    def row(self, word: bytes, start: int, rows: re.Pattern[bytes]) -> int:
        """Where the first row from `start` on ends that is a word, or begins with it."""
        if rows not in self._rows:
            known = self._rows.setdefault(rows, {})
            for match in rows.finditer(self.data):
                known.setdefault(match[1], []).append((match.start(), match.end()))
        found = self._rows[rows].get(word, [])
        at = bisect_left(found, (start, 0))
        return found[at][1] if at < len(found) else -1


def between(opener: bytes, closer: bytes) -> Opaque:
    """What two signs enclose."""
    return Opaque(opener, re.escape(opener), lambda ends, match: ends.sign(closer, match.end()))


def _heredoc_end(ends: Ends, match: re.Match[bytes]) -> int:
    row = ends.data.find(b"\n", match.end())
    return -1 if row < 0 else ends.row(match["word"], row + 1, _ROW)


SLASHES = between(b"/*", b"*/")
PARENTHESES = between(b"(*", b"*)")
BRACES = between(b"{-", b"-}")
QUOTES = Opaque(b'"""', rb'"""', lambda ends, match: ends.matching(_TRIPLE[b'"'], match.end(), False))
APOSTROPHES = Opaque(b"'''", rb"'''", lambda ends, match: ends.matching(_TRIPLE[b"'"], match.end(), False))
# A heredoc from the sign that declares it to its terminator.
HEREDOC = Opaque(b"<<", rb"""(?<!<)<<[-~]?[ \t]?\\?(?P<mark>["'`]?)(?P<word>[A-Z_]\w*+)(?P=mark)""", _heredoc_end)
