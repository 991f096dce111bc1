"""Parts of a file's packed structure: the definitions and blocks of some rows, without making all the others.

A hit wants what is around it, a handful of records out of hundreds, and a search makes hits in many files. So the
columns are looked at as columns, and only what begins in a wanted row becomes an object. `indexer.store.records`
says how the columns are packed.
"""

from __future__ import annotations

import struct
import zlib
from bisect import bisect_left, bisect_right
from collections.abc import Collection
from itertools import accumulate, pairwise
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from indexer.lazy import lazy
from indexer.model import Span, Symbol
from indexer.store.layout import HEAD, REFERENCE_KINDS, Blocks, Layout, References, Symbols
from indexer.store.records import Damaged, columns_of, shape_of, signature_with

Rows = npt.NDArray[np.int64]
Numbers = npt.NDArray[np.unsignedinteger[Any]]

# By how many bytes a number takes.
TYPES: dict[int, np.dtype[np.unsignedinteger[Any]]] = {
    1: np.dtype("u1"),
    2: np.dtype("<u2"),
    4: np.dtype("<u4"),
}
_IMPORT = REFERENCE_KINDS.index("import")
_LATER = 2  # strings of a symbol that are rarely asked for: its signature and its doc comment


class _Views(dict[int, memoryview]):
    """Columns as views of memory, each made when it is first asked for: of most lists one or two are."""

    def __init__(self, table: bytes, starts: list[int], shape: list[tuple[int, int]]) -> None:
        super().__init__()
        self._table, self._starts, self._shape = table, starts, shape

    def __missing__(self, column: int) -> memoryview:
        (self[column],) = columns_of(memoryview(self._table)[self._starts[column] :], [self._shape[column]])
        return self[column]


class _Columns:
    """A packed list: numbers by column, and strings by their place.

    Single numbers are read from the columns, views of memory, in half the time that an array takes for it, and as plain
    ones.
    """

    def __init__(self, data: bytes, layout: type[Layout], row: int, later: int = 0) -> None:
        """`row` is the column with the first rows; `later` the strings a record has that are rarely asked for."""
        stream = zlib.decompressobj()
        count = layout.count
        self._packed = data
        try:
            head = stream.decompress(data, HEAD.size + count + 1)
            self.length, self.texts, self._shape = shape_of(head, count)
            *self._starts, size = accumulate((width * length for width, length in self._shape), initial=0)
            self._table = stream.decompress(stream.unconsumed_tail, size) if size else b""
            if len(self._table) != size:
                raise ValueError("columns are cut short")
            ends = self.numbers(count).cumsum(dtype=np.int64)
            first = self.texts - later * self.length
            if first < 0:
                raise ValueError("fewer strings than records")
            self._strings = (
                stream.decompress(stream.unconsumed_tail, ends[first - 1]) if first and ends[first - 1] else b""
            )
        except (zlib.error, struct.error, ValueError) as error:
            raise Damaged(f"packed records: {error}") from error
        self._begin = len(head) + size
        self._ends = ends.data
        if first and len(self._strings) != ends[first - 1]:
            raise Damaged("packed records: strings are missing")
        self.rows: Rows = self.numbers(row).cumsum(dtype=np.int64)
        self.heads = self.rows.data

    @lazy
    def columns(self) -> _Views:
        """For single numbers."""
        return _Views(self._table, self._starts, self._shape)

    def numbers(self, column: int) -> Numbers:
        width, length = self._shape[column]
        return np.frombuffer(self._table, TYPES[width], length, self._starts[column])

    def string(self, at: int) -> str:
        end = self._ends[at]
        if end > len(self._strings):
            # All at once, and from the beginning: searches on several threads may come to it together.
            try:
                self._strings = zlib.decompress(self._packed)[self._begin :]
            except zlib.error as error:
                raise Damaged(f"packed records: {error}") from error
        return self._strings[self._ends[at - 1] if at else 0 : end].decode("utf-8", "surrogatepass")

    def written(self) -> str:
        """All strings but those that are rarely asked for, in one."""
        return self._strings.decode("utf-8", "surrogatepass")

    def beginning_in(self, row: int) -> range:
        return range(bisect_left(self.heads, row), bisect_right(self.heads, row))


class SymbolColumns(NamedTuple):
    starts: Rows
    ends: Rows
    first_rows: Rows
    last_rows: Rows
    kinds: Numbers  # as `PackedOutline.kind` knows them


class BlockColumns(NamedTuple):
    first_rows: Rows
    last_rows: Rows
    kinds: Rows
    symbols: Rows  # that the blocks are; -1 where they are none


