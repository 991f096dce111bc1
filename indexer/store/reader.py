"""Reading an index: one state of it, however much is written meanwhile.

What costs time to load, the table of files and the open segments, is kept from one state to the next. Whoever finds
the index damaged raises Damaged, and the owner has it rebuilt.
"""

from __future__ import annotations

import gc
import sqlite3
import threading
from bisect import bisect_left
from collections import Counter, OrderedDict
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from indexer.lazy import lazy
from indexer.model import Symbol
from indexer.store.database import open_to_read
from indexer.store.layout import EVERYTHING, NAMES
from indexer.store.mapped import Mapped
from indexer.store.names import Definers, NameTable
from indexer.store.records import Damaged, LexicalSpans, names_in, unpack_lexical, unpack_symbols

if TYPE_CHECKING:
    from indexer.store.columns import PackedOutline
    from indexer.store.segments import FileIds, Segment


M = TypeVar("M", bound=Mapped)

_RACY = 50_000_000  # nanoseconds
_OUTLINES = 400  # of files; some ten kilobytes each
_FEW = 500  # files: to take in so many is faster than to read all
_FILES = (
    "SELECT id, path, language, size, mtime_ns, read_ns, hash, lines, generated, segment, names, stage, skipped,"
    " problem FROM files"
)
_PATH = attrgetter("path")


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
    names: int | None
    stage: int  # how much is known of it, see `indexer.store.layout`
    skipped: str | None
    problem: str | None


class FileState(NamedTuple):
    """What decides whether a file must be read again."""

    id: int
    size: int
    mtime_ns: int
    read_ns: int
    hash: bytes
    stage: int


@dataclass(frozen=True)
class FileTable:
    """The files of one state, in path order."""

    generation: int
    rows: list[FileRow]
    segments: list[tuple[int, str]]  # id and file name
    name_tables: list[tuple[int, str]]  # likewise

    @lazy
    def searched(self) -> int:
        """How many can be searched."""
        return [row.skipped for row in self.rows].count(None)

    @lazy
    def by_id(self) -> dict[int, FileRow]:
        return {row.id: row for row in self.rows}

    @lazy
    def by_path(self) -> dict[str, FileRow]:
        return {row.path: row for row in self.rows}

    @lazy
    def by_language(self) -> dict[str | None, list[FileRow]]:
        """The files in each language, in path order."""
        found: dict[str | None, list[FileRow]] = {}
        for row in self.rows:
            found.setdefault(row.language, []).append(row)
        return found

    @lazy
    def unsegmented(self) -> list[FileRow]:
        """The files that no segment has."""
        return [self.rows[at] for at in self.unsegmented_places]

    @lazy
    def unsegmented_places(self) -> list[int]:
        """Where in the rows those are."""
        return [at for at, row in enumerate(self.rows) if row.segment is None]

    @lazy
    def _places(self) -> FileIds:
        """Where in the rows each id is, -1 for those that are gone."""
        import numpy as np

        ids = np.fromiter((row.id for row in self.rows), np.int64, len(self.rows))
        places = np.full(ids.max(initial=0) + 1, -1)
        places[ids] = np.arange(ids.size)
        return places

    def places(self, ids: FileIds) -> list[int]:
        """Where in the rows some ids are, in order, without those that are gone."""
        from indexer.store.trigrams import each_once  # it imports numpy

        places = self._places[ids[ids < self._places.size]]
        found: list[int] = each_once(places[places >= 0]).tolist()
        return found

    @lazy
    def _name_table_of(self) -> FileIds:
        """The number of the table of names that each id is in, -1 for those in none."""
        import numpy as np

        found = np.full(max((row.id for row in self.rows), default=0) + 1, -1)
        for row in self.rows:
            if row.names is not None:
                found[row.id] = row.names
        return found

    def named_in(self, ids: FileIds) -> FileIds:
        """The numbers of the tables of names that have what some files define now."""
        known = self._name_table_of
        tables: FileIds = known[ids.clip(max=len(known) - 1)]
        return tables

    @lazy
    def unnamed(self) -> list[tuple[int, int]]:
        """The ids and stages of the files whose names are known and in no table of names."""
        return [(row.id, row.stage) for row in self.rows if row.names is None and row.stage >= NAMES]

    @lazy
    def noted(self) -> bytearray:
        """What a search has noted of each file, by id; zero where nothing."""
        return bytearray(max((row.id for row in self.rows), default=0) + 1)

    @lazy
    def outlines(self) -> OrderedDict[int, PackedOutline]:
        """The last ones that were looked at: who types a name asks for much the same with every letter."""
        return OrderedDict()

    @lazy
    def nameless(self) -> list[int]:
        """The ids of the files of which nobody knows yet what they define."""
        return [row.id for row in self.rows if row.stage < NAMES and row.skipped is None]

    def left(self, stage: int) -> int:
        """How many bytes of source have yet to come to a stage."""
        return sum(row.size for row in self.rows if row.stage < stage and row.skipped is None)


