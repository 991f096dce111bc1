"""What the index looks like on disk, declared once: who writes it and who reads it both take it from here.

A packed list is columns of numbers and then strings (`indexer/store/records.py`). `digest` sums up all that an older or
newer Outcrop would read wrongly; `HISTORY` ties each to a number, and a test fails when one changes without the other.
"""

from __future__ import annotations

import hashlib
import re
import struct
from typing import ClassVar, NamedTuple

from indexer.model import FoldKind, ReferenceKind

HEAD = struct.Struct("<II")  # rows, strings; how many bytes a number takes follows, for each column and the lengths
NAMES_HEAD = struct.Struct("<8sIIIIQIBBBxI")  # of a table of names: magic, format, its sizes, checksum
SEGMENT_HEAD = struct.Struct("<8sIIQQQ16s")  # of a segment: magic, format, files, gaps, sparse, dense, checksum
REFERENCE_KINDS: tuple[ReferenceKind, ...] = ("call", "import", "type", "extends", "implements")
FOLD_KINDS: tuple[FoldKind, ...] = ("code", "comment", "imports", "region", "heredoc")


class Layout:
    """The columns of a packed list, each with its place, and what its strings are."""

    columns: ClassVar[dict[str, int]] = {}
    count: ClassVar[int] = 0
    strings: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls) -> None:
        cls.columns = {name: place for name, place in vars(cls).items() if name.isupper()}
        cls.count = len(cls.columns)


class Symbols(Layout):
    """Definitions, in document order."""

    START = 0  # from where the one before starts
    LENGTH = 1
    NAME_START = 2  # from its start
    NAME_LENGTH = 3
    ROW = 4  # from the row of the one before
    ROWS = 5  # to its last row
    KIND = 6  # its place among the kinds
    PARENT = 7  # how many definitions back; 0 for none

    strings = ("each kind once", "names", "signatures, with a NUL for the name", "docs")


class References(Layout):
    """Places that name something defined elsewhere, in document order."""

    START = 0  # from where the one before starts
    LENGTH = 1
    NAME_AND_KIND = 2  # the place among the names, times the number of kinds, plus that of the kind
    SYMBOL = 3  # the definition it is in, counted from 1; 0 for none

    strings = ("each name once",)


class Blocks(Layout):
    """Nested blocks, by where they begin."""

    ROW = 0  # from the row of the one before
    ROWS = 1  # to its last row
    LEVEL = 2
    KIND = 3  # its place among the strings
    NAME = 4  # likewise, counted from 1; 0 for none, and for that of a definition
    PARENT = 5  # how many blocks back; 0 for none
    SYMBOL = 6  # the definition that it is, counted from 1; 0 for none

    strings = ("the adapter", "each kind once, and each name that is of no definition")


class Lexical(Layout):
    """Comments, strings, and headers and bodies of definitions, by where they start."""

    START = 0  # from where the one before starts
    LENGTH_AND_PART = 1  # four times the length, plus 1 for a string, 2 for a header, 3 for a body


class Folds(Layout):
    """What can be collapsed, by where it begins."""

    ROW = 0  # from the row of the one before
    ROWS_AND_KIND = 1  # to its last row, times the number of kinds, plus that of the kind


# How much is known of a file. Of names, the packed symbols have no docs, and all other lists are empty.
TEXT, NAMES, EVERYTHING = range(3)

LAYOUTS: tuple[type[Layout], ...] = (Symbols, References, Blocks, Lexical, Folds)

TABLES = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE generation (number INTEGER NOT NULL);
INSERT INTO generation VALUES (abs(random() % 1000000000000));  -- that of an index before it means nothing
CREATE TABLE files (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    path TEXT NOT NULL UNIQUE,       -- relative to the root, with "/"
    size INTEGER NOT NULL,
    mtime_ns INTEGER NOT NULL,
    read_ns INTEGER NOT NULL,        -- when it was read, to distrust a time stamp that is as young
    hash BLOB NOT NULL,
    language TEXT,
    lines INTEGER NOT NULL,
    generated INTEGER NOT NULL,      -- 1: a program wrote it
    segment INTEGER,                 -- the trigram segment that has it; null for the few not in one yet
    names INTEGER,                   -- the table of names that has what it defines; likewise
    stage INTEGER NOT NULL,          -- how much is known: 0 its text, 1 also its names, 2 all of its structure
    skipped TEXT,                    -- why a file is not searched (binary), or null
    problem TEXT,                    -- what a person should know (its grammar failed)
    changed INTEGER NOT NULL         -- the generation in which this row was last written
);
CREATE INDEX files_by_segment ON files (segment);
CREATE INDEX files_by_names ON files (names);
CREATE INDEX files_by_change ON files (changed);
CREATE TABLE segments (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, files INTEGER NOT NULL);
-- the files beside the database, and how long each is
CREATE TABLE artefacts (name TEXT PRIMARY KEY, bytes INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE name_tables (
    id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, files INTEGER NOT NULL, symbols INTEGER NOT NULL
);
CREATE TABLE structure (
    file INTEGER PRIMARY KEY, symbols BLOB NOT NULL, refs BLOB NOT NULL, blocks BLOB NOT NULL,
    lexical BLOB NOT NULL, folds BLOB NOT NULL, symbol_count INTEGER NOT NULL, ref_count INTEGER NOT NULL
);
-- of the blocks of each kind in a file, the most that are around one of them, and the most that lie in each other,
-- itself counted; what a file had before may still be there
CREATE TABLE nesting (
    kind TEXT NOT NULL, file INTEGER NOT NULL, depth INTEGER NOT NULL, nested INTEGER NOT NULL,
    PRIMARY KEY (kind, file)
) WITHOUT ROWID;
CREATE TABLE keywords (language TEXT PRIMARY KEY, learned TEXT NOT NULL) WITHOUT ROWID;
-- what made the structure of the files of each language, '' for those in none (indexer/index/makers.py)
CREATE TABLE makers (language TEXT PRIMARY KEY, digest TEXT NOT NULL) WITHOUT ROWID;
"""


class Version(NamedTuple):
    """A format that an index may have."""

    number: int
    digest: str  # of all above; those of the first ones were never taken
    news: str


# An index of another format is made anew. A change above needs a new line here.
HISTORY = (
    Version(1, "", "the first"),
    Version(2, "", "references without rows"),
    Version(3, "", "names in tables of their own instead of a row for each symbol"),
    Version(4, "", "those tables in another order, with signatures"),
    Version(5, "", "comments and strings; narrow columns; blocks know their definitions"),
    Version(6, "d252c97d49b4e738", "what made the structure of each language"),
    Version(7, "fc2d0e0522d08834", "a stage instead of a mark: names are known before the rest"),
    Version(8, "8301ef505181ac6e", "how deep blocks lie in each file"),
    Version(9, "c554eaf76885645b", "headers and bodies of definitions"),
    Version(10, "773694481e7a851a", "signatures and blocks without the names that definitions have anyway"),
    Version(11, "73dae1f75ec97ca1", "folds"),
)
FORMAT = HISTORY[-1].number


def digest() -> str:
    """What the layouts and tables above come to."""
    tables = re.sub(r"\s+", " ", re.sub(r"--[^\n]*", "", TABLES))
    lists = [(layout.__name__, sorted(layout.columns.items()), layout.strings) for layout in LAYOUTS]
    heads = [head.format for head in (HEAD, NAMES_HEAD, SEGMENT_HEAD)]
    return hashlib.sha256(repr((tables, lists, heads, REFERENCE_KINDS, FOLD_KINDS)).encode()).hexdigest()[:16]
