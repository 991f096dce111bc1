"""Reading an index: one state of it, however much is written meanwhile.

What costs time to load, the table of files and the open segments, is kept from one state to the next. Whoever finds
the index damaged raises Damaged, and the owner has it rebuilt.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from indexer.model import Symbol
from indexer.store.database import open_to_read
from indexer.store.names import NameTable
from indexer.store.records import Damaged, unpack_symbols

if TYPE_CHECKING:
    from indexer.store.segments import Segment


_RACY = 50_000_000  # nanoseconds


class FileRow(NamedTuple):
    """A file as the index knows it."""

    id: int
    path: str
    language: str | None
    size: int
    mtime_ns: int
    read_ns: int
    hash: bytes
    lines: int
    generated: bool
    segment: int | None
    structured: bool
    skipped: str | None
    problem: str | None


class FileState(NamedTuple):
    """What decides whether a file must be read again."""

    id: int
    size: int
    mtime_ns: int
    read_ns: int
    hash: bytes
    structured: bool


@dataclass(frozen=True)
class FileTable:
    """The files of one state, in path order."""

    generation: int
    rows: list[FileRow]
    segments: list[tuple[int, str]]  # id and file name

    @cached_property
    def by_id(self) -> dict[int, FileRow]:
        return {row.id: row for row in self.rows}

    @cached_property
    def by_path(self) -> dict[str, FileRow]:
        return {row.path: row for row in self.rows}

    @cached_property
    def loose(self) -> list[FileRow]:
        """The files that no segment has."""
        return [row for row in self.rows if row.segment is None]

    @cached_property
    def unstructured(self) -> list[int]:
        """The ids of the files whose structure is not known yet."""
        return [row.id for row in self.rows if not row.structured]


@dataclass(frozen=True)
class Totals:
    """How much there is of everything."""

    files: int
    bytes: int
    symbols: int
    references: int
    skipped: int
    structured: int
    languages: dict[str, int]
    problems: list[tuple[str, str]]


class Store:
    """The reader's side of one index. For any number of threads."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._lock = threading.Lock()
        self._table: FileTable | None = None
        self._segments: dict[str, Segment] = {}
        self._names: tuple[str | None, NameTable] = (None, NameTable.of([]))

    @contextmanager
    def snapshot(self) -> Iterator[Snapshot]:
        """One state of the index, until the end of the `with`. Damaged when there is none to read."""
        connection = open_to_read(self.folder)
        try:
            connection.execute("BEGIN")
            yield Snapshot(self, connection)
        except sqlite3.DatabaseError as error:
            raise Damaged(str(error)) from error
        finally:
            connection.close()

    def _table_at(self, generation: int, connection: sqlite3.Connection) -> FileTable:
        with self._lock:
            table = self._table
        if table is None or table.generation != generation:
            rows = connection.execute(
                "SELECT id, path, language, size, mtime_ns, read_ns, hash, lines, generated, segment, structured,"
                " skipped, problem FROM files ORDER BY path"
            )
            segments = connection.execute("SELECT id, name FROM segments ORDER BY id").fetchall()
            table = FileTable(generation, list(map(FileRow._make, rows)), segments)
            with self._lock:
                self._table = table
        return table

    def _opened(self, names: Sequence[str]) -> list[Segment]:
        from indexer.store.segments import Segment

        with self._lock:
            for name in self._segments.keys() - set(names):
                del self._segments[name]  # a search that still holds it keeps it alive
            for name in names:
                segment = self._segments.get(name)
                if segment is None:
                    self._segments[name] = Segment.open(self.folder / name)
                elif not segment.is_as_opened(self.folder / name):
                    del self._segments[name]
                    raise Damaged("a segment has been changed or removed")
            return [self._segments[name] for name in names]

    def _names_at(self, file: str | None) -> NameTable:
        with self._lock:
            known, table = self._names
        if file != known:
            table = NameTable.of([]) if file is None else NameTable.open(self.folder / file)
            with self._lock:
                self._names = (file, table)
        return table


