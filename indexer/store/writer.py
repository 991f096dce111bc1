"""The one writer of an index. Every method is one transaction: it happens whole or not at all.

A segment file is complete on disk before the transaction that names it, so whoever is killed, at whatever moment,
leaves the state before or the state after.
"""

from __future__ import annotations

import shutil
import sqlite3
import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from indexer.store.database import Unusable, create, healthy, open_to_write, problem_of
from indexer.store.names import Definers, NameTable
from indexer.store.place import DATABASE, WriterLock, noted
from indexer.store.reader import FileState, states
from indexer.store.records import Damaged, PackedStructure, TextRecord, names_in
from indexer.store.seal import NAMES, Seal, break_seal, check_contents, check_files, read_seal, write_seal

SEGMENT = ".trigrams"
TEXT = "text"  # the note that all files have been read once
UNNAMED = 2000  # symbols that a reader can well take from the database each time
NAME_TABLES = 24  # more than this are joined
_LARGEST_TABLE = 1_000_000  # symbols in a table that is made of several
_ASKED = 500  # paths looked up in one query; any SQLite takes as many
_NEXT = "(SELECT number + 1 FROM generation)"  # the generation that the transaction under way makes
_CHANGED = f"changed = {_NEXT}"


class SegmentState(NamedTuple):
    """A trigram segment, and how much of it is still of use."""

    id: int
    name: str
    files: int  # when it was written
    alive: int  # of them, those whose content is still the same


