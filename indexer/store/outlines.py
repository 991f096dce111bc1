"""The symbols and blocks of many files, unpacked together, and what of them covers some places.

Of each file that is a few of its hundreds of records, and asked file by file the steps to get there cost more than what
is in them. So the columns of many files are laid one after the other: those by which something is found become
numbers in one go, and of all others only what is asked for is read.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from indexer.lazy import lazy
from indexer.store.columns import TYPES, Rows
from indexer.store.layout import HEAD, Blocks, Layout, Symbols
from indexer.store.records import Damaged

# A row or an offset among those of all files has the number of its file in front of it, from this bit on.
_FILE = 40
_LATER = 2  # strings of a symbol that nobody asks for here: its signature and its doc comment


class Covering(NamedTuple):
    """A block, a definition, or both, that covers a place."""

    row: int
    row_end: int
    kind: str
    name: str | None
    name_start: int | None  # where the name of a definition is written
    span: tuple[int, int] | None  # the bytes of a definition that is no block


class Places(NamedTuple):
    """Places in some files, in order."""

    files: Rows  # the number of the file that each is in
    offsets: Rows
    rows: Rows
    lasts: Rows  # the row that a block must have which covers it, if it has its own


class Outlines:
    """The symbols and blocks of some files."""

    def __init__(self, packed: Sequence[tuple[bytes, bytes]]) -> None:
        self._symbols = _Lists([symbols for symbols, _ in packed], Symbols, _LATER)
        self._blocks = _Lists([blocks for _, blocks in packed], Blocks, 0)

    def covering(self, places: Places) -> tuple[list[list[int]], dict[int, Covering]]:
        """The numbers of what covers each place, and what these are: blocks, the innermost first, and after them, with
        numbers below zero, definitions that are none, the last first."""
        found: list[list[int]] = [[] for _ in range(len(places.rows))]
        known: dict[int, Covering] = {}
        try:
            for (asking, at), describe, sign in (
                (self._blocks_around(places), self._described_blocks, 1),
                (self._symbols_around(places), self._described_symbols, -1),
            ):
                once = np.unique(at)
                numbers = at if sign > 0 else ~at
                known.update(zip((once if sign > 0 else ~once).tolist(), describe(once), strict=True))
                for who, number in zip(asking.tolist(), numbers.tolist(), strict=True):
                    found[who].append(number)
        except IndexError as error:
            raise Damaged(f"packed records: {error}") from error
        return found, known

    @lazy
    def _owners(self) -> Rows:
        """The definition that each block is, or -1."""
        owners = self._blocks.numbers(Blocks.SYMBOL)
        found: Rows = np.where(owners > 0, self._symbols.begins[self._blocks.files] + owners - 1, -1)
        return found

    def _blocks_around(self, places: Places) -> tuple[Rows, Rows]:
        """Places, and a block that covers each: of one place the innermost first.

        They are the last block to begin, if it is not over, and its parents.
        """
        known, heads = self._blocks, self._blocks.sums(Blocks.ROW)
        at = (heads + (known.files << _FILE)).searchsorted(places.rows + (places.files << _FILE), "right") - 1
        asking, own, lasts = np.arange(len(at)), known.begins[places.files], places.lasts
        pairs: list[tuple[Rows, Rows]] = []
        while (inside := at >= own).any():
            asking, own, lasts, at = asking[inside], own[inside], lasts[inside], at[inside]
            covers = heads[at] + known.read(Blocks.ROWS, at) >= lasts
            pairs.append((asking[covers], at[covers]))
            up = known.read(Blocks.PARENT, at)
            at = np.where(up > 0, at - up, -1)
        return _joined(pairs)

    def _symbols_around(self, places: Places) -> tuple[Rows, Rows]:
        """Places, and a definition that covers each and is no block: of one place the last first."""
        known = self._symbols
        are_alone = np.ones(len(known.files), np.bool_)
        are_alone[self._owners[self._owners >= 0]] = False
        alone = are_alone.nonzero()[0]
        starts = known.sums(Symbols.START)[alone] + (known.files[alone] << _FILE)
        ends = starts + known.read(Symbols.LENGTH, alone)
        furthest = np.append(np.maximum.accumulate(ends), -1)  # of each and those before it; -1 before the first
        offsets = places.offsets + (places.files << _FILE)
        at, asking = starts.searchsorted(offsets, "right") - 1, np.arange(len(offsets))
        pairs: list[tuple[Rows, Rows]] = []
        while (inside := furthest[at] > offsets).any():
            asking, offsets, at = asking[inside], offsets[inside], at[inside]
            covers = ends[at] > offsets
            pairs.append((asking[covers], alone[at[covers]]))
            at = at - 1
        return _joined(pairs)

    def _described_blocks(self, at: Rows) -> Iterable[Covering]:
        known, owners = self._blocks, self._owners[at]
        heads = known.sums(Blocks.ROW)[at]
        lasts = heads + known.read(Blocks.ROWS, at)
        are_symbols = owners >= 0
        others = at[~are_symbols]
        names = known.read(Blocks.NAME, others)
        texts = zip(
            known.texts(others, known.read(Blocks.KIND, others)),
            known.texts(others, names - 1),
            names.tolist(),
            strict=True,
        )
        unnamed = ((kind, name if number else None, None) for kind, name, number in texts)
        named = self._named(owners[are_symbols])
        for row, row_end, is_symbol in zip(heads.tolist(), lasts.tolist(), are_symbols.tolist(), strict=True):
            yield Covering(row, row_end, *next(named if is_symbol else unnamed), None)

    def _described_symbols(self, at: Rows) -> Iterable[Covering]:
        known = self._symbols
        heads, starts = known.sums(Symbols.ROW)[at], known.sums(Symbols.START)[at]
        lasts, ends = heads + known.read(Symbols.ROWS, at), starts + known.read(Symbols.LENGTH, at)
        spans = zip(starts.tolist(), ends.tolist(), strict=True)
        for row, row_end, named, span in zip(heads.tolist(), lasts.tolist(), self._named(at), spans, strict=True):
            yield Covering(row, row_end, *named, span)

    def _named(self, at: Rows) -> Iterator[tuple[str, str, int]]:
        """The kinds and names of definitions, and where those are written."""
        known = self._symbols
        files = known.files[at]
        names = known.words[files] + at - known.begins[files]
        starts = known.sums(Symbols.START)[at] + known.read(Symbols.NAME_START, at)
        return zip(known.texts(at, known.read(Symbols.KIND, at)), known.texts(at, names), starts.tolist(), strict=True)


class _Lists:
    """The packed lists of one kind of some files. Records are counted from the first of the first file on."""

    def __init__(self, packed: Sequence[bytes], layout: type[Layout], later: int) -> None:
        """`later` is how many strings of each record are left packed; they are the last ones."""
        size = HEAD.size + layout.count + 1
        self._sums: dict[int, Rows] = {}
        parts: list[bytes] = []
        lengths: list[npt.NDArray[np.unsignedinteger[Any]]] = []
        try:
            for data in packed:
                stream = zlib.decompressobj()
                head = stream.decompress(data, size)
                count, texts = HEAD.unpack_from(head)
                *widths, width = head[HEAD.size :]
                columns = count * sum(widths)
                table = stream.decompress(stream.unconsumed_tail, columns + texts * width) if texts else b""
                lengths.append(np.frombuffer(table, TYPES[width], texts - later * count, columns))
                written = int(lengths[-1].sum())
                parts += head, table, stream.decompress(stream.unconsumed_tail, written) if written else b""
                if len(parts[-1]) != written:
                    raise ValueError("strings are missing")
        except (zlib.error, struct.error, ValueError, KeyError) as error:
            raise Damaged(f"packed records: {error}") from error
        self._raw = b"".join(parts)
        self._signs = np.frombuffer(self._raw, np.uint8)
        ends = np.fromiter(map(len, parts), np.int64, len(parts)).cumsum().reshape(-1, 3)
        heads = np.frombuffer(b"".join(parts[::3]), np.uint8).reshape(-1, size)
        self._counts = heads[:, : HEAD.size].copy().view("<u4").astype(np.int64)[:, 0]
        self._widths = heads[:, HEAD.size : -1].astype(np.int64)
        sizes = self._widths * self._counts[:, None]
        self._columns = ends[:, :1] + sizes.cumsum(axis=1) - sizes  # where each begins
        self.begins: Rows = self._counts.cumsum() - self._counts  # the first record of each file
        self.files: Rows = np.repeat(np.arange(len(packed)), self._counts)  # of each record
        # Of all strings that are unpacked, how long each is and where it ends; of each file, which is the first.
        strings = np.fromiter(map(len, lengths), np.int64, len(packed))
        written = ends[:, 2] - ends[:, 1]
        self._lengths = np.concatenate(lengths, dtype=np.int64)
        self._ends = self._lengths.cumsum() + np.repeat(ends[:, 2] - written.cumsum(), strings)
        self._texts = strings.cumsum() - strings
        self.words: Rows = strings - self._counts  # of each file, the strings before those that each record has one of

    def numbers(self, column: int) -> Rows:
        """A column of all records."""
        widths, begins = self._widths[:, column].tolist(), self._columns[:, column].tolist()
        parts = zip(map(TYPES.__getitem__, widths), self._counts.tolist(), begins, strict=True)
        found: Rows = np.concatenate([np.frombuffer(self._raw, *part) for part in parts], dtype=np.int64)
        return found

    def sums(self, column: int) -> Rows:
        """A column of steps, each added to those before it in its file."""
        if column not in self._sums:
            found = self.numbers(column).cumsum()
            self._sums[column] = found - np.append(0, found)[self.begins][self.files]
        return self._sums[column]

    def read(self, column: int, at: Rows) -> Rows:
        """A column of some records."""
        files = self.files[at]
        widths = self._widths[files, column]
        places = self._columns[files, column] + (at - self.begins[files]) * widths
        found: Rows = self._signs[places].astype(np.int64)
        for byte in (1, 2, 3):
            wide = (widths > byte).nonzero()[0]
            if wide.size:
                found[wide] |= self._signs[places[wide] + byte].astype(np.int64) << 8 * byte
        return found

    def texts(self, at: Rows, numbers: Rows) -> Iterator[str]:
        """For each of some records, one of the strings of its file; an empty one for those with a number below zero."""
        places = self._texts[self.files[at]] + numbers
        ends = self._ends[places]
        starts = ends - np.where(numbers < 0, 0, self._lengths[places])
        raw = self._raw
        return (
            raw[start:end].decode("utf-8", "surrogatepass")
            for start, end in zip(starts.tolist(), ends.tolist(), strict=True)
        )


def _joined(pairs: Sequence[tuple[Rows, Rows]]) -> tuple[Rows, Rows]:
    if not pairs:
        return np.zeros(0, np.int64), np.zeros(0, np.int64)
    return np.concatenate([each for each, _ in pairs]), np.concatenate([each for _, each in pairs])
