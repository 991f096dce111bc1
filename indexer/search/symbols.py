"""Finding definitions by name through the index's table of names."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby, islice
from typing import NamedTuple

from indexer.query.regexes import compiled, escape
from indexer.query.tree import Name
from indexer.search.names import INITIALS, Narrowing, beginning, matcher, narrowing
from indexer.search.qualified import Fit, Qualified, member_rank, readings
from indexer.search.ranking import Key, symbol_key
from indexer.store.names import NameTable
from indexer.store.reader import FileRow, Snapshot
from indexer.text.subwords import subwords

_SEVERAL = 2000  # names of one rank that are looked at where a few hits are wanted
_TRIED = 5000  # names of a table that have the letters and are looked at, likewise

NameId = tuple[int, int]  # the number of a table of names, and a row of it
Ranked = dict[NameId, tuple[int, str]]  # a rank and a name, by the name's id
Within = Callable[[FileRow], bool]


def files_defining(snapshot: Snapshot, wanted: Name) -> set[int]:
    """The ids of the files that define such a name."""
    tables = snapshot.name_tables
    several = [ranked_names(tables, wanted, None), *(_members(tables, reading, None) for reading in readings(wanted))]
    return {file for names in several for file, _, _ in _symbols(tables, names)}


def _symbols(tables: list[NameTable], names: Ranked) -> Iterable[tuple[int, NameId, str]]:
    """File, name and kind of the definitions that have one of the names."""
    return ((file, id, kind) for id in names for file, kind, _ in tables[id[0]].definers(id[1]))


class RankedFile(NamedTuple):
    """A file that defines a name: the best that a hit in it can be, and the numbers of the definitions.

    Without numbers it must be looked at: what is around its definitions decides.
    """

    best: Key
    symbols: list[int] | None


def ranked_files(
    snapshot: Snapshot, wanted: Name, most: int | None, near: str | None, holding: Callable[[str], set[int] | None]
) -> tuple[dict[str, RankedFile], int]:
    """The files that define such a name, and how many definitions were left out.

    With `most`, only so many definitions are wanted, the best. `holding` knows the files that can hold a word, or None
    if that can be all.
    """
    tables = snapshot.name_tables
    by_id = snapshot.table.by_id
    keyed = list(_keyed(snapshot, ranked_names(tables, wanted, most), near, most))
    found = len(keyed)
    if most is not None and found > most:
        keyed = heapq.nsmallest(most, keyed, key=lambda symbol: (symbol[0], by_id[symbol[1]].path, symbol[2]))
    files: dict[str, RankedFile] = {}
    for key, file, number in keyed:
        path = by_id[file].path
        known = files.get(path)
        if known is None or known.symbols is None:
            files[path] = RankedFile(key, [number])
        else:
            known.symbols.append(number)
            if key < known.best:
                files[path] = RankedFile(key, known.symbols)
    for reading in readings(wanted):
        within = _having(reading.around, holding)
        for key, file, _ in _keyed(snapshot, _members(tables, reading, most), near, None):
            row = by_id[file]
            if within(row):
                known = files.get(row.path)
                files[row.path] = RankedFile(key if known is None else min(key, known.best), None)
    return files, found - len(keyed)


def _keyed(snapshot: Snapshot, names: Ranked, near: str | None, most: int | None) -> Iterator[tuple[Key, int, int]]:
    """The definitions of names, each with its worth, its file and its number there.

    With `most`, rank by rank until there are so many; of many names the shortest.
    """
    tables, by_id = snapshot.name_tables, snapshot.table.by_id
    ordered = sorted(names, key=lambda id: (names[id][0], len(names[id][1]), id))
    found = 0
    for rank, ids in groupby(ordered, key=lambda id: names[id][0]):
        for id in ids if most is None else islice(ids, _SEVERAL):
            for file, kind, number in tables[id[0]].definers(id[1]):
                row = by_id.get(file)
                if row is not None:
                    found += 1
                    yield symbol_key(Fit(rank), names[id][1], kind, row.path, row.generated, near), file, number
        if most is not None and found >= most:
            return


def _having(parts: Iterable[str], holding: Callable[[str], set[int] | None]) -> Within:
    """Whether all parts can be around a definition in a file: their words are in its path or in its text."""
    asked = [(word, holding(word)) for part in parts for word in subwords(part)]
    return lambda row: all(ids is None or row.id in ids or word in row.path.lower() for word, ids in asked)


def ranked_names(tables: list[NameTable], wanted: Name, most: int | None) -> Ranked:
    """The ids of the names that fit, each with its rank."""
    fit = matcher(wanted)
    found: Ranked = {}
    if most is not None and wanted.how == "fuzzy":
        # What begins with the word comes before all else, and short names come first in a table.
        _collect(tables, beginning(wanted), fit, found, most)
        if sum(rank < INITIALS for rank, _ in found.values()) >= most:
            return found
    tried = None if most is None or wanted.how != "fuzzy" else max(_TRIED, most)
    if _collect(tables, narrowing(wanted), fit, found, tried):
        # More names have these letters than anyone looks through: of the long ones, those with the word.
        _collect(tables, Narrowing(escape(wanted.text), wanted.ignore_case), fit, found, tried)
    return found


def _members(tables: list[NameTable], reading: Qualified, most: int | None) -> Ranked:
    """The names that fit the name of a reading."""
    found: Ranked = {}
    _collect(tables, beginning(reading.name), lambda name: member_rank(reading.name, name), found, most)
    return found


def _collect(
    tables: list[NameTable], narrow: Narrowing, fit: Callable[[str], int | None], found: Ranked, most: int | None
) -> bool:
    """Adds the names that fit, of each table the first `most`, and tells whether there may be more."""
    more = False
    pattern = compiled(f"(?m:{narrow.source})", narrow.ignore_case)
    for number, table in enumerate(tables):
        seen, left = -1, most
        for match in islice(pattern.finditer(table.text), most):
            left = None if left is None else left - 1
            row = table.row_at(match.span()[0])
            if row == seen:
                continue
            seen = row
            name = table.name(row)
            rank = fit(name)
            if rank is not None:
                found[number, row] = (rank, name)
        more |= left == 0
    return more