class PackedOutline:
    """The symbols and blocks of one file, still packed."""

    def __init__(self, symbols: bytes, blocks: bytes) -> None:
        self._packed_symbols = symbols
        self._packed_blocks = blocks

    @property
    def lists(self) -> tuple[bytes, bytes]:
        """Both lists as they are packed."""
        return self._packed_symbols, self._packed_blocks

    @lazy
    def _symbols(self) -> _Columns:
        return _Columns(self._packed_symbols, Symbols, Symbols.ROW, _LATER)

    @lazy
    def _words(self) -> int:
        """How many strings are kinds, before the names."""
        return self._symbols.texts - (1 + _LATER) * self._symbols.length

    @lazy
    def _symbol_starts(self) -> Rows:
        starts: Rows = self._symbols.numbers(Symbols.START).cumsum(dtype=np.int64)
        return starts

    @lazy
    def _symbol_ends(self) -> Rows:
        ends: Rows = self._symbol_starts + self._symbols.numbers(Symbols.LENGTH)
        return ends

    @lazy
    def _blocks(self) -> _Columns:
        return _Columns(self._packed_blocks, Blocks, Blocks.ROW)

    def symbol_columns(self) -> SymbolColumns:
        known = self._symbols
        return SymbolColumns(
            self._symbol_starts,
            self._symbol_ends,
            known.rows,
            known.rows + known.numbers(Symbols.ROWS),
            known.numbers(Symbols.KIND),
        )

    def block_ranges(self) -> tuple[Rows, Rows]:
        """The first and the last row of each block. For these alone no definition is read."""
        known = self._blocks
        return known.rows, known.rows + known.numbers(Blocks.ROWS)

    def block_columns(self) -> BlockColumns:
        known = self._blocks
        symbols = known.numbers(Blocks.SYMBOL).astype(np.int64)
        return BlockColumns(
            *self.block_ranges(),
            self._words + known.numbers(Blocks.KIND).astype(np.int64),
            symbols - 1,
        )

    @lazy
    def symbols_alone(self) -> Rows:
        """The definitions that are no blocks."""
        are_alone = np.ones(self._symbols.length, np.bool_)
        blocks = self._blocks.numbers(6).astype(np.int64)
        are_alone[blocks[blocks > 0] - 1] = False
        return np.flatnonzero(are_alone)

    def symbols_alone_around(self, offset: int) -> list[int]:
        """Those of them that cover an offset, in order."""
        alone = self.symbols_alone
        begun = alone[: bisect_right(self._symbol_starts[alone], offset)] if len(alone) else alone
        found: list[int] = begun[self._symbol_ends[begun] > offset].tolist()
        return found

    def kind(self, number: int) -> str:
        """A kind by its number in the columns: those of symbols come before those of blocks."""
        return self._symbols.string(number) if number < self._words else self._blocks.string(number - self._words)

    def any_around(self, kinds: Collection[str], rows: Rows) -> bool:
        """Whether something of one of some kinds has one of some rows, which are in order. To tell it takes half as
        long as to make the tree of all definitions and blocks."""
        for known, kind, length in (
            (self._symbols, Symbols.KIND, Symbols.ROWS),
            (self._blocks, Blocks.KIND, Blocks.ROWS),
        ):
            for number in set(known.columns[kind].tolist()):
                if known.string(number) in kinds:
                    chosen = (known.numbers(kind) == number).nonzero()[0]
                    firsts = known.rows[chosen]
                    lasts = firsts + known.numbers(length)[chosen]
                    if (rows.searchsorted(firsts) < rows.searchsorted(lasts, "right")).any():
                        return True
        return False

    def has_long(self, kinds: Collection[str] | None, rows: int) -> bool:
        """Whether something has so many rows, of one of some kinds if these are given."""
        for known, kind, length in (
            (self._blocks, Blocks.KIND, Blocks.ROWS),
            (self._symbols, Symbols.KIND, Symbols.ROWS),
        ):
            long = known.numbers(kind)[known.numbers(length) >= rows - 1]
            if long.size and (kinds is None or any(known.string(number) in kinds for number in set(long.tolist()))):
                return True
        return False

    def outermost(self, kinds: Collection[str]) -> list[tuple[int, int]]:
        """Where the definitions of some kinds are that lie in no other, in order."""
        return self._spans(self._of_kinds(kinds) & (self._symbols.numbers(Symbols.PARENT) == 0))

    def spans_of(self, kinds: Collection[str]) -> list[tuple[int, int]]:
        """Where the definitions of some kinds are, in order. For these alone no name is read."""
        return (
            self._spans(self._of_kinds(kinds)) if "_symbols" in vars(self) else _spans_of(self._packed_symbols, kinds)
        )

    def _of_kinds(self, kinds: Collection[str]) -> npt.NDArray[np.bool_]:
        """Which definitions are of one of some kinds."""
        known = self._symbols
        wanted = np.array([known.string(at) in kinds for at in range(self._words)], np.bool_)
        flags: npt.NDArray[np.bool_] = wanted[known.numbers(Symbols.KIND)]
        return flags

    def _spans(self, flags: npt.NDArray[np.bool_]) -> list[tuple[int, int]]:
        chosen = flags.nonzero()[0]
        starts = self._symbol_starts[chosen]
        lengths = self._symbols.numbers(Symbols.LENGTH)[chosen]
        return list(zip(starts.tolist(), (starts + lengths).tolist(), strict=True))

    def symbol(self, at: int) -> Symbol:
        start, end = self.symbol_span(at)
        up = self._symbols.columns[Symbols.PARENT][at]
        kind, name = self.symbol_name(at)
        return Symbol(
            name,
            kind,
            Span(start, end),
            self.name_span(at),
            *self.symbol_rows(at),
            signature_with(name, self._symbols.string(self._words + self._symbols.length + at)),
            at - up if up else None,
            self._symbols.string(self._words + 2 * self._symbols.length + at),
        )

    def symbol_name(self, at: int) -> tuple[str, str]:
        """The kind and the name of a definition."""
        known = self._symbols
        return known.string(known.columns[Symbols.KIND][at]), known.string(self._words + at)

    def names(self) -> tuple[str, str]:
        """Two texts, in which the names of all definitions are and those of all blocks."""
        return self._symbols.written(), self._blocks.written()

    def names_about(self, block: int) -> set[str]:
        """The name of a block, and of all that may be around it."""
        blocks, symbols = self._blocks, self._symbols
        row = blocks.heads[block]
        around = _having(blocks, Blocks.ROWS, row)
        others = blocks.numbers(Blocks.NAME)[around]
        owners = {at - 1 for at in blocks.numbers(Blocks.SYMBOL)[around].tolist() if at}
        owners.update(_having(symbols, Symbols.ROWS, row).tolist())
        return {symbols.string(self._words + at) for at in owners} | {
            blocks.string(at - 1) for at in others.tolist() if at
        }

    def parts_of(self, block: int) -> tuple[Rows, Rows]:
        """The first and last rows of all that may lie in a block: blocks, and definitions that are none."""
        blocks, symbols, alone = self._blocks, self._symbols, self.symbols_alone
        first, last = self.block_rows(block)
        inner = slice(block + 1, bisect_right(blocks.heads, last))
        heads = symbols.rows[alone]
        own = alone[heads.searchsorted(first) : heads.searchsorted(last, "right")]
        firsts = np.concatenate((blocks.rows[inner], symbols.rows[own]))
        lengths = np.concatenate((blocks.numbers(Blocks.ROWS)[inner], symbols.numbers(Symbols.ROWS)[own]))
        return firsts, firsts + lengths

    def symbol_span(self, at: int) -> tuple[int, int]:
        start = int(self._symbol_starts[at])
        return start, start + self._symbols.columns[Symbols.LENGTH][at]

    def symbol_rows(self, at: int) -> tuple[int, int]:
        row = self._symbols.heads[at]
        return row, row + self._symbols.columns[Symbols.ROWS][at]

    def name_start(self, at: int) -> int:
        """Where the name of a definition is written."""
        return int(self._symbol_starts[at]) + self._symbols.columns[Symbols.NAME_START][at]

    def name_span(self, at: int) -> Span:
        start = self.name_start(at)
        return Span(start, start + self._symbols.columns[Symbols.NAME_LENGTH][at])

    def has_owner(self, at: int) -> bool:
        return self._symbols.columns[Symbols.PARENT][at] != 0

    def direct_owners(self) -> Rows:
        """The definition that each belongs to first, or -1."""
        up = self._symbols.numbers(Symbols.PARENT)
        return np.where(up > 0, np.arange(self._symbols.length) - up, -1)

    def owners(self, at: int) -> set[int]:
        """The definitions that a definition belongs to."""
        owners: set[int] = set()
        while up := self._symbols.columns[Symbols.PARENT][at]:
            at -= up
            owners.add(at)
        return owners

    def block_name(self, at: int) -> tuple[str, str | None]:
        """The kind of a block and its name, if it has one."""
        columns = self._blocks.columns
        kind, name, symbol = (columns[place][at] for place in (Blocks.KIND, Blocks.NAME, Blocks.SYMBOL))
        called = self._blocks.string(name - 1) if name else None
        return self._blocks.string(kind), self._symbols.string(self._words + symbol - 1) if symbol else called

    def block_symbol(self, at: int) -> int | None:
        """The definition that a block is, if it is one."""
        symbol = self._blocks.columns[Blocks.SYMBOL][at]
        return symbol - 1 if symbol else None

    def block_of(self, symbol: int) -> int | None:
        """The block that a definition is, if it is one."""
        for at in self._blocks.beginning_in(self._symbols.heads[symbol]):
            if self._blocks.columns[Blocks.SYMBOL][at] == symbol + 1:
                return at
        return None

    def block_rows(self, at: int) -> tuple[int, int]:
        row = self._blocks.heads[at]
        return row, row + self._blocks.columns[Blocks.ROWS][at]

    def blocks_around(self, row: int) -> list[int]:
        """The blocks that hold a row, innermost first: the last block to begin, if it is not over, and its parents."""
        blocks = self._blocks
        found: list[int] = []
        at = bisect_right(blocks.heads, row) - 1
        while at >= 0:
            if blocks.heads[at] + blocks.columns[Blocks.ROWS][at] >= row:
                found.append(at)
            up = blocks.columns[Blocks.PARENT][at]
            at = at - up if up else -1
        return found


