"""What the index keeps of one file's structure, packed: symbols, references, blocks, folds, what is comment and string.

A packed list is columns of numbers, as wide as its greatest number, then the strings, compressed; the checksum
of the compression tells damage to who reads it whole. Of symbols the kinds and names stand before the longer strings,
so that a search can do without those. Rows of references are not kept: they follow from the text, which a hit is
verified against anyway.
"""

from __future__ import annotations

import struct
import sys
import zlib
from array import array
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import accumulate, chain, pairwise
from operator import sub
from typing import Literal, NamedTuple

from indexer.model import Block, Fold, Reference, Span, Symbol
from indexer.store.layout import (
    EVERYTHING,
    FOLD_KINDS,
    HEAD,
    NAMES,
    REFERENCE_KINDS,
    Blocks,
    Folds,
    Layout,
    Lexical,
    References,
    Symbols,
)

_NUMBER = {kind: at for at, kind in enumerate(REFERENCE_KINDS)}
_FOLD_NUMBER = {kind: at for at, kind in enumerate(FOLD_KINDS)}
_LEVEL = 6  # of zlib: a tenth less than with 1, and packing takes a hundredth of a build all the same
_FASTEST = 1
_NAME = "\0"  # stands in a signature for the name
_CODES: Mapping[int, Literal["B", "H", "I"]] = {1: "B", 2: "H", 4: "I"}  # by the bytes that a number takes
_WIDTHS = bytes(_CODES)


class Damaged(Exception):
    """Something of the index is not what was written; the index must be rebuilt."""


class TextRecord(NamedTuple):
    """What reading a file's text told."""

    path: str
    size: int
    mtime_ns: int
    read_ns: int
    hash: bytes
    language: str | None
    lines: int
    generated: bool
    skipped: str | None


class LexicalSpans(NamedTuple):
    """What parts of a text are, in the order of the numbers that they are kept by."""

    comments: Sequence[Span] = ()
    strings: Sequence[Span] = ()
    headers: Sequence[Span] = ()  # of definitions
    bodies: Sequence[Span] = ()


class Structure(NamedTuple):
    """The records of one file."""

    symbols: list[Symbol]
    references: list[Reference]
    adapter: str
    blocks: list[Block]
    spans: LexicalSpans = LexicalSpans()
    folds: Sequence[Fold] = ()


class Nesting(NamedTuple):
    """How deep the blocks of a kind lie in a file, at most."""

    kind: str
    depth: int  # blocks and definitions from the outermost to one of them
    nested: int  # those of the kind that lie in each other


class PackedStructure(NamedTuple):
    """The records of one file as the store keeps them, and what its tables need to know."""

    symbols: bytes
    references: bytes
    blocks: bytes
    lexical: bytes
    folds: bytes
    symbol_count: int
    reference_count: int
    stage: int = EVERYTHING  # how much of the structure it is
    nesting: Sequence[Nesting] = ()


def packed_names(symbols: Sequence[Symbol]) -> PackedStructure:
    """What a file defines, and nothing of the rest."""
    nothing = _nothing()
    if not symbols:
        return nothing
    return nothing._replace(symbols=_pack_symbols(symbols, _FASTEST), symbol_count=len(symbols))  # not to be kept long


@cache
def _nothing() -> PackedStructure:
    return packed(Structure([], [], "", []))._replace(stage=NAMES)


def packed(structure: Structure) -> PackedStructure:
    defined = list(_defined_by(structure.blocks, structure.symbols)) if structure.blocks else []
    return PackedStructure(
        _pack_symbols(structure.symbols),
        pack_references(structure.references, _LEVEL),
        _pack_blocks(structure.adapter, structure.blocks, defined),
        _pack_lexical(structure.spans),
        _pack_folds(structure.folds),
        len(structure.symbols),
        len(structure.references),
        EVERYTHING,
        _nestings(structure.blocks, structure.symbols, defined) if structure.blocks else (),
    )