@dataclass(frozen=True)
class Totals:
    """How much there is of everything."""

    files: int
    bytes: int
    symbols: int
    references: int
    skipped: int
    named: int  # files whose names are known
    structured: int  # files of which everything is
    languages: dict[str, int]
    problems: list[tuple[str, str]]


class Store:
    """The reader's side of one index. For any number of threads."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._lock = threading.Lock()
        self._table: FileTable | None = None
        self._segments: dict[str, Segment] = {}
        self._name_tables: dict[str, NameTable] = {}
        # Of a few files by id and stage: what was read of each, and a table of it.
        self._unnamed: tuple[dict[tuple[int, int], Definers], NameTable] | None = None

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
            rows = _advanced(table, connection) if table is not None and table.generation < generation else None
            if rows is None:
                rows = list(map(FileRow._make, connection.execute(f"{_FILES} ORDER BY path")))
                # The collector would walk over every one of these rows each time that hits have piled up.
                gc.freeze()
            segments = connection.execute("SELECT id, name FROM segments ORDER BY id").fetchall()
            name_tables = connection.execute("SELECT id, name FROM name_tables ORDER BY id").fetchall()
            table = FileTable(generation, rows, segments, name_tables)
            with self._lock:
                self._table = table
        return table

    def _opened(self, names: Sequence[str], known: dict[str, M], open: Callable[[Path], M]) -> list[M]:
        """Files beside the database, each opened once. A search that still holds one that is gone keeps it alive."""
        folder = str(self.folder)
        with self._lock:
            for name in known.keys() - set(names):
                del known[name]
            for name in names:
                if name not in known:
                    known[name] = open(self.folder / name)
                elif not known[name].is_as_opened(f"{folder}/{name}"):
                    del known[name]
                    raise Damaged(f"{name} has been changed or removed")
            return [known[name] for name in names]

    def _names_of(self, files: list[tuple[int, int]], connection: sqlite3.Connection) -> NameTable:
        """A table of what a few files define. What was read of a file serves as long as it is among them."""
        with self._lock:
            known, table = self._unnamed or ({}, None)
        if table is None or known.keys() != set(files):
            read = {file: known[file] if file in known else _definers(file[0], connection) for file in files}
            table = NameTable.of(read.values())
            with self._lock:
                self._unnamed = (read, table)
        return table


def _advanced(table: FileTable, connection: sqlite3.Connection) -> list[FileRow] | None:
    """The rows of a later state, made from those of a former one; None where more has changed than a few files."""
    (count,) = connection.execute("SELECT count(*) FROM files").fetchone()
    (changed,) = connection.execute("SELECT count(*) FROM files WHERE changed > ?", (table.generation,)).fetchone()
    if changed > _FEW:
        return None
    rows = table.rows.copy()
    for row in map(FileRow._make, connection.execute(f"{_FILES} WHERE changed > ?", (table.generation,))):
        at = bisect_left(rows, row.path, key=_PATH)
        same = at < len(rows) and rows[at].path == row.path
        rows[at : at + same] = [row]
    return rows if len(rows) == count else None  # else some are gone


def _definers(file: int, connection: sqlite3.Connection) -> Definers:
    row = connection.execute("SELECT symbols FROM structure WHERE file = ?", (file,)).fetchone()
    return (file, *names_in(row[0])) if row else (file, (), ())


class Snapshot:
    """One state of an index."""

    def __init__(self, store: Store, connection: sqlite3.Connection) -> None:
        self._store = store
        self._db = connection
        (self.generation,) = connection.execute("SELECT number FROM generation").fetchone()

    @property
    def folder(self) -> Path:
        return self._store.folder

    @lazy
    def table(self) -> FileTable:
        return self._store._table_at(self.generation, self._db)

    def segments(self) -> list[Segment]:
        from indexer.store.segments import Segment  # it imports numpy

        store = self._store
        return store._opened([name for _, name in self.table.segments], store._segments, Segment.open)

    def symbols(self, file: int) -> list[Symbol] | None:
        """A file's symbols, or None when nothing is known of them yet."""
        row = self._db.execute("SELECT symbols FROM structure WHERE file = ?", (file,)).fetchone()
        return unpack_symbols(row[0]) if row else None

    def packed_outline(self, file: int) -> PackedOutline | None:
        """A file's symbols and blocks, to look at some of them."""
        from indexer.store.columns import PackedOutline

        known = self.table.outlines  # those of another state are forgotten with its table
        outline = known.pop(file, None)
        if outline is None:
            row = self._db.execute("SELECT symbols, blocks FROM structure WHERE file = ?", (file,)).fetchone()
            if row is None:
                return None
            outline = PackedOutline(*row)
        known[file] = outline
        if len(known) > _OUTLINES:
            known.popitem(last=False)
        return outline

    def packed_blocks(self, file: int) -> tuple[bytes, bytes] | None:
        """A file's symbols and blocks, which have the names of definitions from there."""
        found: tuple[bytes, bytes] | None = self._db.execute(
            "SELECT symbols, blocks FROM structure WHERE file = ?", (file,)
        ).fetchone()
        return found

    def packed_outlines(self, files: Sequence[int]) -> dict[int, tuple[bytes, bytes]]:
        """The symbols and blocks of some files, for all of them in one go."""
        numbers = ",".join(map(str, files))
        found = self._db.execute(f"SELECT file, symbols, blocks FROM structure WHERE file IN ({numbers})")
        outlines = {file: (symbols, blocks) for file, symbols, blocks in found}
        if len(outlines) < len(files):
            raise Damaged("a file has no structure")
        return outlines

    def packed_answers(self, path: str, hash: bytes, language: str | None) -> tuple[bytes, bytes] | None:
        """The symbols and folds of a file, if it has this content and language and was parsed without a problem."""
        try:
            row = self._db.execute(
                "SELECT symbols, folds FROM files JOIN structure ON file = id"
                " WHERE path = ? AND hash = ? AND language IS ? AND stage = ? AND problem IS NULL",
                (path, hash, language, EVERYTHING),
            ).fetchone()
        except UnicodeEncodeError:  # a name that is not UTF-8, which no index has
            return None
        if row is None:
            return None
        symbols, folds = row
        if not isinstance(symbols, bytes) or not isinstance(folds, bytes):  # SQLite lets a column hold anything
            raise Damaged("a file has no structure")
        return symbols, folds

    def packed_references(self, file: int) -> bytes | None:
        row = self._db.execute("SELECT refs FROM structure WHERE file = ?", (file,)).fetchone()
        return row[0] if row else None

    def lexical(self, file: int) -> LexicalSpans | None:
        """A file's comments and strings, and the headers and bodies of its definitions."""
        row = self._db.execute("SELECT lexical FROM structure WHERE file = ?", (file,)).fetchone()
        return unpack_lexical(row[0]) if row else None

    def nesting(self, kinds: Collection[str], depth: int, nested: int) -> set[int]:
        """The files in which blocks of some kinds may lie so deep, and so many of them in each other.

        Those of which not everything is known are among them.
        """
        marks = ",".join("?" * len(kinds))
        found = self._db.execute(
            f"SELECT file FROM nesting WHERE kind IN ({marks})"
            " GROUP BY file HAVING max(depth) >= ? AND sum(nested) >= ?",
            (*kinds, depth, nested),
        )
        return {file for (file,) in found} | {row.id for row in self.table.rows if row.stage < EVERYTHING}

    @lazy
    def name_tables(self) -> list[NameTable]:
        """The names of everything that is defined; a name may be in several tables."""
        store, unnamed = self._store, self.table.unnamed
        tables = store._opened([name for _, name in self.table.name_tables], store._name_tables, NameTable.open)
        return [*tables, store._names_of(unnamed, self._db)] if unnamed else tables

    def meta(self, key: str) -> str | None:
        """What was noted under a name."""
        row = self._db.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
        return row[0] if row else None

    def has_all_texts(self) -> bool:
        """Whether all files have been read once, by whoever writes this index."""
        return self.meta("text") is not None

    def states(self) -> dict[str, FileState]:
        return states(self._db)

    def kinds(self) -> dict[str, int]:
        """How many symbols there are of each kind, the most first."""
        files: dict[int | None, list[int]] = {}
        for row in self.table.rows:
            if row.stage >= NAMES:
                files.setdefault(row.names, []).append(row.id)
        counts: Counter[str] = Counter()
        for id, table in zip([*(id for id, _ in self.table.name_tables), None], self.name_tables, strict=False):
            counts.update(table.count_kinds(files.get(id, [])))
        return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))

    def totals(self) -> Totals:
        rows = self.table.rows
        symbols, references = self._db.execute(
            "SELECT coalesce(sum(symbol_count), 0), coalesce(sum(ref_count), 0) FROM structure"
        ).fetchone()
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
            sum(row.stage >= NAMES for row in kept),
            sum(row.stage == EVERYTHING for row in kept),
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
    query = "SELECT path, id, size, mtime_ns, read_ns, hash, stage FROM files"
    if below is None:
        rows = connection.execute(query)
    else:  # "0" is what comes after "/"
        rows = connection.execute(
            f"{query} WHERE path = ? OR (path > ? AND path < ?)", (below, f"{below}/", f"{below}0")
        )
    return {path: FileState(*state) for path, *state in rows}
