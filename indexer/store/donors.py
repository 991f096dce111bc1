"""What other indexes know already: the structure of a content that one of them has need not be made again.

Work trees and clones of a repository, a folder that was moved or unpacked twice: what they have in common is content.
So content is all that is compared, by its hash, its language and what made its structure. No path, name or file of the
workspace says where to look: the indexes in the folder of this one are asked, those that were written last first. What
does not read as it was written is not taken.
"""

from __future__ import annotations

import logging
import sqlite3
import zlib
from collections.abc import Callable, Collection, Iterator
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple

from indexer.store.database import healthy, open_to_read
from indexer.store.layout import EVERYTHING
from indexer.store.place import DATABASE
from indexer.store.records import Damaged, Nesting, PackedStructure
from indexer.store.seal import read_seal

log = logging.getLogger(__name__)

_TYPES = [bytes, bytes, bytes, bytes, bytes, int, int]  # SQLite lets a column hold anything
MOST = 32  # indexes that are asked; one of a few thousand files takes milliseconds


class Content(NamedTuple):
    """All that the structure of a file depends on, beside what makes it."""

    hash: bytes
    language: str


def known_structures(
    own: Path, wanted: Collection[Content], digest: Callable[[str], str]
) -> Iterator[tuple[Content, PackedStructure]]:
    """What this index and those beside it have of some contents, each once.

    `digest` tells what would make the structure of files in a language now.
    """
    left = set(wanted)
    for folder in (own, *_beside(own)):
        if not left:
            return
        try:
            for content, structure in _in_index(folder, left, digest, trusted=folder == own):
                left.discard(content)
                yield content, structure
        except (Damaged, sqlite3.Error, OSError, zlib.error) as problem:
            log.info("%s: nothing more is taken from it: %s", folder, problem)


def _beside(own: Path) -> list[Path]:
    """The other indexes, those that were written last first."""
    found: list[tuple[float, Path]] = []
    for folder in own.parent.iterdir():
        try:
            if folder != own:
                found.append(((folder / DATABASE).stat().st_mtime, folder))
        except OSError:
            continue  # no index, or gone by now
    return [folder for _, folder in sorted(found, reverse=True)[:MOST]]


def _in_index(
    folder: Path, wanted: set[Content], digest: Callable[[str], str], trusted: bool
) -> Iterator[tuple[Content, PackedStructure]]:
    sealed = trusted or read_seal(folder) is not None
    connection = open_to_read(folder)
    try:
        connection.execute("BEGIN")
        if not sealed and not healthy(connection):  # it is being written, or its writer was killed
            raise Damaged("its database is torn")
        yield from _structures(connection, _files(connection, wanted, digest))
    finally:
        connection.close()


def _files(connection: sqlite3.Connection, wanted: set[Content], digest: Callable[[str], str]) -> dict[int, Content]:
    """One file for each content that is wanted and there, by id."""
    made: dict[str, str] = dict(connection.execute("SELECT language, digest FROM makers"))
    found: dict[Content, int] = {}
    rows = connection.execute(
        "SELECT id, hash, language FROM files WHERE stage = ? AND language IS NOT NULL AND problem IS NULL",
        (EVERYTHING,),
    )
    for id, *said in rows:
        content = Content(*said)
        if content in wanted and content not in found and made.get(content.language) == digest(content.language):
            found[content] = id
    return {id: content for content, id in sorted(found.items(), key=itemgetter(1))}


def _structures(connection: sqlite3.Connection, files: dict[int, Content]) -> Iterator[tuple[Content, PackedStructure]]:
    """The structure of some files, in the order of their ids. What is damaged ends it."""
    nestings = groupby(
        connection.execute("SELECT file, kind, depth, nested FROM nesting ORDER BY file") if files else (),
        key=itemgetter(0),
    )
    at, rows = next(nestings, (None, iter(())))
    for id, content in files.items():
        row = connection.execute(
            "SELECT symbols, refs, blocks, lexical, folds, symbol_count, ref_count FROM structure WHERE file = ?", (id,)
        ).fetchone()
        if row is None or [type(value) for value in row] != _TYPES:
            raise Damaged("a file has no structure")
        for packed in row[:5]:
            zlib.decompress(packed)  # it has a checksum
        while at is not None and at < id:
            at, rows = next(nestings, (None, iter(())))
        nesting = [Nesting(*values) for _, *values in rows] if at == id else []
        yield content, PackedStructure(*row)._replace(nesting=nesting)
