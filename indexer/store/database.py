"""The database of one index, and how a connection to it is opened. `indexer/store/layout.py` has its tables.

A file's id names one content of one path: when the content changes the row goes and a new one comes, so what is
written about an id, in a table or in a trigram segment, never has to be changed.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path

from indexer.looking import is_file
from indexer.store.layout import FORMAT, TABLES
from indexer.store.place import DATABASE, noted
from indexer.store.records import Damaged
from indexer.store.seal import check_database


class Unusable(Exception):
    """The index cannot be kept here (a full disk, a read-only folder): the reason, in words for a person."""


# What SQLite says when a disk is full, a folder may not be written or is busy: the index itself is as good as it was.
_NOT_DAMAGE = {
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_NOMEM,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_READONLY,
}


def problem_of(error: BaseException) -> Unusable | Damaged:
    """Whether an error while an index was written means that it is damaged, or that it cannot be written now."""
    if isinstance(error, Damaged | Unusable):
        return error
    code = getattr(error, "sqlite_errorcode", None)
    usable = isinstance(error, sqlite3.Error) and (
        code is None or code & 0xFF not in _NOT_DAMAGE or code == sqlite3.SQLITE_IOERR_SHORT_READ
    )
    return Damaged(str(error)) if usable else Unusable(getattr(error, "strerror", None) or str(error))


def create(folder: Path, root: Path) -> sqlite3.Connection:
    """An empty database in a folder that has none."""
    connection = _connected(folder, "rwc")
    connection.executescript(f"BEGIN; {TABLES} PRAGMA user_version = {FORMAT};")
    connection.execute("INSERT INTO meta VALUES ('root', ?)", (noted(root),))
    connection.commit()
    return connection


def open_to_write(folder: Path) -> sqlite3.Connection:
    """The writer's connection; Damaged when the database is missing, torn or of another format.

    Unusable when it may be whole but cannot be written.
    """
    try:
        return _checked(folder, "rw")
    except Damaged as damage:
        raise (damage if damage.__cause__ is None else problem_of(damage.__cause__)) from damage


def open_to_read(folder: Path) -> sqlite3.Connection:
    """A reader's connection. It sees one state for as long as it is inside a transaction."""
    check_database(folder)
    return _checked(folder, "ro")


def _checked(folder: Path, mode: str) -> sqlite3.Connection:
    if not is_file(folder / DATABASE):
        raise Damaged("there is no database")
    try:
        connection = _connected(folder, mode)
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        connection.execute("SELECT count(*) FROM meta").fetchone()
    except sqlite3.DatabaseError as error:
        raise Damaged(str(error)) from error
    except UnicodeDecodeError:  # what SQLite says of a damaged table quotes it
        raise Damaged("a table has no name that can be read") from None
    if version != FORMAT:
        connection.close()
        raise Damaged(f"its format is {version}, not {FORMAT}")
    return connection


def _connected(folder: Path, mode: str) -> sqlite3.Connection:
    uri = f"{(folder / DATABASE).absolute().as_uri()}?mode={mode}"
    connection = sqlite3.connect(uri, uri=True, timeout=10.0, isolation_level=None, check_same_thread=False)
    try:
        if mode != "ro":
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = NORMAL")
            connection.execute("PRAGMA wal_autocheckpoint = 4000")
        connection.execute("PRAGMA cache_size = -65536")
        connection.execute("PRAGMA temp_store = MEMORY")
    except (sqlite3.Error, UnicodeDecodeError):
        connection.close()
        raise
    return connection


def healthy(connection: sqlite3.Connection) -> bool:
    """Whether every page of the database reads as it should. Takes a second for each few hundred megabytes."""
    try:
        answer: str = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    except sqlite3.DatabaseError:
        return False
    return answer == "ok"