def _nestings(blocks: Sequence[Block], symbols: Sequence[Symbol], defined: Sequence[int | None]) -> list[Nesting]:
    """How deep the blocks of each kind lie. What is a definition of several rows and no block may be around any."""
    are_blocks = set(defined)
    around: list[int] = []
    for at, symbol in enumerate(symbols):
        alone = at not in are_blocks and symbol.row_end > symbol.row_start
        around.append(alone + (around[symbol.parent] if symbol.parent is not None else 0))
    more = max(around, default=0)
    most: dict[str, tuple[int, int]] = {}
    depths: list[int] = []
    nested: list[int] = []  # blocks of its own kind around each, and itself
    for at, block in enumerate(blocks):
        up, same = block.parent, block.parent
        while same is not None and blocks[same].kind != block.kind:
            same = blocks[same].parent
        depths.append((depths[up] if up is not None else 0) + (block.kind != "group"))
        nested.append((nested[same] if same is not None else 0) + 1)
        depth, together = most.get(block.kind, (0, 0))
        most[block.kind] = max(depth, depths[at]), max(together, nested[at])
    return [Nesting(kind, depth + more, together) for kind, (depth, together) in most.items() if kind != "group"]


def _pack_symbols(symbols: Sequence[Symbol], level: int = _LEVEL) -> bytes:
    if not symbols:
        return _packed(Symbols, {}, [])
    kinds = _Strings()
    # Columns come out of rows all at once: asking each symbol for each of its values takes three times as long.
    names, said, spans, name_spans, firsts, lasts, signatures, parents, docs = zip(*symbols, strict=True)
    starts, ends = zip(*spans, strict=True)
    name_starts, name_ends = zip(*name_spans, strict=True)
    columns: dict[int, Iterable[int]] = {
        Symbols.START: _steps(starts),
        Symbols.LENGTH: map(sub, ends, starts),
        Symbols.NAME_START: map(sub, name_starts, starts),
        Symbols.NAME_LENGTH: map(sub, name_ends, name_starts),
        Symbols.ROW: _steps(firsts),
        Symbols.ROWS: map(sub, lasts, firsts),
        Symbols.KIND: [kinds[kind] for kind in said],
        Symbols.PARENT: [0 if parent is None else at - parent for at, parent in enumerate(parents)],
    }
    return _packed(Symbols, columns, [*kinds, *names, *map(_nameless, signatures, names), *docs], level)


def _nameless(signature: str, name: str) -> str:
    """A signature without the name that it has nearly always, and that is kept anyway."""
    if not signature:
        return ""
    return 2 * _NAME + signature if _NAME in signature else signature.replace(name, _NAME, 1) if name else signature


def signature_with(name: str, kept: str) -> str:
    """A signature as it was, of how it is kept."""
    return kept[2:] if kept.startswith(2 * _NAME) else kept.replace(_NAME, name, 1)


def unpack_symbols(data: bytes) -> list[Symbol]:
    columns, strings = _unpacked(data, Symbols)
    count = len(columns[Symbols.START])
    words = len(strings) - 3 * count
    kinds, texts = strings[:words], [strings[words + at * count :][:count] for at in range(3)]
    asked = (
        *(Symbols.START, Symbols.LENGTH, Symbols.NAME_START, Symbols.NAME_LENGTH),
        *(Symbols.ROW, Symbols.ROWS, Symbols.KIND, Symbols.PARENT),
    )
    found: list[Symbol] = []
    start = row = 0
    for at, (values, (name, signature, doc)) in enumerate(
        zip(zip(*(columns[place] for place in asked), strict=True), zip(*texts, strict=True), strict=True)
    ):
        step, length, name_at, name_length, row_step, rows, kind, up = values
        start += step
        row += row_step
        name_start = start + name_at
        found.append(
            Symbol(
                name,
                kinds[kind],
                Span(start, start + length),
                Span(name_start, name_start + name_length),
                row,
                row + rows,
                signature_with(name, signature),
                at - up if up else None,
                doc,
            )
        )
    return found


def pack_outline(symbols: Sequence[Symbol], blocks: Sequence[Block]) -> tuple[bytes, bytes]:
    """Symbols and blocks alone, packed to be looked at soon."""
    defined = list(_defined_by(blocks, symbols))
    return _pack_symbols(symbols, _FASTEST), _pack_blocks("", blocks, defined, _FASTEST)


