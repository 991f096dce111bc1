"""Chunks: a text in pieces that make sense alone, small enough for a language model, each with its exact lines.

Code is divided at definitions, and a definition that is too long at its members; a text with headings at these, with
its code apart; data at its keys. What is small joins what is beside it, what is too long is cut where that hurts
least (see indexer.extract.cuts). A chunk is always what the file has, from one place to another: nothing is left out
of it, joined or indented anew. Every line that is not blank is in a chunk, unless the whole file is next to nothing.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from indexer.extract.cuts import Rows, tokens_of
from indexer.model import Block, Chunk, HeredocBody, Region, Span, Statement, Symbol
from indexer.text.document_text import Text

LEAST = 20  # characters: less is no chunk
_SMALL = 40  # tokens: a definition of less joins its neighbours
_FENCES = ("fence", "frontmatter")
_ELEMENTS = ("script", "style", "frontmatter")
_ATTRIBUTE = re.compile(rb"[ \t]*(?:@[\w.:]+|#!?\[.*\]|\[\w.*\])[^;{}]*$")
_SEPARATOR = " > "

ChunkType = Literal["code", "info"]


@dataclass(frozen=True, slots=True)
class Source:
    """A text and what is known of it, as far as chunks depend on it."""

    text: Text
    language: str | None
    type: ChunkType  # of what is in no fence and no script
    symbols: Sequence[Symbol] = ()
    blocks: Sequence[Block] = ()
    regions: Sequence[Region] = ()
    comments: Sequence[Span] = ()
    # What is asked for only if something must be cut:
    statements: Callable[[], Sequence[Statement]] = tuple
    strings: Callable[[], Sequence[Span]] = tuple
    heredocs: Callable[[], Sequence[HeredocBody]] = tuple


def chunks(source: Source, name: str) -> list[Chunk]:
    """The chunks in the order of the text. `name` stands where no heading or definition has one to give."""
    rows = _rows(source)
    if rows.count == 0:
        return []
    pieces = list(_joined(rows, _pieces(rows, _tree(source, rows))))
    parts = _without_crumbs(rows, [part for piece in pieces for part in _parts(rows, piece)])
    return [_chunk(source.text, part, name) for part in parts]


@dataclass(slots=True)
class _Unit:
    """Rows that belong together: a definition, a section, a fence, a script."""

    first: int
    last: int
    path: tuple[str, ...]
    type: ChunkType
    language: str | None
    whole: bool  # whether it may be one piece with all that is in it
    small: bool = False  # whether it may join its neighbours
    inside: list[_Unit] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Piece:
    first: int
    last: int
    path: tuple[str, ...]
    around: tuple[str, ...]  # the path of what it is in
    type: ChunkType
    language: str | None
    small: bool
    between: bool = False  # whether it is none of the units
    closes: bool = False  # whether it ends what it is in, so that it belongs to what is before it


@dataclass(frozen=True, slots=True)
class _Part:
    span: Span
    piece: _Piece


def _rows(source: Source) -> Rows:
    def solid() -> list[tuple[int, int]]:
        row_of = source.text.lines.row_of
        spans = (*source.comments, *source.strings())
        found = [(row_of(span.start), row_of(max(span.end - 1, span.start))) for span in spans]
        for heredoc in source.heredocs():
            last = heredoc.content_row_end if heredoc.terminator_row is None else heredoc.terminator_row
            found.append((heredoc.declaration_row, last))
        return found

    return Rows(source.text, source.blocks, source.statements, solid)


def _tree(source: Source, rows: Rows) -> _Unit:
    """The whole text as a unit, with the units in it."""
    root = _Unit(0, rows.count - 1, (), source.type, source.language, whole=False)
    around = [root]
    commented = _Commented(source)
    for first, last, at in sorted(_candidates(source), key=lambda unit: (unit[0], -unit[1], unit[2] is None)):
        last = min(last, root.last)
        while len(around) > 1 and around[-1].last < last:
            around.pop()
        outer = around[-1]
        before = outer.inside[-1].last if outer.inside else outer.first - 1
        begin = max(first if at is None else commented.first(first), before + 1)
        if begin > last:  # it shares its row with what is before it
            continue
        if at is None:
            unit = replace(outer, first=begin, last=last, whole=True, small=False, inside=[])
            unit.type = "code"
            unit.language = _language_at(source, first, last) or None
            for one in around:
                one.whole = False  # what holds other code is told apart from it
        else:
            symbol = source.symbols[at]
            section = symbol.kind == "section" and outer.type == "info"
            path = (*outer.path, symbol.name)
            unit = _Unit(begin, last, path, outer.type, outer.language, whole=not section, small=not section)
        outer.inside.append(unit)
        around.append(unit)
    return root


def _candidates(source: Source) -> Iterator[tuple[int, int, int | None]]:
    """First and last row of everything that wants to be a unit; with the index of the symbol that it is."""
    for at, symbol in enumerate(source.symbols):
        yield symbol.row_start, symbol.row_end, at
    for block in source.blocks:
        if block.kind in _FENCES:
            yield block.row_start, block.row_end, None
    row_of = source.text.lines.row_of
    for region in source.regions:
        if region.kind in _ELEMENTS:
            yield row_of(region.spans[0].start), row_of(region.spans[-1].end), None


def _language_at(source: Source, first: int, last: int) -> str | None:
    """The language of a fence or script: what is read there, else what the fence says it is."""
    row_of = source.text.lines.row_of
    for region in source.regions:
        if first <= row_of(region.spans[0].start) and row_of(region.spans[-1].end - 1) <= last:
            return region.language
    return next((each.name for each in source.blocks if each.kind in _FENCES and each.row_start == first), None)


class _Commented:
    """Finds where a definition begins with the comments and attributes right above it."""

    def __init__(self, source: Source) -> None:
        self._text = source.text
        self._starts = [span.start for span in source.comments]
        self._spans = source.comments

    def first(self, row: int) -> int:
        while row > 0 and (above := self._above(row - 1)) is not None:
            row = above
        return row

    def _above(self, row: int) -> int | None:
        """The first row of the comment or attribute that has a row for itself."""
        start, end = self._text.row_span(row)
        line = self._text.data[start:end]
        if not line.strip():
            return None
        at = bisect_right(self._starts, end - len(line) + len(line.rstrip()) - 1) - 1
        if at >= 0 and self._spans[at].end >= start + len(line.rstrip()):
            begin = self._spans[at].start
            first = self._text.lines.row_of(begin)
            return first if not self._text.data[self._text.lines[first] : begin].strip() else None
        return row if _ATTRIBUTE.match(line) else None


def _pieces(rows: Rows, root: _Unit) -> Iterator[_Piece]:
    """A unit in one piece if it may be one and is short enough, else what is in it and what is between."""
    waiting: list[_Piece | tuple[_Unit, tuple[str, ...]]] = [(root, ())]  # what comes first, last
    while waiting:
        next_one = waiting.pop()
        if isinstance(next_one, _Piece):
            yield next_one
            continue
        unit, around = next_one
        if not unit.inside or (unit.whole and rows.fits(unit.first, unit.last)):
            small = unit.small and tokens_of(rows.characters(unit.first, unit.last)) < _SMALL
            yield _Piece(unit.first, unit.last, unit.path, around, unit.type, unit.language, small)
        else:
            waiting += reversed(list(_inside(rows, unit)))


def _inside(rows: Rows, unit: _Unit) -> Iterator[_Piece | tuple[_Unit, tuple[str, ...]]]:
    """The units in a unit, each with the path of what it is in, and the pieces between them."""
    small = unit.type == "code"
    at = unit.first
    for inner in unit.inside:
        if (kept := rows.trimmed(at, inner.first - 1)) is not None:
            yield _Piece(*kept, unit.path, unit.path, unit.type, unit.language, small, at > unit.first)
        yield inner, unit.path
        at = inner.last + 1
    if (kept := rows.trimmed(at, unit.last)) is not None:
        yield _Piece(*kept, unit.path, unit.path, unit.type, unit.language, small, True, True)


def _joined(rows: Rows, pieces: Iterator[_Piece]) -> Iterator[_Piece]:
    """The pieces, with small ones that lie side by side in the same thing made one.

    A little that stands between definitions goes to the one before it, whose name it often has.
    """
    last: _Piece | None = None
    for piece in pieces:
        if last is not None:
            together = (last.around, last.type, last.language) == (piece.around, piece.type, piece.language)
            if piece.small and together and rows.fits(last.first, piece.last):
                if last.small:
                    last = replace(last, last=piece.last, path=piece.around, between=False, closes=piece.closes)
                    continue
                if piece.between and tokens_of(rows.characters(piece.first, piece.last)) < _SMALL:
                    last = replace(last, last=piece.last)
                    continue
            yield last
        last = piece
    if last is not None:
        yield last


def _parts(rows: Rows, piece: _Piece) -> Iterator[_Part]:
    kept = rows.trimmed(piece.first, piece.last)
    if kept is not None:
        spans = [rows.span(*kept)] if rows.fits(*kept) else rows.cut(*kept)
        yield from (_Part(span, piece) for span in spans)


def _without_crumbs(rows: Rows, parts: list[_Part]) -> list[_Part]:
    """The parts, with those that are next to nothing joined to a neighbour or, where there is no room, widened."""
    made: list[_Part] = []
    waiting: _Part | None = None  # a crumb that goes to what comes next
    for part in parts:
        if waiting is not None:
            joined = _together(rows, waiting, part)
            if joined is None:
                _placed(rows, made, waiting, part)
            part = joined or part
            waiting = None
        if not _is_crumb(rows, part):
            made.append(part)
        elif made and part.piece.closes and (joined := _together(rows, made[-1], part)) is not None:
            made[-1] = joined
        else:
            waiting = part
    if waiting is not None:
        _placed(rows, made, waiting, None)
    return made


def _placed(rows: Rows, made: list[_Part], crumb: _Part, after: _Part | None) -> None:
    """Puts a crumb that cannot go to what comes next at the end of what is made."""
    joined = _together(rows, made[-1], crumb) if made else None
    if joined is not None:
        made[-1] = joined
    elif made or after is not None:
        made.append(_Part(_widened(rows, crumb.span, made[-1].span if made else None, after), crumb.piece))


def _widened(rows: Rows, crumb: Span, before: Span | None, after: _Part | None) -> Span:
    """A crumb with the rows before it, or behind it at the start of the text, that make it more than that."""
    row_of = rows.text.lines.row_of
    first = low = row_of(crumb.start)
    last = high = row_of(max(crumb.end - 1, crumb.start))
    while True:
        low, high = (low - 1, high) if before is not None else (low, high + 1)
        if low < 0 or high >= rows.count or not rows.fits(low, high):
            break
        if rows.characters(low, high) >= LEAST and len(_content(rows.text, rows.span(low, high)).strip()) >= LEAST:
            return rows.span(low, high)
    # The row beside it is too long by itself: some of it will do.
    if before is not None:
        return Span(rows.back(before.end), rows.span(first, last).end)
    assert after is not None
    return Span(rows.span(first, last).start, rows.ahead(after.span.start))


def _is_crumb(rows: Rows, part: _Part) -> bool:
    return len(_content(rows.text, part.span).strip()) < LEAST


def _together(rows: Rows, one: _Part, other: _Part) -> _Part | None:
    """Two neighbours as one part, under the name of the larger, if that is not too long."""
    row_of = rows.text.lines.row_of
    span = Span(one.span.start, max(one.span.end, other.span.end))
    first, last = row_of(span.start), row_of(max(span.end - 1, span.start))
    if not rows.fits(first, last):
        return None
    sizes = [part.span.end - part.span.start for part in (one, other)]
    return _Part(span, one.piece if sizes[0] > sizes[1] else other.piece)


def _content(text: Text, span: Span) -> str:
    return text.data[span.start : span.end].decode("utf-8", "replace")


def _chunk(text: Text, part: _Part, name: str) -> Chunk:
    content, piece = _content(text, part.span), part.piece
    row_of = text.lines.row_of
    return Chunk(
        piece.type,
        piece.path[-1] if piece.path else name,
        _SEPARATOR.join(piece.path) or name,
        piece.language,
        part.span,
        row_of(part.span.start),
        row_of(max(part.span.end - 1, part.span.start)),
        tokens_of(len(content)),
        content,
    )
