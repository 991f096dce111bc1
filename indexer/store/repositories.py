"""The indexes that there are: which folder each is of, how large it is, and how to delete one."""

from __future__ import annotations

import os
import shutil
import sqlite3
from pathlib import Path
from typing import NamedTuple

from indexer.looking import is_folder
from indexer.store.database import open_to_read
from indexer.store.place import WriterLock
from indexer.store.records import Damaged


class Repository(NamedTuple):
    """A folder that has an index."""

    root: str | None  # None where the index is damaged
    files: int
    folder: Path
    bytes: int


class InUse(Exception):
    """An index that some process is writing."""


def repositories(cache: Path) -> list[Repository]:
    """The indexes in a cache folder."""
    return [_described(folder) for folder in sorted(cache.iterdir()) if folder.is_dir()] if is_folder(cache) else []


def _described(folder: Path) -> Repository:
    root, files = None, 0
    try:
        connection = open_to_read(folder)
        (root,) = connection.execute("SELECT value FROM meta WHERE key = 'root'").fetchone()
        (files,) = connection.execute("SELECT count(*) FROM files").fetchone()
        connection.close()
        root = os.fsdecode(root)
    except (Damaged, sqlite3.Error, TypeError):
        root = None
    return Repository(root, files, folder, sum(path.stat().st_size for path in folder.iterdir() if path.is_file()))


def delete(folder: Path) -> None:
    """Deletes an index. InUse if somebody writes it; OSError if it cannot be deleted."""
    lock = WriterLock(folder)
    if not lock.take():
        raise InUse(f"{folder} is in use by another process, a language server perhaps")
    try:
        shutil.rmtree(folder)
    finally:
        lock.release()