def names_in(data: bytes) -> tuple[list[bytes], list[str]]:
    """The names of packed symbols and their kinds, without the cost of all the rest."""
    raw, at, shape = _raw(data, Symbols)
    places = list(accumulate((width * length for width, length in shape), initial=at))
    table = memoryview(raw)
    (kinds_of,) = columns_of(table[places[Symbols.KIND] :], shape[Symbols.KIND : Symbols.KIND + 1])
    (lengths,) = columns_of(table[places[-2] :], shape[-1:])
    ends = list(accumulate(lengths, initial=places[-1]))
    if ends[-1] != len(raw):
        raise Damaged("packed records: strings are missing")
    said = kinds_of.tolist()
    words = len(lengths) - 3 * len(said)
    kinds = [raw[ends[place] : ends[place + 1]].decode() for place in range(words)]
    names = ends[words : words + len(said) + 1]
    return [raw[low:high] for low, high in pairwise(names)], list(map(kinds.__getitem__, said))


def pack_references(references: list[Reference], level: int = _FASTEST) -> bytes:
    """References, packed; at first to be looked at soon."""
    if not references:
        return _packed(References, {}, [])
    names = _Strings()
    kinds, said, spans, _, symbols = zip(*references, strict=True)
    starts, ends = zip(*spans, strict=True)
    columns: dict[int, Iterable[int]] = {
        References.START: _steps(starts),
        References.LENGTH: map(sub, ends, starts),
        References.NAME_AND_KIND: [
            place * len(REFERENCE_KINDS) + _NUMBER[kind]
            for place, kind in zip(map(names.__getitem__, said), kinds, strict=True)
        ],
        References.SYMBOL: [0 if symbol is None else symbol + 1 for symbol in symbols],
    }
    return _packed(References, columns, [*names], level)


