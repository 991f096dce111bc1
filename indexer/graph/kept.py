"""What was worked out of texts for the graph, kept beside the index: scopes and bindings, and what names are asked of.
A file that is as it was need not be parsed again for them.

What is kept is good for the same content, read by the same code. It is data that is checked as it is read, so that
damage leads to reading the file and never to a wrong answer; without it everything takes longer, and that is all.
"""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal

from indexer.graph.kept_names import KeptNames, written
from indexer.graph.kept_uses import KeptUses
from indexer.graph.names import Names
from indexer.index.makers import code_stamp

FILE = "names.db"
_SHARE = 8  # one byte may be kept for so many of the sources
_LEAST = 4 << 20  # bytes that may be kept of any folder
_LARGEST = 4 << 20  # bytes of what is kept of one text
_PAGE = 1024  # most of what is kept is shorter than the pages that SQLite has by itself

# What most of it has in common; short texts are kept in half the bytes with it.
_COMMON = (
    b'["file","namespace","module","block","class","function"],["local","constant","static","classmethod","property",'
    b'"generic","type","struct","enum","macro","typedef","shorthand","narrowed","set","export","global","field","self",'
    b'"method","import","class","function","parameter","variable"],"self","cls","this","name","value","data","key",'
    b'"args","kwargs","err","ctx","t","i","s","call_expression","identifier","type_identifier",["type","value","call"],'
    b"[-1,-1,-1,-1,-1,-1,-1,-1,-1,-1],[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0],[null,null,null,null,null,null,null,null],"
    b'["","","","","","","","",""],[[-2],[-2],[-2],[-2],[-3],[-4],[-3]]]'
)

Part = Literal["names", "uses"]


class Broken(Exception):
    """What was kept is not what was written."""


class Kept:
    """What is kept of the texts of one index. Never raises: what cannot be read or written is not kept."""

    def __init__(self, folder: Path, sources: int, contents: Callable[[], set[bytes]]) -> None:
        self._most = max(sources // _SHARE, _LEAST)
        self._contents = contents  # of the files that there are, to tell what is of no use any more
        self._is_full = False
        self._base: sqlite3.Connection | None = None
        try:
            self._base = sqlite3.connect(folder / FILE, timeout=0.5, isolation_level=None)
            self._base.execute("PRAGMA synchronous=OFF")
            self._base.execute(f"PRAGMA page_size={_PAGE}")
            self._base.execute("CREATE TABLE IF NOT EXISTS made (stamp TEXT PRIMARY KEY)")
            if self._base.execute("SELECT stamp FROM made").fetchall() != [(code_stamp(),)]:
                self._begin_anew()
        except (sqlite3.Error, OSError):
            self._give_up(folder / FILE)

    def _begin_anew(self) -> None:
        assert self._base is not None
        self._base.executescript(
            "DROP TABLE IF EXISTS kept; DELETE FROM made; VACUUM; "
            "CREATE TABLE kept (part TEXT, grammar TEXT, content BLOB, crc INT, data BLOB, "
            "PRIMARY KEY (content, grammar, part))"
        )
        self._base.execute("INSERT OR REPLACE INTO made VALUES (?)", (code_stamp(),))

    def _give_up(self, file: Path) -> None:
        """A file that is no database is of no use to anybody."""
        self.close()
        with suppress(OSError):
            if file.is_file() and file.read_bytes()[:15] != b"SQLite format 3":
                file.unlink()

    def names(self, grammar: str, content: bytes) -> Names | None:
        try:
            data = self._get("names", grammar, content)
            return None if data is None else KeptNames(_read(data))
        except (ValueError, TypeError, IndexError, KeyError, RecursionError, Broken):
            return None

    def keep_names(self, grammar: str, content: bytes, found: Names) -> None:
        self._put("names", grammar, content, written(found))

    def uses(self, grammar: str, content: bytes) -> KeptUses | None:
        try:
            data = self._get("uses", grammar, content)
            return None if data is None else KeptUses.read(_read(data))
        except (ValueError, TypeError, IndexError, KeyError, RecursionError, Broken):
            return None

    def keep_uses(self, grammar: str, content: bytes, found: KeptUses) -> None:
        self._put("uses", grammar, content, found.written())

    def _get(self, part: Part, grammar: str, content: bytes) -> bytes | None:
        if self._base is None:
            return None
        query = "SELECT crc, data FROM kept WHERE content=? AND grammar=? AND part=?"
        try:
            row = self._base.execute(query, (content, grammar, part)).fetchone()
        except sqlite3.Error as error:
            raise Broken from error
        if row is not None and (not isinstance(row[1], bytes) or zlib.crc32(row[1]) != row[0]):
            raise Broken
        return None if row is None else row[1]

    def _put(self, part: Part, grammar: str, content: bytes, found: list[Any]) -> None:
        if self._base is None or self._is_full:
            return
        packer = zlib.compressobj(zdict=_COMMON)
        written = json.dumps(found, separators=(",", ":"), ensure_ascii=False).encode("utf-8", "replace")
        data = packer.compress(written) + packer.flush()
        if len(data) > _LARGEST:
            return
        try:
            if not self._has_room(len(data)):
                self._forget_others()
                self._is_full = not self._has_room(len(data))
            if not self._is_full:
                row = (part, grammar, content, zlib.crc32(data), data)
                self._base.execute("INSERT OR REPLACE INTO kept VALUES (?, ?, ?, ?, ?)", row)
        except sqlite3.Error:
            self.close()

    def _has_room(self, size: int) -> bool:
        assert self._base is not None
        count, free = (self._base.execute(f"PRAGMA {what}").fetchone()[0] for what in ("page_count", "freelist_count"))
        return bool((count - free) * _PAGE + size <= self._most)

    def _forget_others(self) -> None:
        """What is kept of texts that no file has any more. The others stay: to make room for what is asked now by what
        was asked before would keep nothing of a question that asks for more than there is room for."""
        assert self._base is not None
        known = self._contents()
        kept = [content for (content,) in self._base.execute("SELECT DISTINCT content FROM kept")]
        gone = [(content,) for content in kept if content not in known]
        with self._base:
            self._base.execute("BEGIN")
            self._base.executemany("DELETE FROM kept WHERE content=?", gone)

    def close(self) -> None:
        if self._base is not None:
            with suppress(sqlite3.Error):
                self._base.close()
            self._base = None


def _read(data: bytes) -> list[Any]:
    try:
        unpacker = zlib.decompressobj(zdict=_COMMON)
        found = json.loads(unpacker.decompress(data, 64 * _LARGEST))
    except (ValueError, RecursionError, zlib.error) as error:
        raise Broken from error
    if not isinstance(found, list):
        raise Broken
    return found
