"""Builds one segment from texts that are given one after the other."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from indexer.store.segment_writer import write_segment
from indexer.store.trigrams import Codes, Numbers, trigrams_of

_HELD = 1 << 20  # bytes of text kept until their trigrams are looked for together, which is faster


class SegmentBuilder:
    """Texts on their way into a segment. Ids must ascend."""

    def __init__(self) -> None:
        self._ids: list[int] = []
        self._texts: list[bytes] = []
        self._held = 0
        self._codes: list[Codes] = []
        self._counts: list[Numbers] = []

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
        write_segment(path, self._ids, np.concatenate(self._codes), np.concatenate(self._counts))
        return path.name

    def _extract(self) -> None:
        codes, counts = trigrams_of(self._texts)
        self._codes.append(codes)
        self._counts.append(counts)
        self._texts.clear()
        self._held = 0
