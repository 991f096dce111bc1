"""Finding definitions by name through the index's table of names."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice

from indexer.query.regexes import compiled, escape
from indexer.query.tree import Name
from indexer.search.names import INITIALS, matcher, narrowing
from indexer.search.ranking import Key, aside, kind_class
from indexer.store.names import NameTable
from indexer.store.reader import Snapshot

_SEVERAL = 2000  # names above which the symbols are read in one go instead of name by name


def files_defining(snapshot: Snapshot, wanted: Name) -> set[int]:
    """The ids of the files that define such a name."""
    return {file for file, _, _ in _symbols(snapshot, ranked_names(snapshot.name_table(), wanted, None))}


def _symbols(snapshot: Snapshot, names: dict[int, tuple[int, int]]) -> Iterable[tuple[int, int, str]]:
    """File, name and kind of the definitions that have one of the names."""
    if len(names) > _SEVERAL:
        return snapshot.symbols_of_names(names.keys())
    return ((file, id, kind) for id in names for file, kind in snapshot.files_defining(id))


def ranked_files(snapshot: Snapshot, wanted: Name, most: int | None) -> dict[str, Key]:
    """The files that define such a name, each with the best that a hit in it can be.

    With `most`, only the files of the best names are wanted, about that many of them.
    """
    names = ranked_names(snapshot.name_table(), wanted, most)
    by_id = snapshot.table.by_id
    best: dict[str, Key] = {}
    for file, id, kind in _symbols(snapshot, names):
        row = by_id.get(file)
        if row is None:
            continue
        rank, length = names[id]
        key = (rank, row.generated or aside(row.path), kind_class(kind), length)
        if row.path not in best or key < best[row.path]:
            best[row.path] = key
    return best


def ranked_names(tables: list[NameTable], wanted: Name, most: int | None) -> dict[int, tuple[int, int]]:
    """The ids of the names that fit, each with its rank and length."""
    fit = matcher(wanted)
    found: dict[int, tuple[int, int]] = {}
    if most is not None and wanted.how == "fuzzy":
        # What begins with the word comes before all else, and short names come first in a table.
        for table in tables:
            _collect(table, f"(?m:^{escape(wanted.text)})", wanted.ignore_case, fit, found, most)
        if sum(rank < INITIALS for rank, _ in found.values()) >= most:
            return found
    narrow = narrowing(wanted)
    for table in tables:
        _collect(table, f"(?m:{narrow.source})", narrow.ignore_case, fit, found, None)
    return found


def _collect(
    table: NameTable,
    pattern: str,
    ignore_case: bool,
    fit: Callable[[str], int | None],
    found: dict[int, tuple[int, int]],
    most: int | None,
) -> None:
    seen = -1
    for match in islice(compiled(pattern, ignore_case).finditer(table.text), most):
        id, name = table.at(match.span()[0])
        if id == seen:
            continue
        seen = id
        rank = fit(name)
        if rank is not None:
            found[id] = (rank, len(name))
