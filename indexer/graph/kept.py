"""The scopes and bindings of texts, kept beside the index: a file that is as it was need not be parsed again for them.

What is kept is good for the same content, read by the same code. It is data that is checked as it is read, so that
damage leads to reading the file and never to a wrong answer; without it everything takes longer, and that is all.
"""

from __future__ import annotations

import json
import sqlite3
import zlib
from contextlib import suppress
from pathlib import Path
from typing import Any

from indexer.graph import names as _names
from indexer.graph import values as _values
from indexer.graph.names import Names
from indexer.index.makers import code_stamp
from indexer.model import Span

FILE = "names.db"
_SHARE = 20  # one byte is kept for so many of the sources
_LEAST = 4 << 20  # bytes that may be kept of any folder
_LARGEST = 4 << 20  # bytes of one text's names
_TUPLE, _LIST, _DICT, _SET = -1, -2, -3, -4
_CLASSES: tuple[Any, ...] = (
    Span,
    *sorted(
        (
            one
            for module in (_names, _values)
            for one in vars(module).values()
            if isinstance(one, type) and issubclass(one, tuple) and one.__module__ == module.__name__
        ),
        key=lambda one: one.__name__,
    ),
)
_NUMBERS = {one: at for at, one in enumerate(_CLASSES)}


class Broken(Exception):
    """What was kept is not what was written."""


class KeptNames:
    """The names of the texts of one index. Never raises: what cannot be read or written is not kept."""

    def __init__(self, folder: Path, sources: int) -> None:
        self._most = max(sources // _SHARE, _LEAST)
        self._base: sqlite3.Connection | None = None
        try:
            self._base = sqlite3.connect(folder / FILE, timeout=0.5, isolation_level=None)
            self._base.execute("PRAGMA synchronous=OFF")
            self._base.execute("CREATE TABLE IF NOT EXISTS made (stamp TEXT PRIMARY KEY)")
            self._base.execute("CREATE TABLE IF NOT EXISTS kept (grammar TEXT, content BLOB, crc INT, data BLOB, "
                               "PRIMARY KEY (grammar, content))")  # fmt: skip
            if self._base.execute("SELECT stamp FROM made").fetchall() != [(code_stamp(),)]:
                self._begin_anew()
        except (sqlite3.Error, OSError):
            self._give_up(folder / FILE)

    def _begin_anew(self) -> None:
        assert self._base is not None
        self._base.executescript("DELETE FROM kept; DELETE FROM made; VACUUM")
        self._base.execute("INSERT OR REPLACE INTO made VALUES (?)", (code_stamp(),))

    def _give_up(self, file: Path) -> None:
        """A file that is no database is of no use to anybody."""
        self.close()
        with suppress(OSError):
            if file.is_file() and file.read_bytes()[:15] != b"SQLite format 3":
                file.unlink()

    def get(self, grammar: str, content: bytes) -> Names | None:
        if self._base is None:
            return None
        try:
            row = self._base.execute(
                "SELECT crc, data FROM kept WHERE grammar=? AND content=?", (grammar, content)
            ).fetchone()
            return None if row is None else _names_of(*row)
        except (sqlite3.Error, Broken):
            return None

    def put(self, grammar: str, content: bytes, found: Names) -> None:
        if self._base is None:
            return
        data = zlib.compress(json.dumps(_packed(found.made_of), separators=(",", ":")).encode(), 1)
        if len(data) > _LARGEST:
            return
        try:
            pages, size = (self._base.execute(f"PRAGMA {what}").fetchone()[0] for what in ("page_count", "page_size"))
            if pages * size + len(data) > self._most:
                self._base.execute("DELETE FROM kept WHERE rowid IN (SELECT rowid FROM kept ORDER BY rowid LIMIT 50)")
            self._base.execute(
                "INSERT OR REPLACE INTO kept VALUES (?, ?, ?, ?)", (grammar, content, zlib.crc32(data), data)
            )
        except sqlite3.Error:
            self.close()

    def close(self) -> None:
        if self._base is not None:
            with suppress(sqlite3.Error):
                self._base.close()
            self._base = None


def _names_of(crc: object, data: object) -> Names:
    if not isinstance(data, bytes) or zlib.crc32(data) != crc:
        raise Broken
    try:
        unpacker = zlib.decompressobj()
        written = unpacker.decompress(data, 64 * _LARGEST)
        return Names(*_unpacked(json.loads(written)))
    except (ValueError, TypeError, IndexError, KeyError, RecursionError, zlib.error) as error:
        raise Broken from error


def _packed(value: Any) -> Any:
    """Data as lists that begin with what they are; defaults at the end of a record are left out."""
    if value is None or isinstance(value, str | int | bool):
        return value
    number = _NUMBERS.get(type(value))
    if number is not None:
        fields, defaults = value._fields, value._field_defaults
        end = len(fields)
        while end and fields[end - 1] in defaults and value[end - 1] == defaults[fields[end - 1]]:
            end -= 1
        return [number, *map(_packed, value[:end])]
    if isinstance(value, tuple):
        return [_TUPLE, *map(_packed, value)]
    if isinstance(value, list):
        return [_LIST, *map(_packed, value)]
    if isinstance(value, dict):
        return [_DICT, *([_packed(key), _packed(held)] for key, held in value.items())]
    assert isinstance(value, frozenset), type(value)
    return [_SET, *map(_packed, value)]


def _unpacked(value: list[Any]) -> Any:
    number = value[0]
    if number == _DICT:
        return {_held(key): _held(held) for key, held in value[1:]}
    inside = [
        one if type(one) is not list else Span(one[1], one[2]) if one[0] == 0 else _unpacked(one) for one in value[1:]
    ]
    if number >= 0:
        return _CLASSES[number](*inside)
    return inside if number == _LIST else tuple(inside) if number == _TUPLE else frozenset(inside)


def _held(value: Any) -> Any:
    return _unpacked(value) if isinstance(value, list) else value
