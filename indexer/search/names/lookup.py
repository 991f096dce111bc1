"""Finding names that fit in the index's tables of names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from indexer.query.regexes import compiled
from indexer.query.tree import Name
from indexer.search.names.matching import EXACT_BUT_CASE, MEMBER, PREFIX, WORDS, matcher, narrowing
from indexer.search.names.qualified import Qualified, readings
from indexer.store.names import NameTable
from indexer.store.reader import Snapshot
from indexer.text.decoding import encode

if TYPE_CHECKING:
    from indexer.search.names.ranks import NameRanks  # it imports numpy


def files_defining(snapshot: Snapshot, wanted: Name) -> set[int]:
    """The ids of the files that define such a name."""
    tables, by_id = snapshot.name_tables, snapshot.table.by_id
    several = [*ranked_names(tables, wanted), *(members(tables, reading) for reading in readings(wanted))]
    files = {
        file
        for ranks in several
        for table, names in zip(tables, ranks, strict=True)
        for file in table.definitions_of(names.rows).files.tolist()
    }
    return {file for file in files if file in by_id}


def ranked_names(tables: list[NameTable], wanted: Name) -> Iterator[list[NameRanks]]:
    """The names of each table that fit, in one or several helpings: all of one fit better than all of the next."""
    from indexer.search.names.ranks import beginning, can_rank, elsewhere

    if can_rank(wanted):
        yield beginning(tables, wanted)
        yield elsewhere(tables, wanted)
    else:
        yield [_scanned(table, wanted) for table in tables]


def members(tables: list[NameTable], reading: Qualified) -> list[NameRanks]:
    """The names that are the name of a reading or begin with it, with the ranks of what has the right things around."""
    from numpy import uint8, where

    from indexer.search.names.ranks import NameRanks

    members = []
    for rows, ranks in next(ranked_names(tables, reading.name)):
        (near,) = (ranks <= PREFIX).nonzero()
        members.append(NameRanks(rows[near], where(ranks[near] <= EXACT_BUT_CASE, uint8(MEMBER), uint8(WORDS))))
    return members


def _scanned(table: NameTable, wanted: Name) -> NameRanks:
    """The names that fit, one by one, where only the table's order or a regular expression narrows them."""
    from numpy import array, int64, uint8

    from indexer.search.names.ranks import NameRanks

    rows: Iterable[int]
    if wanted.how == "exact":
        rows = table.beginning(encode(wanted.text))[0]
    else:
        narrow = narrowing(wanted)
        pattern = compiled(f"(?m:{narrow.source})", narrow.ignore_case)
        rows = dict.fromkeys(table.row_at(match.span()[0]) for match in pattern.finditer(table.text))
    fit = matcher(wanted)
    found = [(row, rank) for row in rows if (rank := fit(table.name(row))) is not None]
    return NameRanks(array([row for row, _ in found], int64), array([rank for _, rank in found], uint8))