def _spans_of(symbols: bytes, kinds: Collection[str]) -> list[tuple[int, int]]:
    """Where the definitions of some kinds are, of packed ones. Kinds come first of all strings; the rest is left."""
    stream, count = zlib.decompressobj(), Symbols.count
    try:
        rows, texts, shape = shape_of(stream.decompress(symbols, HEAD.size + count + 1), count)
        *starts, size = accumulate((width * length for width, length in shape), initial=0)
        table = stream.decompress(stream.unconsumed_tail, size) if size else b""

        def numbers(column: int) -> Numbers:
            width, length = shape[column]
            return np.frombuffer(table, TYPES[width], length, starts[column])

        *ends, last = accumulate(numbers(count)[: texts - (1 + _LATER) * rows].tolist(), initial=0)
        words = stream.decompress(stream.unconsumed_tail, last) if last else b""
        said = [words[start:end].decode("utf-8", "surrogatepass") for start, end in pairwise([*ends, last])]
        flags = np.array([kind in kinds for kind in said], np.bool_)[numbers(Symbols.KIND)]
        chosen = flags.nonzero()[0]
        if not chosen.size:
            return []
        firsts = numbers(Symbols.START).cumsum(dtype=np.int64)[chosen]
        lasts = firsts + numbers(Symbols.LENGTH)[chosen]
    except (zlib.error, struct.error, ValueError, IndexError) as error:
        raise Damaged(f"packed records: {error}") from error
    return list(zip(firsts.tolist(), lasts.tolist(), strict=True))


