"""One list of answers from those of a document and of the documents inside it, in the order of the text.

Answers about a region are moved by a constant. One whose name is not wholly in the region, because what stands there
belongs to the document around it, is left out.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from indexer.blocks.nesting import Region as Rows
from indexer.blocks.nesting import nest
from indexer.extract.folds import without_crossings
from indexer.extract.sections import Placed, united
from indexer.extract.structure import Items
from indexer.extract.symbols import SIGNATURE
from indexer.model import Block, Fold, Reference, Region, Span, Symbol
from indexer.text.document_text import Text

_LAST = 1 << 30  # the rank of a group, which any other block with its rows replaces


class Place(NamedTuple):
    """Where a region is: what to add to offsets and rows, its last row that is not blank, the starts of its spans."""

    region: Region
    offset: int
    row: int
    row_end: int
    starts: list[int]

    @classmethod
    def of(cls, text: Text, region: Region) -> Place:
        first, end = region.spans[0].start, region.spans[-1].end
        row_end = text.lines.row_of(end)
        if row_end and not text.data[text.lines[row_end] : end].strip():
            row_end -= 1
        return cls(region, first, text.lines.row_of(first), row_end, [span.start for span in region.spans])

    def moved(self, span: Span) -> Span:
        return Span(span.start + self.offset, span.end + self.offset)

    def holds(self, span: Span) -> bool:
        """Whether all of a span of the document is in the region's language."""
        at = bisect_right(self.starts, span.start) - 1
        return at >= 0 and span.end <= self.region.spans[at].end

    def words(self, data: bytes) -> list[tuple[int, bytes]]:
        """The gaps that the region's language reads as a word: where they are and what is written there."""
        spans = self.region.spans
        gaps = zip(self.region.joints, pairwise(spans), strict=False)
        return [(left.end, data[left.end : right.start]) for joint, (left, right) in gaps if joint == "word"]


class Merged(NamedTuple):
    """All symbols, and where those of the document and of each region went; None for what was left out."""

    symbols: list[Symbol]
    own: list[int]
    inner: list[list[int | None]]


def merged_symbols(text: Text, own: list[Symbol], inner: Sequence[tuple[Place, list[Symbol]]]) -> Merged:
    """The symbols of a document and of its regions. What is outermost in a region lies in the symbol around it."""
    entries = [(symbol.span.start, -symbol.span.end, -1, at) for at, symbol in enumerate(own)]
    for source, (place, symbols) in enumerate(inner):
        offset = place.offset
        for at, symbol in enumerate(symbols):
            if place.holds(place.moved(symbol.name_span)):
                entries.append((symbol.span.start + offset, -symbol.span.end - offset, source, at))
    entries.sort()
    own_index = [0] * len(own)
    inner_index: list[list[int | None]] = [[None] * len(symbols) for _, symbols in inner]
    for new, (_, _, source, at) in enumerate(entries):
        if source < 0:
            own_index[at] = new
        else:
            inner_index[source][at] = new
    around = InnermostSymbols(own)
    words = [place.words(text.data) for place, _ in inner]
    found: list[Symbol] = []
    for start, negative_end, source, at in entries:
        if source < 0:
            symbol = own[at]
            parent = None if symbol.parent is None else own_index[symbol.parent]
            found.append(symbol if parent == symbol.parent else symbol._replace(parent=parent))
            continue
        place, symbols = inner[source]
        symbol, span = symbols[at], Span(start, -negative_end)
        outer = symbol.parent
        while outer is not None and inner_index[source][outer] is None:
            outer = symbols[outer].parent
        if outer is not None:
            parent = inner_index[source][outer]
        else:
            outer = around.innermost(span)
            parent = None if outer is None else own_index[outer]
        found.append(
            symbol._replace(
                span=span,
                name_span=place.moved(symbol.name_span),
                row_start=symbol.row_start + place.row,
                row_end=symbol.row_end + place.row,
                signature=_as_written(symbol.signature, span, words[source]),
                parent=parent,
            )
        )
    return Merged(found, own_index, inner_index)


def joined_outline(
    text: Text, sections: list[Placed], inner: Sequence[tuple[Place, list[Symbol]]]
) -> Iterator[Placed | Symbol]:
    """The sections of a document, and in place of those with regions in them the symbols of both."""
    offsets = [each.offset for each in sections]
    groups = []
    for place, _ in inner:
        first, last = place.region.spans[0].start, place.region.spans[-1].end
        groups.append(tuple(max(bisect_right(offsets, at) - 1, 0) for at in (first, max(last - 1, first))))
    done = 0
    for low, high in united([(low, high) for low, high in groups]):
        yield from sections[done:low]
        own: list[Symbol] = []
        for placed in sections[low : high + 1]:
            own += placed.moved(placed.symbols, len(own))
        inside = [each for each, (first, _) in zip(inner, groups, strict=True) if low <= first <= high]
        yield from merged_symbols(text, own, inside).symbols
        done = high + 1
    yield from sections[done:]