def unpack_references(
    data: bytes,
    row_of: Callable[[int], int],
    wanted: Callable[[str], bool] | None = None,
    words: Collection[str] = (),
) -> list[Reference]:
    """The references, or those whose names are wanted; with words, those in whose names is one of these."""
    raw, at, shape = _raw(data, References)
    *columns, lengths = columns_of(memoryview(raw)[at:], shape)
    ends = list(accumulate(lengths, initial=at + sum(width * length for width, length in shape)))
    if ends[-1] != len(raw):
        raise Damaged("packed records: strings are missing")
    places = _holding(raw, ends, words) if words else range(len(lengths))
    names = {place: _text(raw[ends[place] : ends[place + 1]]) for place in places}
    chosen = {place: name for place, name in names.items() if wanted is None or wanted(name)}
    if not chosen:
        return []
    count = len(REFERENCE_KINDS)
    steps, lengths, whats, symbols = (
        columns[place] for place in (References.START, References.LENGTH, References.NAME_AND_KIND, References.SYMBOL)
    )
    starts = list(accumulate(steps))
    codes = {place * count + kind for place in chosen for kind in range(count)}
    return [
        Reference(
            REFERENCE_KINDS[what % count],
            chosen[what // count],
            Span(starts[each], starts[each] + lengths[each]),
            row_of(starts[each]),
            symbols[each] - 1 if symbols[each] else None,
        )
        for each, what in enumerate(whats)
        if what in codes
    ]


def _holding(raw: bytes, ends: list[int], words: Iterable[str]) -> set[int]:
    """Which of some strings, that lie one after the other, can have one of some words in them."""
    found: set[int] = set()
    for word in words:
        part = word.encode("utf-8", "surrogatepass")
        at = raw.find(part, ends[0])
        while at >= 0:
            found.add(bisect_right(ends, at) - 1)
            at = raw.find(part, at + 1)
    return found


def _pack_blocks(adapter: str, blocks: Sequence[Block], defined: Sequence[int | None], level: int = _LEVEL) -> bytes:
    if not blocks:
        return _packed(Blocks, {}, [adapter])
    strings = _Strings({adapter: 0})
    kinds, names, levels, firsts, lasts, _, parents = zip(*blocks, strict=True)
    columns: dict[int, Iterable[int]] = {
        Blocks.ROW: _steps(firsts),
        Blocks.ROWS: map(sub, lasts, firsts),
        Blocks.LEVEL: levels,
        Blocks.KIND: [strings[kind] for kind in kinds],
        Blocks.NAME: [
            0 if name is None or symbol is not None else strings[name] + 1
            for name, symbol in zip(names, defined, strict=True)
        ],
        Blocks.PARENT: [0 if parent is None else at - parent for at, parent in enumerate(parents)],
        Blocks.SYMBOL: [0 if symbol is None else symbol + 1 for symbol in defined],
    }
    return _packed(Blocks, columns, [*strings], level)


def _defined_by(blocks: Sequence[Block], symbols: Sequence[Symbol]) -> Iterator[int | None]:
    """The definition that each block is, if it is one: of those alike in a row, the first is the first block's."""
    by_head: dict[tuple[int, str, str], list[int]] = {}
    for at in range(len(symbols) - 1, -1, -1):
        name, kind, _, _, row, *_ = symbols[at]
        by_head.setdefault((row, kind, name), []).append(at)
    for kind, block_name, _, row, *_ in blocks:
        alike = by_head.get((row, kind, block_name)) if block_name is not None else None
        yield alike.pop() if alike else None


def unpack_blocks(symbols: bytes, data: bytes, header_of: Callable[[int], str]) -> tuple[str, list[Block]]:
    """The adapter and the blocks. Headers are not kept: they are rows of the text; names of definitions are theirs."""
    columns, strings = _unpacked(data, Blocks)
    names = list(map(_text, names_in(symbols)[0]))
    asked = (Blocks.ROW, Blocks.ROWS, Blocks.LEVEL, Blocks.KIND, Blocks.NAME, Blocks.PARENT, Blocks.SYMBOL)
    found: list[Block] = []
    row = 0
    for at, values in enumerate(zip(*(columns[place] for place in asked), strict=True)):
        step, rows, level, kind, name, up, symbol = values
        row += step
        if symbol > len(names):
            raise Damaged("packed records: a definition is missing")
        found.append(
            Block(
                strings[kind],
                names[symbol - 1] if symbol else strings[name - 1] if name else None,
                level,
                row,
                row + rows,
                header_of(row),
                at - up if up else None,
            )
        )
    return strings[0], found


def _pack_lexical(found: LexicalSpans) -> bytes:
    spans = sorted((*span, part) for part, some in enumerate(found) for span in some)
    starts = [start for start, _, _ in spans]
    lengths = [len(found) * (end - start) + part for start, end, part in spans]
    return _packed(Lexical, {Lexical.START: _steps(starts), Lexical.LENGTH_AND_PART: lengths}, [])


def unpack_lexical(data: bytes) -> LexicalSpans:
    columns, _ = _unpacked_bytes(data, Lexical)
    found: tuple[list[Span], ...] = tuple([] for _ in LexicalSpans._fields)
    start = 0
    for step, number in zip(columns[Lexical.START], columns[Lexical.LENGTH_AND_PART], strict=True):
        start += step
        length, part = divmod(number, len(found))
        found[part].append(Span(start, start + length))
    return LexicalSpans(*found)


def _pack_folds(folds: Sequence[Fold]) -> bytes:
    if not folds:
        return _packed(Folds, {}, [])
    firsts, lasts, kinds = zip(*folds, strict=True)
    count = len(FOLD_KINDS)
    lengths = [
        count * (last - first) + _FOLD_NUMBER[kind] for first, last, kind in zip(firsts, lasts, kinds, strict=True)
    ]
    return _packed(Folds, {Folds.ROW: _steps(firsts), Folds.ROWS_AND_KIND: lengths}, [])


def unpack_folds(data: bytes) -> list[Fold]:
    (steps, numbers), _ = _unpacked_bytes(data, Folds)
    count = len(FOLD_KINDS)
    return [
        Fold(row, row + number // count, FOLD_KINDS[number % count])
        for row, number in zip(accumulate(steps), numbers, strict=True)
    ]


class _Strings(dict[str, int]):
    """A table of distinct strings: the place of each, in the order they were first asked for."""

    def __missing__(self, text: str) -> int:
        self[text] = place = len(self)
        return place


def _steps(values: Sequence[int]) -> Iterator[int]:
    """Each value as its distance from the one before. The values never fall."""
    return map(sub, values, chain((0,), values))


def _packed(
    layout: type[Layout], columns: Mapping[int, Iterable[int]], strings: list[str], level: int = _LEVEL
) -> bytes:
    """A list of records; one without columns has no records."""
    written = "".join(strings)
    if written.isascii():
        texts, lengths = written.encode(), map(len, strings)
    else:
        encoded = [text.encode("utf-8", "surrogatepass") for text in strings]
        texts, lengths = b"".join(encoded), map(len, encoded)
    ordered = [columns[place] if columns else () for place in range(layout.count)]
    numbers = [_column(column) for column in (*ordered, lengths)]
    head = HEAD.pack(len(numbers[0]), len(strings)) + bytes(column.itemsize for column in numbers)
    if sys.byteorder == "big":
        for column in numbers:
            column.byteswap()
    return zlib.compress(b"".join((head, *(column.tobytes() for column in numbers), texts)), level)


def _column(values: Iterable[int]) -> array[int]:
    numbers = list(values)
    most = max(numbers, default=0)
    return array("B" if most < 1 << 8 else "H" if most < 1 << 16 else "I", numbers)


def shape_of(head: bytes, count: int) -> tuple[int, int, list[tuple[int, int]]]:
    """How many records and strings there are, and of each column how many bytes a number takes, and how many there are.

    The head of a list of `count` columns is `HEAD.size + count + 1` bytes. ValueError where it is none.
    """
    rows, texts = HEAD.unpack_from(head)
    widths = head[HEAD.size : HEAD.size + count + 1]
    if len(widths) != count + 1 or widths.strip(_WIDTHS):
        raise ValueError("the head is damaged")
    return rows, texts, list(zip(widths, [*[rows] * count, texts], strict=True))


def columns_of(table: memoryview, shape: list[tuple[int, int]]) -> list[memoryview]:
    """The columns that lie in bytes one after the other. ValueError where they do not fit."""
    columns: list[memoryview] = []
    at = 0
    for width, length in shape:
        column = table[at : at + width * length]
        if len(column) != width * length:
            raise ValueError("columns are cut short")
        if sys.byteorder == "big":
            swapped = array(_CODES[width], column.tobytes())
            swapped.byteswap()
            column = memoryview(swapped).cast("B")
        columns.append(column.cast(_CODES[width]))
        at += width * length
    return columns


def _unpacked(data: bytes, layout: type[Layout]) -> tuple[list[memoryview], list[str]]:
    columns, strings = _unpacked_bytes(data, layout)
    return columns, list(map(_text, strings))


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogatepass")


def _unpacked_bytes(data: bytes, layout: type[Layout]) -> tuple[list[memoryview], list[bytes]]:
    raw, at, shape = _raw(data, layout)
    *columns, lengths = columns_of(memoryview(raw)[at:], shape)
    return columns, _strings(raw, at + sum(width * length for width, length in shape), lengths)


def _raw(data: bytes, layout: type[Layout]) -> tuple[bytes, int, list[tuple[int, int]]]:
    """What is packed, where its columns begin and what they are. The columns are all there."""
    try:
        raw = zlib.decompress(data)
        _, _, shape = shape_of(raw, layout.count)
        at = HEAD.size + layout.count + 1
        if at + sum(width * length for width, length in shape) > len(raw):
            raise ValueError("columns are cut short")
    except (zlib.error, struct.error, ValueError) as error:
        raise Damaged(f"packed records: {error}") from error
    return raw, at, shape


def _strings(raw: bytes, at: int, lengths: Iterable[int]) -> list[bytes]:
    strings: list[bytes] = []
    for length in lengths:
        strings.append(raw[at : at + length])
        at += length
    if at != len(raw):
        raise Damaged("packed records: strings are missing")
    return strings
