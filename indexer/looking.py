"""Whether there is something at a path. What nobody may look at, as what lies in somebody else's home, is not there.

`Path.exists` and its like raise for that, and for a path that is too long.
"""

from __future__ import annotations

from pathlib import Path


def exists(path: Path) -> bool:
    try:
        return path.exists()
    except OSError:
        return False


def is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:
        return False


def is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except OSError:
        return False
