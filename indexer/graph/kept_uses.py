"""What the names at places of a text are asked of, as it was worked out once; each is made when it is asked for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import accumulate
from operator import sub
from typing import Any

from indexer.graph.names import Use
from indexer.graph.packing import packed, size, unpacked
from indexer.graph.values import Name
from indexer.model import Span

_NOTHING = -1  # the kind of a place that has no name, or one that is bound there


class KeptUses:
    """The uses at some offsets of one text. Never changed: more of them make another."""

    def __init__(self, found: Mapping[int, Use | list[Any] | None]) -> None:
        self._found = dict(found)

    @staticmethod
    def read(written: list[Any]) -> KeptUses:
        words, steps, kinds, *columns = written
        rows = zip(accumulate(steps), kinds, *columns, strict=True)
        return KeptUses({offset: None if kind == _NOTHING else [words[kind], *rest] for offset, kind, *rest in rows})

    def missing(self, offsets: Iterable[int]) -> list[int]:
        """Those of some offsets of which nothing is known, each once."""
        return [offset for offset in dict.fromkeys(offsets) if offset not in self._found]

    def at(self, offset: int) -> Use | None:
        found = self._found[offset]
        if isinstance(found, list):
            found = self._found[offset] = _made(offset, *found)
        return found

    def with_more(self, found: Mapping[int, Use | None]) -> KeptUses:
        return KeptUses({**self._found, **found})

    def written(self) -> list[Any]:
        """As lists of plain data."""
        offsets = sorted(self._found)
        uses = [self.at(offset) for offset in offsets]
        words: dict[str, int] = {}
        kinds = [_NOTHING if use is None else words.setdefault(use.kind, len(words)) for use in uses]
        rows = [
            (0, 0, "", None) if use is None else _row(offset, use) for offset, use in zip(offsets, uses, strict=True)
        ]
        columns = [list(column) for column in zip(*rows, strict=True)] or [[], [], [], []]
        return [list(words), list(map(sub, offsets, [0, *offsets])), kinds, *columns]


def _row(offset: int, use: Use) -> tuple[int, int, str, Any]:
    """Where it begins, how much longer than its name it is, the name, and its value; of a plain name, the sort."""
    start, value = use.span.start, use.value
    told = (
        value.sort if isinstance(value, Name) and value == Name(use.name, start, value.sort) else packed(value, start)
    )
    return start - offset, use.span.end - start - size(use.name), use.name, told


def _made(offset: int, kind: str, shift: int, more: int, name: str, value: Any) -> Use:
    start = offset + shift
    asked_of = Name(name, start, value) if isinstance(value, str) else unpacked(value, start)
    return Use(name, Span(start, start + size(name) + more), kind, asked_of)
