"""The files that define a name, ranked before any of them is looked at."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Collection, Iterable
from typing import TYPE_CHECKING, NamedTuple

from indexer.query.tree import Name
from indexer.search.names.lookup import members, ranked_names
from indexer.search.names.qualified import Fit, readings
from indexer.search.rank.symbols import Key, least_key, symbol_key
from indexer.store.reader import FileRow, Snapshot
from indexer.text.subwords import subwords

if TYPE_CHECKING:
    from indexer.search.rank.definitions import Definition  # it imports numpy

Within = Callable[[FileRow], bool]


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
    among: Collection[int] | None = None,
) -> tuple[dict[str, RankedFile], int]:
    """The files that define such a name, of one of the kinds if they are said, and how many definitions were left out.

    With `most`, only so many definitions are wanted, the best; with `among`, those in files with these ids. `holding`
    knows the files that can hold a word, or None if that can be all.
    """
    import numpy as np

    from indexer.search.rank.definitions import Definitions

    ids = None if among is None else np.fromiter(among, np.int64, len(among))
    tables, by_id = snapshot.name_tables, snapshot.table.by_id
    found = 0
    kept: list[tuple[Key, str, int]] = []
    for names in ranked_names(tables, wanted):
        definitions = Definitions(snapshot.table, tables, names, ids)
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
        for one in Definitions(snapshot.table, tables, members(tables, reading), ids).best(None):
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
