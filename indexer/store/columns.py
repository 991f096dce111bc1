"""Parts of a file's packed structure: the definitions and blocks of some rows, without making all the others.

A hit wants what is around it, a handful of records out of hundreds, and a search makes hits in many files. So the
columns are looked at as columns, and only what begins in a wanted row becomes an object. `indexer.store.records`
says how the columns are packed.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Collection, Sequence
from functools import cached_property

import numpy as np
import numpy.typing as npt

from indexer.model import Block, Span, Symbol
from indexer.store.records import HEAD, Damaged

Rows = npt.NDArray[np.int64]

_NO_ROW = 1 << 40


class _Columns:
    """A packed list: numbers by column, and strings by their place."""

    def __init__(self, data: bytes, count: int) -> None:
        try:
            self._raw = zlib.decompress(data)
            self.length, self.texts = HEAD.unpack_from(self._raw)
            table = np.frombuffer(self._raw, "<u4", count * self.length, HEAD.size)
            lengths = np.frombuffer(self._raw, "<u4", self.texts, HEAD.size + table.nbytes)
        except (zlib.error, ValueError) as error:
            raise Damaged(f"packed records: {error}") from error
        self.numbers = table.reshape(count, self.length)
        self._ends = lengths.cumsum(dtype=np.int64) + (HEAD.size + table.nbytes + lengths.nbytes)
        self._lengths = lengths
        if self.texts and self._ends[-1] != len(self._raw):
            raise Damaged("packed records: strings are missing")

    def string(self, at: int) -> str:
        end = int(self._ends[at])
        return self._raw[end - int(self._lengths[at]) : end].decode("utf-8", "surrogatepass")

    def sums(self, column: int) -> Rows:
        sums: Rows = self.numbers[column].cumsum(dtype=np.int64)
        return sums


class PackedOutline:
    """The symbols and blocks of one file, still packed."""

    def __init__(self, symbols: bytes, blocks: bytes) -> None:
        self._packed = symbols, blocks

    @cached_property
    def _symbols(self) -> _Columns:
        return _Columns(self._packed[0], 8)

    @cached_property
    def _blocks(self) -> _Columns:
        return _Columns(self._packed[1], 6)

    @cached_property
    def _symbol_starts(self) -> Rows:
        return self._symbols.sums(0)

    @cached_property
    def _symbol_rows(self) -> Rows:
        return self._symbols.sums(4)

    @cached_property
    def _block_rows(self) -> Rows:
        return self._blocks.sums(0)

    def around(self, rows: Sequence[int], header_of: Callable[[int], str]) -> tuple[dict[int, Symbol], list[Block]]:
        """The definitions, by their number, and the blocks that hold one of some rows.

        With them come all others that begin in the same rows: of two that share a head, the order says which is which.
        """
        wanted = np.sort(np.array(rows, np.int64))
        heads = {
            *_holding(self._symbol_rows, self._symbols.numbers[5], wanted),
            *_holding(self._block_rows, self._blocks.numbers[1], wanted),
        }
        symbols, blocks = (_beginning_in(heads, firsts) for firsts in (self._symbol_rows, self._block_rows))
        return {at: self.symbol(at) for at in symbols}, [self._block(at, header_of) for at in blocks]

    def outermost(self, kinds: Collection[str]) -> list[tuple[int, int]]:
        """Where the definitions of some kinds are that lie in no other, in order."""
        known = self._symbols
        names = {at for at in range(known.texts - 3 * known.length) if known.string(3 * known.length + at) in kinds}
        chosen = np.flatnonzero((known.numbers[7] == 0) & np.isin(known.numbers[6], list(names)))
        starts = self._symbol_starts[chosen]
        return list(zip(starts.tolist(), (starts + known.numbers[1][chosen]).tolist(), strict=True))

    def rows_of(self, symbols: Sequence[int]) -> list[int]:
        """The rows in which some definitions begin, by their numbers."""
        rows: list[int] = self._symbol_rows[list(symbols)].tolist()
        return rows

    def symbol(self, at: int) -> Symbol:
        _, length, name_at, name_length, _, rows, kind, up = self._symbols.numbers[:, at].tolist()
        start, row = int(self._symbol_starts[at]), int(self._symbol_rows[at])
        name, signature, doc = (self._symbols.string(3 * at + part) for part in range(3))
        return Symbol(
            name,
            self._symbols.string(3 * self._symbols.length + kind),
            Span(start, start + length),
            Span(start + name_at, start + name_at + name_length),
            row,
            row + rows,
            signature,
            at - up if up else None,
            doc,
        )

    def _block(self, at: int, header_of: Callable[[int], str]) -> Block:
        _, rows, level, kind, name, up = self._blocks.numbers[:, at].tolist()
        row = int(self._block_rows[at])
        return Block(
            self._blocks.string(kind),
            self._blocks.string(name - 1) if name else None,
            level,
            row,
            row + rows,
            header_of(row),
            at - up if up else None,
        )


def _holding(firsts: Rows, lengths: npt.NDArray[np.uint32], wanted: Rows) -> list[int]:
    """The first rows of the ranges that hold one of the rows wanted, which are in order."""
    following = np.searchsorted(wanted, firsts)  # the first row wanted that is not before a range
    found: list[int] = firsts[np.append(wanted, _NO_ROW)[following] <= firsts + lengths].tolist()
    return found


def _beginning_in(heads: set[int], firsts: Rows) -> list[int]:
    """The numbers of the ranges, which are in order, that begin in one of some rows."""
    wanted = sorted(heads)
    begins, ends = (np.searchsorted(firsts, wanted, side).tolist() for side in ("left", "right"))
    return [at for begin, end in zip(begins, ends, strict=True) for at in range(begin, end)]
