"""Finding definitions by name through the index's tables of names."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from indexer.query.regexes import compiled
from indexer.query.tree import Name
from indexer.search.names import EXACT_BUT_CASE, MEMBER, PREFIX, WORDS, matcher, narrowing
from indexer.search.qualified import Fit, Qualified, readings
from indexer.search.ranking import Key, least_key, symbol_key
from indexer.store.names import NameTable
from indexer.store.reader import FileRow, Snapshot
from indexer.text.positions import encode
from indexer.text.subwords import subwords

if TYPE_CHECKING:  # they import numpy
    from indexer.search.definitions import Definition
    from indexer.search.fitting import Fitting

Within = Callable[[FileRow], bool]


def files_defining(snapshot: Snapshot, wanted: Name) -> set[int]:
    """The ids of the files that define such a name."""
    from indexer.search.definitions import Definitions

    tables = snapshot.name_tables
    several = [*fitting_names(tables, wanted), *(_members(tables, reading) for reading in readings(wanted))]
    return {file for names in several for file in Definitions(snapshot.table, tables, names).files()}


class RankedFile(NamedTuple):
    """A file that defines a name: the least key that a hit in it can have, and the numbers of the definitions."""

    best: Key
    symbols: list[int]


def ranked_files(
    snapshot: Snapshot,
    wanted: Name,
    most: int | None,
    near: str | None,
    holding: Callable[[str], set[int] | None],
    kinds: frozenset[str] | None = None,
) -> tuple[dict[str, RankedFile], int]:
    """The files that define such a name, of one of the kinds if they are said, and how many definitions were left out.

    With `most`, only so many definitions are wanted, the best. `holding` knows the files that can hold a word, or None
    if that can be all.
    """
    from indexer.search.definitions import Definitions

    tables, by_id = snapshot.name_tables, snapshot.table.by_id
    found = 0
    kept: list[tuple[Key, str, int]] = []
    for names in fitting_names(tables, wanted):
        definitions = Definitions(snapshot.table, tables, names)
        best = [one for one in definitions.best(most) if kinds is None or one.kind in kinds]
        found += len(definitions) if kinds is None else len(best)
        kept += [_keyed(one, by_id[one.file], near) for one in best]
        if most is not None and found > most:
            kept = heapq.nsmallest(most, kept)
            break  # what comes now fits less
    files: dict[str, RankedFile] = {}
    for key, path, number in kept:
        _add(files, path, key, number)
    for reading in readings(wanted):
        within = _having(reading.around, holding)
        for one in Definitions(snapshot.table, tables, _members(tables, reading)).best(None):
            row = by_id[one.file]
            if (kinds is None or one.kind in kinds) and within(row):
                _add(files, row.path, least_key(Fit(one.rank), one.name, one.kind, row.path, row.generated), one.number)
    return files, found - len(kept)


def _keyed(one: Definition, row: FileRow, near: str | None) -> tuple[Key, str, int]:
    return symbol_key(Fit(one.rank), one.name, one.kind, row.path, row.generated, near), row.path, one.number


def _add(files: dict[str, RankedFile], path: str, key: Key, number: int) -> None:
    known = files.get(path)
    if known is None:
        files[path] = RankedFile(key, [number])
        return
    if number not in known.symbols:
        known.symbols.append(number)
    if key < known.best:
        files[path] = RankedFile(key, known.symbols)


def _having(parts: Iterable[str], holding: Callable[[str], set[int] | None]) -> Within:
    """Whether all parts can be around a definition in a file: their words are in its path or in its text."""
    asked = [(word, holding(word)) for part in parts for word in subwords(part)]
    return lambda row: all(ids is None or row.id in ids or word in row.path.lower() for word, ids in asked)


def fitting_names(tables: list[NameTable], wanted: Name) -> Iterator[list[Fitting]]:
    """The names of each table that fit, in one or several helpings: all of one fit better than all of the next."""
    from indexer.search.fitting import beginning, can_fit, elsewhere

    if can_fit(wanted):
        yield beginning(tables, wanted)
        yield elsewhere(tables, wanted)
    else:
        yield [_scanned(table, wanted) for table in tables]


def _members(tables: list[NameTable], reading: Qualified) -> list[Fitting]:
    """The names that are the name of a reading or begin with it, with the ranks of what has the right things around."""
    from numpy import uint8, where

    from indexer.search.fitting import Fitting

    members = []
    for rows, ranks in next(fitting_names(tables, reading.name)):
        (near,) = (ranks <= PREFIX).nonzero()
        members.append(Fitting(rows[near], where(ranks[near] <= EXACT_BUT_CASE, uint8(MEMBER), uint8(WORDS))))
    return members


def _scanned(table: NameTable, wanted: Name) -> Fitting:
    """The names that fit, one by one, where only the table's order or a regular expression narrows them."""
    from numpy import array, int64, uint8

    from indexer.search.fitting import Fitting

    rows: Iterable[int]
    if wanted.how == "exact":
        rows = table.beginning(encode(wanted.text))[0]
    else:
        narrow = narrowing(wanted)
        pattern = compiled(f"(?m:{narrow.source})", narrow.ignore_case)
        rows = dict.fromkeys(table.row_at(match.span()[0]) for match in pattern.finditer(table.text))
    fit = matcher(wanted)
    found = [(row, rank) for row in rows if (rank := fit(table.name(row))) is not None]
    return Fitting(array([row for row, _ in found], int64), array([rank for _, rank in found], uint8))
