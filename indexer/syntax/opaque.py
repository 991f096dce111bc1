"""The layout of a text: comments and strings over several rows made one row each, for what is in them says nothing.

Each opener is found once, and where a closer is missing that is remembered, so that the time grows with the text and
not with its square, whatever the text is.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from indexer.text.closers import Closers

_BLANKS = bytes(sign if sign in b"\r\n" else ord(" ") for sign in range(256))
_ROW = re.compile(rb"(?m)^[ \t]*+(\w++)[ \t\r]*+$")
_ROW_START = re.compile(rb"(?m)^[ \t]*+(\w++)")
_HEAD = re.compile(rb"\n([ \t]*)(?:async[ \t]+)?(?:class|def|fun|func)[ \t]")
_TRIPLE = {
    quote: re.compile(rb"(?s)(?:[^\\%b]++|\\.|%b(?!%b))*+%b" % (quote, quote, quote * 2, quote * 3))
    for quote in (b'"', b"'")
}
_VERBATIM = re.compile(rb'(?s)(?:[^"]++|"")*+"')
_CUT = re.compile(rb"(?m)^=cut\b[^\n]*+")
_END = re.compile(rb"(?m)^=end\b[^\n]*+")


class Kind(NamedTuple):
    """A comment or string: how it opens, and where it ends by the match of that; -1 if nothing closes it.

    A text without the sign has none of the kind.
    """

    sign: bytes
    opener: bytes
    end: Callable[[_Closers, re.Match[bytes]], int]


class _Closers:
    """Finds closers in one text."""

    def __init__(self, data: bytes) -> None:
        self.data = data
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


def _signs(opener: bytes, closer: bytes) -> Kind:
    return Kind(opener, re.escape(opener), lambda closers, match: closers.sign(closer, match.end()))


def _long_bracket(closers: _Closers, match: re.Match[bytes]) -> int:
    return closers.sign(b"]" + match["level"] + b"]", match.end())


def _heredoc_end(closers: _Closers, match: re.Match[bytes]) -> int:
    row = closers.data.find(b"\n", match.end())
    return -1 if row < 0 else closers.row(match["word"], row + 1, _ROW)


def _php_heredoc_end(closers: _Closers, match: re.Match[bytes]) -> int:
    return closers.row(match["name"], match.end(), _ROW_START)


_SLASHES = (_signs(b"/*", b"*/"),)
_QUOTES = (Kind(b'"""', rb'"""', lambda closers, match: closers.matching(_TRIPLE[b'"'], match.end(), False)),)
_APOSTROPHES = (Kind(b"'''", rb"'''", lambda closers, match: closers.matching(_TRIPLE[b"'"], match.end(), False)),)
_PARENTHESES = (_signs(b"(*", b"*)"),)
_BRACES = (_signs(b"{-", b"-}"),)
# A heredoc from the sign that declares it to its terminator.
_HEREDOC = (Kind(b"<<", rb"""(?<!<)<<[-~]?[ \t]?\\?(?P<mark>["'`]?)(?P<word>[A-Z_]\w*+)(?P=mark)""", _heredoc_end),)
_PHP_HEREDOC = (Kind(b"<<<", rb"""<<<[ \t]*+(?P<quote>["']?)(?P<name>\w++)(?P=quote)[ \t\r]*+\n""", _php_heredoc_end),)
_POD = (Kind(b"=", rb"^=[a-zA-Z]", lambda closers, match: closers.matching(_CUT, match.end(), True)),)
_BEGIN = (Kind(b"=begin", rb"^=begin\b", lambda closers, match: closers.matching(_END, match.end(), True)),)
_AT_QUOTES = (Kind(b'"', rb'(?:@\$?|\$@)"', lambda closers, match: closers.matching(_VERBATIM, match.end(), False)),)
_OPAQUE: dict[str, tuple[Kind, ...]] = {
    "bash": _HEREDOC,
    "csharp": _SLASHES + _AT_QUOTES + _QUOTES,
    "elixir": _QUOTES,
    "elm": _BRACES,
    "erlang": (),
    "fsharp": _PARENTHESES + _QUOTES,
    "haskell": _BRACES,
    "julia": (_signs(b"#=", b"=#"), *_QUOTES),
    "kotlin": _SLASHES + _QUOTES,
    "lua": (Kind(b"--[", rb"--\[(?P<level>=*)\[", _long_bracket),),
    "ocaml": _PARENTHESES,
    "perl": _HEREDOC + _POD,
    "php": _PHP_HEREDOC + _SLASHES,
    "python": _QUOTES + _APOSTROPHES,
    "ruby": _HEREDOC + _BEGIN,
    "scala": _SLASHES + _QUOTES,
    "swift": _SLASHES + _QUOTES,
}


@cache
def _openers(kinds: tuple[Kind, ...]) -> re.Pattern[bytes]:
    """One pattern for all openers, with a group for each kind. One kind alone is found far faster."""
    parts = (b"(?P<kind%d>%b)" % (number, kind.opener) for number, kind in enumerate(kinds))
    return re.compile(b"|".join(parts), re.MULTILINE)


def layout(grammar: str, data: bytes) -> bytes:
    """The text with comments and strings over several rows made one row each; its length stays."""
    kinds = tuple(kind for kind in _OPAQUE.get(grammar, _SLASHES) if kind.sign in data)
    if not kinds:
        return data
    opener = _openers(kinds)
    closers = _Closers(data)
    parts: list[bytes] = []
    done = at = 0
    while (match := opener.search(data, at)) is not None:
        start = match.start()
        kind = next(kind for number, kind in enumerate(kinds) if match[f"kind{number}"] is not None)
        end = kind.end(closers, match)
        if end < 0:
            at = start + 1
        elif _left_open(data, start, end):
            at = start + 3
        else:
            parts += (data[done:start], _solid(data[start:end]))
            done = at = end
    return b"".join((*parts, data[done:]))


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
