"""Finding definitions by name through the index's table of names."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice

from indexer.query.regexes import compiled, escape
from indexer.query.tree import Name
from indexer.search.names import INITIALS, matcher, narrowing
from indexer.search.ranking import Key, aside, kind_class
from indexer.store.names import NameTable
from indexer.store.reader import Snapshot

NameId = tuple[int, int]  # the number of a table of names, and a row of it


def files_defining(snapshot: Snapshot, wanted: Name) -> set[int]:
    """The ids of the files that define such a name."""
    tables = snapshot.name_tables
    return {file for table, row in ranked_names(tables, wanted, None) for file, _ in tables[table].definers(row)}


def ranked_files(snapshot: Snapshot, wanted: Name, most: int | None) -> dict[str, Key]:
    """The files that define such a name, each with the best that a hit in it can be.

    With `most`, only the files of the best names are wanted, about that many of them.
    """
    tables = snapshot.name_tables
    by_id = snapshot.table.by_id
    best: dict[str, Key] = {}
    for (table, at), (rank, length) in ranked_names(tables, wanted, most).items():
        for file, kind in tables[table].definers(at):
            row = by_id.get(file)
            if row is None:
                continue
            key = (rank, row.generated or aside(row.path), kind_class(kind), length)
            if row.path not in best or key < best[row.path]:
                best[row.path] = key
    return best


def ranked_names(tables: list[NameTable], wanted: Name, most: int | None) -> dict[NameId, tuple[int, int]]:
    """The names that fit, each with its rank and length."""
    fit = matcher(wanted)
    found: dict[NameId, tuple[int, int]] = {}
    if most is not None and wanted.how == "fuzzy":
        # What begins with the word comes before all else, and short names come first in a table.
        for number, table in enumerate(tables):
            _collect(number, table, f"(?m:^{escape(wanted.text)})", wanted.ignore_case, fit, found, most)
        if sum(rank < INITIALS for rank, _ in found.values()) >= most:
            return found
    narrow = narrowing(wanted)
    for number, table in enumerate(tables):
        _collect(number, table, f"(?m:{narrow.source})", narrow.ignore_case, fit, found, None)
    return found


def _collect(
    number: int,
    table: NameTable,
    pattern: str,
    ignore_case: bool,
    fit: Callable[[str], int | None],
    found: dict[NameId, tuple[int, int]],
    most: int | None,
) -> None:
    seen = -1
    for match in islice(compiled(pattern, ignore_case).finditer(table.text), most):
        row = table.row_at(match.span()[0])
        if row == seen:
            continue
        seen = row
        name = table.name(row)
        rank = fit(name)
        if rank is not None:
            found[number, row] = (rank, len(name))
