"""Files that somebody asks us to write."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable
from pathlib import Path


def write_whole(path: Path, parts: Iterable[bytes]) -> int:
    """Writes a file whole or not at all; its length. What is no file, as a pipe or a device, gets it as it comes."""
    if _is_no_file(path):
        with path.open("wb") as file:
            return sum(file.write(part) for part in parts)
    beside = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    beside.unlink(missing_ok=True)
    try:
        with beside.open("xb") as file:  # a link that lies there leads somewhere else
            size = sum(file.write(part) for part in parts)
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
    return size


def _is_no_file(path: Path) -> bool:
    """Whether a path leads to what must not be replaced by a file: `/dev/null`, or `/dev/stdout`, whatever that is."""
    try:
        if not stat.S_ISREG(path.stat().st_mode):
            return True
    except OSError:
        return False
    around = path.parent.resolve()
    return around == Path("/dev") or around.is_relative_to("/proc")
