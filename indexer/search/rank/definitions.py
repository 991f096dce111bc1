"""All definitions of the names that fit, by columns, so that the best are known before any is looked at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from indexer.search.names.ranks import NameRanks
from indexer.search.rank.secondary import is_secondary
from indexer.search.rank.symbols import kind_worth, worth
from indexer.store.name_signatures import Rows
from indexer.store.names import NameTable
from indexer.store.reader import FileTable
from indexer.store.trigrams import each_once

_PLAIN, _SECONDARY, _GONE = 1, 2, 3  # what is noted of a file


class Definition(NamedTuple):
    """One of a name that fits."""

    rank: int
    name: str
    kind: str
    file: int
    number: int  # in its file


class _Columns(NamedTuple):
    """Definitions of the names of one table."""

    worth: Rows
    names: Rows  # places among the names that fit
    files: Rows
    kinds: Rows
    numbers: Rows


class Definitions:
    """The definitions of some names in the files that there are, or in those of them with some ids."""

    def __init__(
        self, files: FileTable, tables: Sequence[NameTable], names: Sequence[NameRanks], among: Rows | None = None
    ) -> None:
        self._tables, self._names = tables, names
        numbers = [*(number for number, _ in files.name_tables), -1][: len(tables)]
        self._columns = [
            _columns(files, number, table, fitting, among)
            for number, table, fitting in zip(numbers, tables, names, strict=True)
        ]
        self._worth = np.concatenate([np.zeros(0, np.int64), *(columns.worth for columns in self._columns)])

    def __len__(self) -> int:
        return len(self._worth)

    def best(self, most: int | None) -> Iterator[Definition]:
        """Those among which the best `most` are, in no order: of those that are worth the same, all."""
        limit = None
        if most is not None and most < len(self):
            limit = np.partition(self._worth, most - 1)[most - 1] if most else -1
        for table, names, columns in zip(self._tables, self._names, self._columns, strict=True):
            chosen = np.flatnonzero(columns.worth <= limit) if limit is not None else np.arange(len(columns.worth))
            known: dict[int, tuple[int, str]] = {}
            of, files, kinds, numbers = (column[chosen].tolist() for column in columns[1:])
            for name, file, kind, number in zip(of, files, kinds, numbers, strict=True):
                if name not in known:
                    known[name] = int(names.ranks[name]), table.name(int(names.rows[name]))
                yield Definition(*known[name], table.kinds[kind], file, number)


def _columns(files: FileTable, place: int, table: NameTable, names: NameRanks, among: Rows | None) -> _Columns:
    """The definitions of some names of the table with a number, without those of files that another one has now."""
    of, ids, kinds, numbers = table.definitions_of(names.rows)
    if among is not None:
        wanted = np.isin(ids, among)
        of, ids, kinds, numbers = (column[wanted] for column in (of, ids, kinds, numbers))
    standing = _standing(files, ids)
    there = np.flatnonzero((standing != _GONE) & (files.named_in(ids) == place))
    of, ids, kinds, numbers, standing = (column[there] for column in (of, ids, kinds, numbers, standing))
    ranks, kind_worths = names.ranks.astype(np.int64), np.array([kind_worth(kind) for kind in table.kinds])
    lengths = table.lengths(names.rows)
    for at in np.flatnonzero(np.isin(names.rows, table.signatures.non_ascii, assume_unique=True)).tolist():
        lengths[at] = len(table.name(int(names.rows[at])))
    by_name: Rows = worth(ranks, 0, 0, 0, lengths)[of]
    by_file: Rows = worth(0, 0, (standing == _SECONDARY).astype(np.int64), kind_worths[kinds], 0) - worth(0, 0, 0, 0, 0)
    return _Columns(by_name + by_file, of, ids, kinds, numbers)


def _standing(table: FileTable, files: Rows) -> Rows:
    """What is noted of files. What belongs to a file is worked out when it is first asked for."""
    noted = np.frombuffer(table.noted, np.uint8)
    known = np.minimum(files, len(noted) - 1)
    for file in each_once(known[noted[known] == 0]).tolist():
        row = table.by_id.get(file)
        table.noted[file] = _GONE if row is None else _SECONDARY if row.generated or is_secondary(row.path) else _PLAIN
    standing: Rows = np.where(files < len(noted), noted[known], _GONE)
    return standing
