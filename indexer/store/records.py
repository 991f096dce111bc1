"""What the index keeps of one file's structure, packed: symbols, references and blocks.

A packed list is columns of numbers, then the strings, compressed; the checksum of the compression tells damage. Rows
of references are not kept: they follow from the text, which a hit is verified against anyway.
"""

from __future__ import annotations

import struct
import sys
import zlib
from array import array
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from indexer.model import Block, Reference, ReferenceKind, Span, Symbol

HEAD = struct.Struct("<II")  # rows, strings
REFERENCE_KINDS: tuple[ReferenceKind, ...] = ("call", "import", "type", "extends", "implements")
_LEVEL = 1


class Damaged(Exception):
    """Something of the index is not what was written; the index must be rebuilt."""


class Structure(NamedTuple):
    """The records of one file."""

    symbols: list[Symbol]
    references: list[Reference]
    adapter: str
    blocks: list[Block]


class PackedStructure(NamedTuple):
    """The records of one file as the store keeps them, and what its tables need to know."""

    symbols: bytes
    references: bytes
    blocks: bytes
    symbol_count: int
    reference_count: int


def packed(structure: Structure) -> PackedStructure:
    return PackedStructure(
        _pack_symbols(structure.symbols),
        _pack_references(structure.references),
        _pack_blocks(structure.adapter, structure.blocks),
        len(structure.symbols),
        len(structure.references),
    )


def _pack_symbols(symbols: list[Symbol]) -> bytes:
    kinds = _Strings()
    columns = [
        array("I", values)
        for values in (
            _steps([symbol.span.start for symbol in symbols]),
            [symbol.span.end - symbol.span.start for symbol in symbols],
            [symbol.name_span.start - symbol.span.start for symbol in symbols],
            [symbol.name_span.end - symbol.name_span.start for symbol in symbols],
            _steps([symbol.row_start for symbol in symbols]),
            [symbol.row_end - symbol.row_start for symbol in symbols],
            [kinds.place(symbol.kind) for symbol in symbols],
            [0 if symbol.parent is None else at - symbol.parent for at, symbol in enumerate(symbols)],
        )
    ]
    strings: list[str] = []
    for symbol in symbols:
        strings += (symbol.name, symbol.signature, symbol.doc)
    return _packed(columns, [*strings, *kinds.all()])


def unpack_symbols(data: bytes) -> list[Symbol]:
    columns, strings = _unpacked(data, 8)
    kinds = strings[3 * len(columns[0]) :]
    found: list[Symbol] = []
    start = row = 0
    for at, (step, length, name_at, name_length, row_step, rows, kind, up) in enumerate(zip(*columns, strict=True)):
        start += step
        row += row_step
        name, signature, doc = strings[3 * at : 3 * at + 3]
        name_start = start + name_at
        found.append(
            Symbol(
                name,
                kinds[kind],
                Span(start, start + length),
                Span(name_start, name_start + name_length),
                row,
                row + rows,
                signature,
                at - up if up else None,
                doc,
            )
        )
    return found


def names_in(data: bytes) -> tuple[list[bytes], list[str]]:
    """The names of packed symbols and their kinds, without the cost of all the rest."""
    columns, strings = _unpacked_bytes(data, 8)
    kinds = [kind.decode() for kind in strings[3 * len(columns[0]) :]]
    return strings[: 3 * len(columns[0]) : 3], [kinds[kind] for kind in columns[6]]


def _pack_references(references: list[Reference]) -> bytes:
    names = _Strings()
    columns = [
        array("I", values)
        for values in (
            _steps([reference.span.start for reference in references]),
            [reference.span.end - reference.span.start for reference in references],
            [
                names.place(reference.name) * len(REFERENCE_KINDS) + REFERENCE_KINDS.index(reference.kind)
                for reference in references
            ],
            [0 if reference.symbol is None else reference.symbol + 1 for reference in references],
        )
    ]
    return _packed(columns, names.all())


def unpack_references(data: bytes, row_of: Callable[[int], int]) -> list[Reference]:
    columns, names = _unpacked(data, 4)
    found: list[Reference] = []
    start = 0
    for step, length, what, symbol in zip(*columns, strict=True):
        start += step
        name, kind = divmod(what, len(REFERENCE_KINDS))
        found.append(
            Reference(
                REFERENCE_KINDS[kind],
                names[name],
                Span(start, start + length),
                row_of(start),
                symbol - 1 if symbol else None,
            )
        )
    return found


def _pack_blocks(adapter: str, blocks: list[Block]) -> bytes:
    strings = _Strings()
    strings.place(adapter)
    columns = [
        array("I", values)
        for values in (
            _steps([block.row_start for block in blocks]),
            [block.row_end - block.row_start for block in blocks],
            [block.level for block in blocks],
            [strings.place(block.kind) for block in blocks],
            [0 if block.name is None else strings.place(block.name) + 1 for block in blocks],
            [0 if block.parent is None else at - block.parent for at, block in enumerate(blocks)],
        )
    ]
    return _packed(columns, strings.all())


def unpack_blocks(data: bytes, header_of: Callable[[int], str]) -> tuple[str, list[Block]]:
    """The adapter and the blocks. Headers are not kept: they are rows of the text."""
    columns, strings = _unpacked(data, 6)
    found: list[Block] = []
    row = 0
    for at, (step, rows, level, kind, name, up) in enumerate(zip(*columns, strict=True)):
        row += step
        found.append(
            Block(
                strings[kind],
                strings[name - 1] if name else None,
                level,
                row,
                row + rows,
                header_of(row),
                at - up if up else None,
            )
        )
    return strings[0], found


class _Strings:
    """A table of distinct strings."""

    def __init__(self) -> None:
        self._places: dict[str, int] = {}

    def place(self, text: str) -> int:
        return self._places.setdefault(text, len(self._places))

    def all(self) -> list[str]:
        return list(self._places)


def _steps(values: Sequence[int]) -> list[int]:
    """Each value as its distance from the one before. The values never fall."""
    return [after - before for before, after in zip([0, *values], values, strict=False)]


def _packed(columns: list[array[int]], strings: Iterable[str]) -> bytes:
    texts = [text.encode("utf-8", "surrogatepass") for text in strings]
    lengths = array("I", map(len, texts))
    if sys.byteorder == "big":
        for column in (*columns, lengths):
            column.byteswap()
    head = HEAD.pack(len(columns[0]), len(texts))
    numbers = b"".join(column.tobytes() for column in (*columns, lengths))
    return zlib.compress(head + numbers + b"".join(texts), _LEVEL)


def _unpacked(data: bytes, count: int) -> tuple[list[array[int]], list[str]]:
    columns, strings = _unpacked_bytes(data, count)
    return columns, [text.decode("utf-8", "surrogatepass") for text in strings]


def _unpacked_bytes(data: bytes, count: int) -> tuple[list[array[int]], list[bytes]]:
    try:
        raw = zlib.decompress(data)
        rows, texts = HEAD.unpack_from(raw)
        at = HEAD.size
        columns: list[array[int]] = []
        for length in (*[rows] * count, texts):
            column = array("I")
            column.frombytes(raw[at : at + 4 * length])
            if sys.byteorder == "big":
                column.byteswap()
            if len(column) != length:
                raise ValueError("columns are cut short")
            columns.append(column)
            at += 4 * length
        strings: list[bytes] = []
        for length in columns.pop():
            strings.append(raw[at : at + length])
            at += length
    except (zlib.error, struct.error, ValueError) as error:
        raise Damaged(f"packed records: {error}") from error
    if at != len(raw):
        raise Damaged("packed records: strings are missing")
    return columns, strings