class Writer:
    """The index open for writing, with the lock held."""

    def __init__(self, folder: Path, connection: sqlite3.Connection, lock: WriterLock, seal: Seal | None) -> None:
        self.folder = folder
        self._db = connection
        self._lock = lock
        self.seal = seal  # how the index was when it was opened, if that is certain
        self.anew = False  # somebody wanted it made from the files alone
        self._identity = _identity(folder)
        self._damaged = False

    @classmethod
    def open(cls, folder: Path, root: Path, anew: bool = False) -> Writer | None:
        """The writer of a root's index, made anew where it is damaged or `anew` says so; None while somebody else
        writes it.

        Unusable when the folder cannot hold an index.
        """
        try:
            folder.mkdir(parents=True, exist_ok=True)
            lock = WriterLock(folder)
            if not lock.take():
                return None
        except OSError as error:
            raise Unusable(f"{folder}: {error.strerror or error}") from error
        try:
            seal = read_seal(folder)
            connection = None if anew else _opened(folder, root, seal)
            break_seal(folder)
            if connection is not None:
                return cls(folder, connection, lock, seal)
            _discard(folder)
            writer = cls(folder, create(folder, root), lock, None)
            writer.anew = anew
            return writer
        except (OSError, sqlite3.Error, Unusable) as error:
            lock.release()
            raise Unusable(f"{folder}: {error}") from error

    def close(self) -> None:
        """Seals the index, so that the next start need not check it. One that is damaged is not sealed."""
        with suppress(sqlite3.Error, OSError):
            beside = [name for (name,) in self._db.execute("SELECT name FROM artefacts")]
            unchanged = self.seal if self._db.total_changes == 0 else None
            self._db.execute("PRAGMA busy_timeout = 100")  # a long search elsewhere is not waited for
            (busy, *_) = self._db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
            self._db.close()
            if not busy and not self._damaged and _identity(self.folder) == self._identity:
                write_seal(self.folder, beside, unchanged)
        with suppress(sqlite3.Error):
            self._db.close()
        self._lock.release()

    @contextmanager
    def _transaction(self, seen: bool = True) -> Iterator[sqlite3.Connection]:
        """`seen` is whether readers see a difference, and have to load their tables again."""
        if _identity(self.folder) != self._identity:
            raise Damaged("it was removed while it was open")
        try:
            self._db.execute("BEGIN IMMEDIATE")
            yield self._db
            if seen:
                self._db.execute("UPDATE generation SET number = number + 1")
            self._db.execute("COMMIT")
        except BaseException as error:
            with suppress(sqlite3.Error):
                self._db.execute("ROLLBACK")
            if isinstance(error, sqlite3.Error | OSError):
                problem = problem_of(error)
                self._damaged |= isinstance(problem, Damaged)
                raise problem from error
            raise

    def meta(self, key: str) -> str | None:
        row = self._db.execute("SELECT value FROM meta WHERE key = ?", (key,)).fetchone()
        return row[0] if row else None

    def set_meta(self, key: str, value: str) -> None:
        if self.meta(key) == value:
            return
        with self._transaction() as db:
            db.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, value))

    def states(self, below: str | None = None) -> dict[str, FileState]:
        """Every known file by path, or those at a path and below it."""
        return states(self._db, below)

    def reserve(self, count: int) -> int:
        """The first of `count` ids that no file has had or will have."""
        with self._transaction(seen=False) as db:
            row = db.execute("SELECT seq FROM sqlite_sequence WHERE name = 'files'").fetchone()
            first = (row[0] if row else 0) + 1
            if row:
                db.execute("UPDATE sqlite_sequence SET seq = ? WHERE name = 'files'", (first + count - 1,))
            else:
                db.execute("INSERT INTO sqlite_sequence VALUES ('files', ?)", (first + count - 1,))
        return first

    def add_texts(self, records: Sequence[tuple[int, TextRecord]], segment: str | None) -> None:
        """Files whose text was read, in place of what was known of their paths.

        `segment` names a finished file that holds their trigrams; without one they are always searched.
        """
        with self._transaction() as db:
            # An id that was given out later is of a later reading; this one was overtaken by a single file's update.
            newest = self._ids(db, [record.path for _, record in records])
            records = [(id, record) for id, record in records if newest.get(record.path, 0) < id]
            self._remove(db, [newest[record.path] for _, record in records if record.path in newest])
            number = None
            if segment is not None:
                number = self._add_segment(db, segment, len(records))
            db.executemany(
                "INSERT INTO files (id, path, size, mtime_ns, read_ns, hash, language, lines, generated,"
                f" segment, stage, skipped, changed) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, {_NEXT})",
                [(id, *record[:8], number, record.skipped) for id, record in records],
            )

    def _add_segment(self, db: sqlite3.Connection, name: str, files: int) -> int | None:
        self._add_artefact(db, name)
        return db.execute("INSERT INTO segments (name, files) VALUES (?, ?)", (name, files)).lastrowid

    def _add_artefact(self, db: sqlite3.Connection, name: str) -> None:
        """Notes how long a finished file is, so that the next start can tell whether it still is."""
        db.execute("INSERT OR REPLACE INTO artefacts VALUES (?, ?)", (name, _size(self.folder / name)))

    def touch(self, stamps: Iterable[tuple[int, int, int, int]]) -> None:
        """Files whose content is as it was, with new (size, mtime_ns, read_ns) before the id."""
        known = list(stamps)
        if known:
            with self._transaction() as db:
                db.executemany(f"UPDATE files SET size = ?, mtime_ns = ?, read_ns = ?, {_CHANGED} WHERE id = ?", known)

    def remove(self, paths: Sequence[str]) -> None:
        with self._transaction() as db:
            self._remove(db, self._ids(db, paths).values())

    def _remove(self, db: sqlite3.Connection, ids: Iterable[int]) -> None:
        rows = [(id,) for id in ids]
        for table, key in (("files", "id"), ("structure", "file")):
            db.executemany(f"DELETE FROM {table} WHERE {key} = ?", rows)

    def _ids(self, db: sqlite3.Connection, paths: Sequence[str]) -> dict[str, int]:
        """The paths that are known, with their ids."""
        found: dict[str, int] = {}
        for at in range(0, len(paths), _ASKED):
            asked = paths[at : at + _ASKED]
            found.update(db.execute(f"SELECT path, id FROM files WHERE path IN ({','.join('?' * len(asked))})", asked))
        return found

    def add_structures(self, structures: Sequence[tuple[int, PackedStructure, str | None]]) -> None:
        """The structure of files by id, each with its problem if it had one."""
        if not structures:
            return
        with self._transaction() as db:
            # A file may have changed while it was parsed; its row is gone then, and nothing may be kept for it.
            alive = [item for item in structures if self._alive(db, item[0])]
            # Most files define what a first look at them told, and stay in the table of names that has them.
            renamed = [id for id, made, _ in alive if self._names_change(db, id, made)]
            db.executemany(
                "INSERT OR REPLACE INTO structure VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                [(id, *made[:7]) for id, made, _ in alive],
            )
            db.executemany(
                f"UPDATE files SET stage = ?, problem = ?, {_CHANGED} WHERE id = ?",
                [(made.stage, problem, id) for id, made, problem in alive],
            )
            db.executemany("UPDATE files SET names = NULL WHERE id = ?", [(id,) for id in renamed])
            db.executemany(
                "INSERT OR REPLACE INTO nesting VALUES (?, ?, ?, ?)",
                [(one.kind, id, one.depth, one.nested) for id, made, _ in alive for one in made.nesting],
            )

    def _names_change(self, db: sqlite3.Connection, id: int, made: PackedStructure) -> bool:
        """Whether a file defines other names, or in another order, than those in the table of names that has it."""
        known = db.execute(
            "SELECT s.symbols FROM files f JOIN structure s ON s.file = f.id"
            " WHERE f.id = ? AND f.names IS NOT NULL AND f.stage > 0",
            (id,),
        ).fetchone()
        return known is None or names_in(known[0]) != names_in(made.symbols)

    def _alive(self, db: sqlite3.Connection, id: int) -> bool:
        return db.execute("SELECT 1 FROM files WHERE id = ?", (id,)).fetchone() is not None

    def unsegmented(self) -> list[tuple[int, str]]:
        """The files that no segment has yet."""
        rows = self._db.execute("SELECT id, path FROM files WHERE segment IS NULL AND skipped IS NULL ORDER BY id")
        return rows.fetchall()

    def count_unsegmented(self) -> int:
        query = "SELECT count(*) FROM files WHERE segment IS NULL AND skipped IS NULL"
        (count,) = self._db.execute(query).fetchone()
        return int(count)

    def before(self, stage: int) -> list[tuple[int, str, int, bytes, str | None]]:
        """The files that have yet to come to a stage: id, path, size, hash and language."""
        return self._db.execute(
            "SELECT id, path, size, hash, language FROM files WHERE stage < ? AND skipped IS NULL ORDER BY path",
            (stage,),
        ).fetchall()

    def has(self, id: int, hash: bytes) -> bool:
        return self._db.execute("SELECT 1 FROM files WHERE id = ? AND hash = ?", (id, hash)).fetchone() is not None

    def segments(self) -> list[SegmentState]:
        rows = self._db.execute(
            "SELECT s.id, s.name, s.files, (SELECT count(*) FROM files f WHERE f.segment = s.id) FROM segments s"
        )
        return [SegmentState(*row) for row in rows]

    def segment_ids(self, segments: Sequence[int]) -> list[int]:
        """The living files of some segments, by id."""
        marks = ",".join("?" * len(segments))
        rows = self._db.execute(f"SELECT id FROM files WHERE segment IN ({marks}) ORDER BY id", segments)
        return [row[0] for row in rows]

    def replace_segments(self, old: Sequence[int], name: str | None, ids: Sequence[int]) -> None:
        """One new segment in place of old ones, or for files that had none."""
        with self._transaction() as db:
            number = None
            if name is not None:
                number = self._add_segment(db, name, len(ids))
            db.executemany(f"UPDATE files SET segment = ?, {_CHANGED} WHERE id = ?", [(number, id) for id in ids])
            db.executemany("DELETE FROM segments WHERE id = ?", [(segment,) for segment in old])
            if old:  # no id comes again, so what is said of those that are gone does no harm till then
                db.execute("DELETE FROM nesting WHERE file NOT IN (SELECT id FROM files)")

    def write_names(self) -> None:
        """Gives the files that have none a table of names if they define much, and joins tables if there are many."""
        (symbols,) = self._db.execute(
            "SELECT coalesce(sum(s.symbol_count), 0) FROM files f JOIN structure s ON s.file = f.id"
            " WHERE f.names IS NULL AND f.stage > 0"
        ).fetchone()
        if symbols > UNNAMED:
            self._gather_names([])
        tables = self._db.execute("SELECT id, symbols FROM name_tables ORDER BY symbols").fetchall()
        if len(tables) > NAME_TABLES:
            joined: list[int] = []
            left = _LARGEST_TABLE
            for id, symbols in tables:
                left -= symbols
                if left >= 0:
                    joined.append(id)
            if len(joined) > 1:
                self._gather_names(joined)

    def _gather_names(self, old: Sequence[int]) -> None:
        """One table of names in place of some, or for the files that are in none."""
        wanted = f"f.names IN ({','.join(map(str, old))})" if old else "f.names IS NULL AND f.stage > 0"
        found = self._db.execute(
            f"SELECT f.id, s.symbols, s.symbol_count FROM files f JOIN structure s ON s.file = f.id"
            f" WHERE {wanted} ORDER BY f.id"
        )
        ids: list[int] = []

        def definers() -> Iterator[Definers]:
            for id, packed, count in found:
                ids.append(id)
                if count:
                    yield (id, *names_in(packed))

        table = NameTable.of(definers())
        name = f"{uuid.uuid4().hex}{NAMES}"
        table.write(self.folder / name)
        with self._transaction() as db:
            self._add_artefact(db, name)
            number = db.execute(
                "INSERT INTO name_tables (name, files, symbols) VALUES (?, ?, ?)", (name, len(ids), table.definitions)
            ).lastrowid
            db.executemany(f"UPDATE files SET names = ?, {_CHANGED} WHERE id = ?", [(number, id) for id in ids])
            db.executemany("DELETE FROM name_tables WHERE id = ?", [(id,) for id in old])

    def sweep(self) -> None:
        """Deletes files that no state names any more. A reader that has one open keeps it."""
        named = {name for (name,) in self._db.execute("SELECT name FROM segments UNION SELECT name FROM name_tables")}
        for path in [*self.folder.glob(f"*{SEGMENT}*"), *self.folder.glob(f"*{NAMES}*")]:
            if path.name not in named:
                with suppress(OSError):
                    path.unlink()
        unnamed = [row for row in self._db.execute("SELECT name FROM artefacts").fetchall() if row[0] not in named]
        if unnamed:
            with self._transaction() as db:
                db.executemany("DELETE FROM artefacts WHERE name = ?", unnamed)

    def keywords(self) -> dict[str, str]:
        return dict(self._db.execute("SELECT language, learned FROM keywords").fetchall())

    def count_unknown(self) -> int:
        """How many searched files are in no known language."""
        (count,) = self._db.execute("SELECT count(*) FROM files WHERE language IS NULL AND skipped IS NULL").fetchone()
        return int(count)

    def makers(self) -> dict[str, str]:
        """What made the structure of the files of each language, "" for those in none."""
        return dict(self._db.execute("SELECT language, digest FROM makers").fetchall())

    def structured_languages(self) -> set[str]:
        """The languages of files whose structure is known, "" for none."""
        return {name or "" for (name,) in self._db.execute("SELECT DISTINCT language FROM files WHERE stage > 0")}

    def note_makers(self, made: Mapping[str, str], outdated: Iterable[str] = ()) -> None:
        """Says what makes the structure of files from now on. That of outdated languages is to be made anew."""
        with self._transaction() as db:
            for language in outdated:
                db.execute(
                    f"UPDATE files SET stage = 0, names = NULL, {_CHANGED}"
                    " WHERE coalesce(language, '') = ? AND skipped IS NULL",
                    (language,),
                )
            db.executemany("INSERT OR REPLACE INTO makers VALUES (?, ?)", made.items())

    def unstructure_unknown(self) -> None:
        """Files in no known language are read again: more is known about their words."""
        with self._transaction() as db:
            db.execute(f"UPDATE files SET stage = 0, {_CHANGED} WHERE language IS NULL AND skipped IS NULL")

    def parsed(self) -> Iterator[tuple[str, bytes, str]]:
        """Path, hash and language of the parsed files in known languages, in path order."""
        return self._db.execute(
            "SELECT path, hash, language FROM files WHERE language IS NOT NULL AND stage = 2 ORDER BY path"
        )

    def set_keywords(self, learned: dict[str, str]) -> None:
        with self._transaction() as db:
            db.execute("DELETE FROM keywords")
            db.executemany("INSERT INTO keywords VALUES (?, ?)", learned.items())


