"""The names of pages and style sheets in one text, in order: what each is asked of."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Container

from indexer.extract.marks import Mark
from indexer.graph.names import Use
from indexer.graph.values import Shared
from indexer.lazy import lazy
from indexer.model import Span


class Marked:
    """What a reader found in a text, asked by places and by names."""

    def __init__(self, marks: list[Mark]) -> None:
        self.marks = marks

    @lazy
    def _starts(self) -> list[int]:
        return [mark.start for mark in self.marks]

    def at(self, offset: int) -> Use | None:
        """The name at an offset, or right before it."""
        at = bisect_right(self._starts, offset) - 1
        return _use(self.marks[at]) if at >= 0 and offset <= self.marks[at].end else None

    def called(self, names: Container[str]) -> list[Use]:
        """The places that have one of some names."""
        return [_use(mark) for mark in self.marks if mark.name in names]


def _use(mark: Mark) -> Use:
    return Use(mark.name, Span(mark.start, mark.end), "value", Shared(mark.name, mark.start, mark.space, mark.of))
