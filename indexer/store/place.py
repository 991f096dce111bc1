"""Where the index of a workspace lives, and the lock that says who writes it.

One folder per root in the user's cache folder, named after the root so that a person can tell them apart.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
from pathlib import Path
from typing import IO

from platformdirs import user_cache_dir

from indexer.text.decoding import encode

DATABASE = "index.db"
_LOCK = "writer.lock"


def cache_folder(configured: str | None = None) -> Path:
    """The folder of all indexes: `OUTCROP_CACHE_DIR`, else the setting, else the platform's cache folder."""
    chosen = os.environ.get("OUTCROP_CACHE_DIR") or configured
    return (Path(chosen).expanduser() if chosen else Path(user_cache_dir("outcrop", appauthor=False))).absolute()


def index_folder(root: Path, cache: Path) -> Path:
    """The folder of one root's index."""
    name = re.sub(r"[^\w.-]", "_", root.name)[:40] or "root"
    return cache / f"{name}-{hashlib.sha256(os.fsencode(root)).hexdigest()[:16]}"


def noted(root: Path) -> str | bytes:
    """A root as its index notes it; `os.fsdecode` reads it. The name of a folder need not be Unicode."""
    path = str(root)
    return path if path.isascii() or encode(path) == os.fsencode(path) else os.fsencode(path)


class WriterLock:
    """The right to write one index. The operating system takes it back when its process ends, however that happens."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / _LOCK
        self._file: IO[bytes] | None = None

    def take(self) -> bool:
        """Tries to become the writer, without waiting."""
        if self._file is not None:
            return True
        # A pipe in its place is no reason to wait.
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
        file = os.fdopen(os.open(self._path, flags, 0o666), "ab")
        if _locked(file):
            self._file = file
            return True
        file.close()
        return False

    def release(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None


if sys.platform == "win32":
    import msvcrt

    def _locked(file: IO[bytes]) -> bool:
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _locked(file: IO[bytes]) -> bool:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return False
        return True