def _having(records: _Columns, length: int, row: int) -> Rows:
    """Which records have a row; `length` is the column that says how many rows each goes on."""
    begun = bisect_right(records.heads, row)
    return (records.rows[:begun] + records.numbers(length)[:begun] >= row).nonzero()[0]


def row_columns(blocks: bytes) -> tuple[Numbers, Numbers]:
    """Of packed blocks, in order, the steps from each first row to the next, and the rows from the first to the last.

    They are the first that is packed, and nothing after them is looked at.
    """
    stream = zlib.decompressobj()
    try:
        length, _, shape = shape_of(stream.decompress(blocks, HEAD.size + Blocks.count + 1), Blocks.count)
        (step, _), (rows, _) = shape[Blocks.ROW], shape[Blocks.ROWS]
        table = stream.decompress(stream.unconsumed_tail, (step + rows) * length) if length else b""
        return np.frombuffer(table, TYPES[step], length), np.frombuffer(table, TYPES[rows], length, step * length)
    except (zlib.error, struct.error, ValueError) as error:
        raise Damaged(f"packed records: {error}") from error


def mentions_of_imports(data: bytes) -> list[tuple[str, int, int]]:
    """The references of a file that are imports: their names, and where each starts and ends."""
    columns = _Columns(data, References, References.START)
    names, kinds = np.divmod(columns.numbers(References.NAME_AND_KIND), len(REFERENCE_KINDS))
    chosen = np.flatnonzero(kinds == _IMPORT)
    if not chosen.size:
        return []
    starts = columns.rows[chosen]
    ends = starts + columns.numbers(References.LENGTH)[chosen]
    texts = {at: columns.string(at) for at in set(names[chosen].tolist())}
    return [
        (texts[name], start, end)
        for name, start, end in zip(names[chosen].tolist(), starts.tolist(), ends.tolist(), strict=True)
    ]


def names_of_references(data: bytes) -> list[str]:
    """The names that the references of a file have, each once."""
    columns = _Columns(data, References, References.START)
    return [columns.string(at) for at in range(columns.texts)]
