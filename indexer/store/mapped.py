"""A file of the index that is mapped into memory, and whether it is still the one that was opened."""

from __future__ import annotations

import mmap
import os
from pathlib import Path


class Mapped:
    """What is read from a mapped file. To read from one that was cut short meanwhile would end the process."""

    _state: tuple[int, int] | None = None  # length and time stamp of its file, where it has one

    def is_as_opened(self, path: str) -> bool:
        """Whether its file is untouched."""
        try:
            return _state(os.stat(path)) == self._state  # noqa: PTH116 - faster on a string
        except OSError:
            return False


def map_file(path: Path) -> tuple[mmap.mmap, tuple[int, int]]:
    """A file's bytes, and its state to be kept. OSError or ValueError when it cannot be mapped."""
    with path.open("rb") as file:
        return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ), _state(os.fstat(file.fileno()))


def _state(found: os.stat_result) -> tuple[int, int]:
    return found.st_size, found.st_mtime_ns