def _as_written(signature: str, span: Span, words: list[tuple[int, bytes]]) -> str:
    """A signature with what the document has where the region's language read a word."""
    if not words or "____" not in signature:
        return signature
    written = [word for _, word in words[bisect_left(words, (span.start,)) : bisect_left(words, (span.end,))]]

    def original(match: re.Match[str]) -> str:
        if not written or len(written[0]) != len(match[0]):
            return match[0]
        return b" ".join(written.pop(0).split()).decode("utf-8", "replace")

    restored = re.sub("_{4,}", original, signature)
    return restored if len(restored) <= SIGNATURE else restored[: SIGNATURE - 1] + "…"


class InnermostSymbols:
    """Finds the innermost of a document's symbols around a span."""

    def __init__(self, symbols: list[Symbol]) -> None:
        self._symbols = symbols
        self._order = sorted(range(len(symbols)), key=lambda at: (symbols[at].span.start, -symbols[at].span.end))
        self._starts = [symbols[at].span.start for at in self._order]

    def innermost(self, span: Span) -> int | None:
        last = bisect_right(self._starts, span.start) - 1
        at: int | None = self._order[last] if last >= 0 else None
        while at is not None and self._symbols[at].span.end < span.end:
            at = self._symbols[at].parent
        return at


def merged_references(
    own: list[Reference], inner: Sequence[tuple[Place, list[Reference]]], symbols: list[Symbol], merged: Merged
) -> list[Reference]:
    """The references of a document and of its regions; `symbols` are the document's own."""
    found = [_of_symbol(reference, merged.own) for reference in own]
    around = InnermostSymbols(symbols)
    for (place, references), index in zip(inner, merged.inner, strict=True):
        for reference in references:
            span = place.moved(reference.span)
            if not place.holds(span):
                continue
            symbol = None if reference.symbol is None else index[reference.symbol]
            if symbol is None:
                outer = around.innermost(span)
                symbol = None if outer is None else merged.own[outer]
            found.append(reference._replace(span=span, row=reference.row + place.row, symbol=symbol))
    return sorted(found, key=lambda reference: (reference.span.start, reference.span.end))


def _of_symbol(reference: Reference, index: list[int]) -> Reference:
    at = reference.symbol
    return reference if at is None or index[at] == at else reference._replace(symbol=index[at])


def items_outside(pieces: Iterable[tuple[Items, int]], places: list[Place]) -> Iterator[tuple[Items, int]]:
    """A document's items without the spans that lie in a region: to its own language that is text without shape."""

    def is_outside(start: int, end: int) -> bool:
        return not any(place.holds(Span(start + shift, end + shift)) for place in places)

    for items, shift in pieces:
        spots = [spot for spot in items.spots if is_outside(spot.start, spot.end)]
        strings = [string for string in items.strings if is_outside(*string[:2])]
        yield Items(items.definitions, spots, strings=strings), shift


def merged_folds(own: list[Fold], inner: Iterable[tuple[Place, list[Fold]]]) -> list[Fold]:
    """The folds of a document and of its regions, none of them crossing another."""
    inner = list(inner)
    quoted = [place for place, _ in inner if place.region.kind == "quoted"]
    rows = {row for place in quoted for row in range(place.row, place.row_end + 1)}
    # A script in quotes is one fold, whatever parts the quotes have.
    found = [fold for fold in own if fold.row_start not in rows]
    found += [Fold(place.row, place.row_end, "code") for place in quoted]
    for place, folds in inner:
        found += [Fold(fold.row_start + place.row, fold.row_end + place.row, fold.kind) for fold in folds]
    return without_crossings(found)


def merged_blocks(text: Text, own: list[Block], inner: Iterable[tuple[Place, list[Block]]]) -> list[Block]:
    """The blocks of a document and of its regions. Of two with the same rows the one with a meaning stays."""
    rows = [Rows(b.row_start, b.row_end, _LAST if b.kind == "group" else 0, b.kind, b.name, True) for b in own]
    for rank, (place, blocks) in enumerate(inner, 1):
        made_up = {b"_" * len(word) for _, word in place.words(text.data)}
        for block in blocks:
            start, end = block.row_start + place.row, block.row_end + place.row
            name = None if block.name is not None and _has_part(block.name.encode(), made_up) else block.name
            rows.append(Rows(start, end, _LAST if block.kind == "group" else rank, block.kind, name, True))
    return nest(text, rows)


def _has_part(name: bytes, words: Collection[bytes]) -> bool:
    return any(word in words for word in re.findall(b"_{4,}", name))
