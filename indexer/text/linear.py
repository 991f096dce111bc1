"""Regular expressions that are matched in time that grows with the text alone, whatever the text is.

Python's own go back and try again, and one that has several ways to read the same text may try them all. Where an
expression needs that freedom, RE2 reads it: it knows no look-around and no references to groups.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Protocol


class Match(Protocol):
    def group(self, number: int = 0, /) -> bytes: ...
    def start(self, number: int = 0, /) -> int: ...
    def end(self, number: int = 0, /) -> int: ...


class Expression(Protocol):
    def match(self, text: bytes, /) -> Match | None: ...
    def search(self, text: bytes, start: int, end: int, /) -> Match | None: ...
    def finditer(self, text: bytes, /) -> Iterator[Match]: ...


class Linear:
    """An expression that is compiled when it is first used."""

    def __init__(self, source: bytes) -> None:
        self.source = source

    def match(self, text: bytes) -> Match | None:
        """The match at the start of a text."""
        return _compiled(self.source).match(text)

    def is_in(self, text: bytes, start: int, end: int) -> bool:
        """Whether there is a match in a part of a text."""
        return _compiled(self.source).search(text, start, end) is not None

    def ends(self, text: bytes) -> list[int]:
        """Where the matches in a text end."""
        return [match.end() for match in _compiled(self.source).finditer(text)]


@cache
def _compiled(source: bytes) -> Expression:
    import re2  # type: ignore[import-untyped]

    options = re2.Options()
    options.encoding = re2.Options.Encoding.LATIN1
    compiled: Expression = re2.compile(source, options)
    return compiled
