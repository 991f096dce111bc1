"""Finding definitions by name through the index's table of names."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice

from indexer.query.regexes import compiled
from indexer.query.tree import Name
from indexer.search.names import INITIALS, Narrowing, beginning, matcher, narrowing
from indexer.search.qualified import Fit, Qualified, member_rank, readings
from indexer.search.ranking import Key, symbol_key
from indexer.store.names import NameTable
from indexer.store.reader import FileRow, Snapshot
from indexer.text.subwords import subwords

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


def ranked_files(
    snapshot: Snapshot, wanted: Name, most: int | None, near: str | None, holding: Callable[[str], set[int] | None]
) -> dict[str, Key]:
    """The files that define such a name, each with the best that a hit in it can be.

    With `most`, only the files of the best names are wanted, about that many of them. `holding` knows the files that
    can hold a word, or None if that can be all.
    """
    tables = snapshot.name_tables
    best: dict[str, Key] = {}
    _add_best(snapshot, ranked_names(tables, wanted, most), lambda row: True, near, best)
    for reading in readings(wanted):
        names = _members(tables, reading, most)
        if names:
            _add_best(snapshot, names, _having(reading.around, holding), near, best)
    return best


def _having(parts: Iterable[str], holding: Callable[[str], set[int] | None]) -> Within:
    """Whether all parts can be around a definition in a file: their words are in its path or in its text."""
    asked = [(word, holding(word)) for part in parts for word in subwords(part)]
    return lambda row: all(ids is None or row.id in ids or word in row.path.lower() for word, ids in asked)


def _add_best(snapshot: Snapshot, names: Ranked, within: Within, near: str | None, best: dict[str, Key]) -> None:
    by_id = snapshot.table.by_id
    for file, id, kind in _symbols(snapshot.name_tables, names):
        row = by_id.get(file)
        if row is None or not within(row):
            continue
        rank, name = names[id]
        key = symbol_key(Fit(rank), name, kind, row.path, row.generated, near)
        if row.path not in best or key < best[row.path]:
            best[row.path] = key


def ranked_names(tables: list[NameTable], wanted: Name, most: int | None) -> Ranked:
    """The ids of the names that fit, each with its rank."""
    fit = matcher(wanted)
    found: Ranked = {}
    if most is not None and wanted.how == "fuzzy":
        # What begins with the word comes before all else, and short names come first in a table.
        _collect(tables, beginning(wanted), fit, found, most)
        if sum(rank < INITIALS for rank, _ in found.values()) >= most:
            return found
    _collect(tables, narrowing(wanted), fit, found, None)
    return found


def _members(tables: list[NameTable], reading: Qualified, most: int | None) -> Ranked:
    """The names that fit the name of a reading."""
    found: Ranked = {}
    _collect(tables, beginning(reading.name), lambda name: member_rank(reading.name, name), found, most)
    return found


def _collect(
    tables: list[NameTable], narrow: Narrowing, fit: Callable[[str], int | None], found: Ranked, most: int | None
) -> None:
    """Adds the names that fit, of each table the first `most`."""
    pattern = compiled(f"(?m:{narrow.source})", narrow.ignore_case)
    for number, table in enumerate(tables):
        seen = -1
        for match in islice(pattern.finditer(table.text), most):
            row = table.row_at(match.span()[0])
            if row == seen:
                continue
            seen = row
            name = table.name(row)
            rank = fit(name)
            if rank is not None:
                found[number, row] = (rank, name)