class DamagedIndex(Exception):
    """An index turned out to be damaged while it was read."""

    def __init__(self, root: Path, folder: Path, damage: Damaged) -> None:
        super().__init__(f"the index of {root} is damaged ({damage}); `outcrop index --rebuild` makes it anew")
        self._root = root
        self._folder = folder

    def mended(self) -> bool:
        """Makes it anew, empty, for the next look to fill; not while another process writes it, which does the same."""
        try:
            writer = Writer.open(self._folder, self._root, anew=True)
        except Unusable:
            return False
        if writer is not None:
            writer.close()
        return writer is not None


def _opened(folder: Path, root: Path, seal: Seal | None) -> sqlite3.Connection | None:
    """A connection to an index that is whole; None when it must be made anew."""
    connection = None
    try:
        if seal is not None:
            check_files(folder, seal)
        connection = open_to_write(folder)
        kept = connection.execute("SELECT value FROM meta WHERE key = 'root'").fetchone()
        if seal is None:
            for name, size in connection.execute("SELECT name, bytes FROM artefacts").fetchall():
                if _size(folder / name) != size:
                    raise Damaged(f"{name} has another length")
                check_contents(folder / name)
        if kept == (noted(root),) and (seal is not None or healthy(connection)):
            return connection
    except sqlite3.Error as error:
        problem = problem_of(error)
        if isinstance(problem, Unusable):
            raise problem from error
    except Damaged:
        pass
    if connection is not None:
        connection.close()
    return None


def _identity(folder: Path) -> tuple[int, int] | None:
    """Which file the database is: another one, or none, once somebody has removed it."""
    try:
        found = (folder / DATABASE).stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return -1


def _discard(folder: Path) -> None:
    """Empties the folder of an index, all but its lock."""
    for path in sorted(folder.iterdir()):
        if path.name.startswith(DATABASE) or SEGMENT in path.name or NAMES in path.name:
            shutil.rmtree(path) if path.is_dir() else path.unlink()