class Snapshot:
    """One state of an index."""

    def __init__(self, store: Store, connection: sqlite3.Connection) -> None:
        self._store = store
        self._db = connection
        (self.generation,) = connection.execute("SELECT number FROM generation").fetchone()

    @cached_property
    def table(self) -> FileTable:
        return self._store._table_at(self.generation, self._db)

    def segments(self) -> list[Segment]:
        return self._store._opened([name for _, name in self.table.segments])

    def symbols(self, file: int) -> list[Symbol] | None:
        """A file's symbols, or None when its structure is not there yet."""
        row = self._db.execute("SELECT symbols FROM structure WHERE file = ?", (file,)).fetchone()
        return unpack_symbols(row[0]) if row else None

    def packed_blocks(self, file: int) -> bytes | None:
        row = self._db.execute("SELECT blocks FROM structure WHERE file = ?", (file,)).fetchone()
        return row[0] if row else None

    def packed_references(self, file: int) -> bytes | None:
        row = self._db.execute("SELECT refs FROM structure WHERE file = ?", (file,)).fetchone()
        return row[0] if row else None

    def names_with(self, words: str, most: int) -> list[tuple[int, str]]:
        """Names by full-text search over their words, those that fit best first."""
        return self._db.execute(
            "SELECT n.id, n.name FROM name_words w JOIN names n ON n.id = w.rowid"
            " WHERE name_words MATCH ? ORDER BY w.rank, n.id LIMIT ?",
            (words, most),
        ).fetchall()

    def name_table(self) -> list[NameTable]:
        """All names: those of the file, and those that came after it."""
        table = self._store._names_at(self._name_file)
        newer = self._db.execute("SELECT id, name FROM names WHERE id > ?", (table.newest,)).fetchall()
        return [table, NameTable.of(newer)] if newer else [table]

    def has_all_texts(self) -> bool:
        """Whether all files have been read once, by whoever writes this index."""
        return self._db.execute("SELECT 1 FROM meta WHERE key = 'text'").fetchone() is not None

    @cached_property
    def _name_file(self) -> str | None:
        row = self._db.execute("SELECT value FROM meta WHERE key = 'names'").fetchone()
        return row[0] if row else None

    def files_defining(self, name: int) -> list[tuple[int, str]]:
        """The files that define a name, by its id, each with the kind of the definition."""
        return self._db.execute("SELECT file, kind FROM symbols WHERE name = ?", (name,)).fetchall()

    def symbols_of_names(self, names: Iterable[int]) -> list[tuple[int, int, str]]:
        """File, name and kind of all symbols that have one of many names."""
        wanted = set(names)
        return [row for row in self._db.execute("SELECT file, name, kind FROM symbols") if row[1] in wanted]

    def states(self) -> dict[str, FileState]:
        return states(self._db)

    def kinds(self) -> dict[str, int]:
        """How many symbols there are of each kind."""
        return dict(self._db.execute("SELECT kind, count(*) FROM symbols GROUP BY kind ORDER BY 2 DESC, 1").fetchall())

    def totals(self) -> Totals:
        rows = self.table.rows
        (symbols,) = self._db.execute("SELECT count(*) FROM symbols").fetchone()
        (references,) = self._db.execute("SELECT coalesce(sum(ref_count), 0) FROM structure").fetchone()
        languages: dict[str, int] = {}
        kept = [row for row in rows if row.skipped is None]
        for row in kept:
            name = row.language or "unknown"
            languages[name] = languages.get(name, 0) + 1
        return Totals(
            len(kept),
            sum(row.size for row in kept),
            symbols,
            references,
            len(rows) - len(kept),
            sum(row.structured for row in kept),
            dict(sorted(languages.items(), key=lambda item: (-item[1], item[0]))),
            [(row.path, row.problem) for row in kept if row.problem],
        )


def is_as_read(size: int, mtime_ns: int, known: FileState | FileRow | None) -> bool:
    """Whether a file of this size and time stamp is certainly what it was when it was read.

    A time stamp that is nearly as young as the reading, or younger, may hide a later change.
    """
    return known is not None and (size, mtime_ns) == (known.size, known.mtime_ns) and mtime_ns + _RACY < known.read_ns


def states(connection: sqlite3.Connection, below: str | None = None) -> dict[str, FileState]:
    """Every known file by path, or those at a path and below it."""
    query = "SELECT path, id, size, mtime_ns, read_ns, hash, structured FROM files"
    if below is None:
        rows = connection.execute(query)
    else:  # "0" is what comes after "/"
        rows = connection.execute(
            f"{query} WHERE path = ? OR (path > ? AND path < ?)", (below, f"{below}/", f"{below}0")
        )
    return {path: FileState(*state) for path, *state in rows}
