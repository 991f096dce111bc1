"""Builds one segment from texts that are given one after the other."""

from __future__ import annotations

from pathlib import Path

from indexer.store.segment_writer import write_segment
from indexer.store.trigrams import Codes, Numbers, trigrams_of

_HELD = 1 << 20  # bytes of text kept until their trigrams are looked for together, which is faster


class SegmentBuilder:
    """Texts on their way into a segment. Ids must ascend."""

    def __init__(self) -> None:
        self._ids: list[int] = []
        self._texts: list[bytes] = []
        self._held = 0
        self._parts: list[tuple[Codes, Numbers]] = []

    def add(self, id: int, text: bytes) -> None:
        self._ids.append(id)
        self._texts.append(text)
        self._held += len(text)
        if self._held > _HELD:
            self._extract()

    def written(self, path: Path) -> str | None:
        """Writes the segment and gives its file's name; without any text there is none."""
        if not self._ids:
            return None
        self._extract()
        write_segment(path, self._ids, self._parts)
        return path.name

    def _extract(self) -> None:
        self._parts.append(trigrams_of(self._texts))
        self._texts.clear()
        self._held = 0
