"""Hits: what was found in a text, with what is around it and what ranking needs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import starmap
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from indexer.model import Span
from indexer.search.match.around import Asked, Enclosing, Place, around_each
from indexer.search.match.evaluate import Evaluation
from indexer.search.match.nodes import count_line_feeds
from indexer.search.match.subjects import Row
from indexer.search.match.surroundings import Ancestor
from indexer.search.names.qualified import Fit, distance
from indexer.search.plan.plan import Plan
from indexer.store.columns import Rows
from indexer.text.document_text import Text

OFTEN = 512  # hits after which it is asked whether the search goes on
NOTHING: Mapping[str, str] = MappingProxyType({})
NO_NUMBERS: Mapping[str, int] = MappingProxyType({})

# Which bytes are letters of words.
_LETTERS = bytes(chr(sign).isascii() and (chr(sign).isalnum() or sign == 0x5F) for sign in range(256))


class Found(NamedTuple):
    """A hit. `span` is what to point at: the first match, the name of a definition, or all of a block."""

    span: Span
    row: int
    row_end: int
    line: str  # the text of the first row
    kind: str | None  # of a definition or block; "file" for a file
    name: str | None
    block: tuple[int, int]  # first and last row of the innermost block that is or holds the hit
    ancestry: tuple[Ancestor, ...]  # outermost first
    captures: Mapping[str, str] = NOTHING
    matches: tuple[Span, ...] = ()  # every place in the hit that a term was found at
    symbol: int | None = None  # index into the text's symbols
    fit: Fit | None = None  # how well the name fits, and what is around it
    counts: tuple[int, ...] = ()  # places in the hit for each of the query's findable terms
    child_counts: tuple[int, ...] = ()  # places of all terms in each direct child
    tokens: int = 0  # words in the hit
    measures: Mapping[str, int] = NO_NUMBERS  # of a definition or block: those that were asked for


class Bare(NamedTuple):
    """Hits of one text, rows without what is around them."""

    text: Text
    packed: tuple[bytes, bytes]  # its symbols and blocks
    hits: Sequence[Found]


def with_surroundings(bare: Sequence[Bare]) -> list[list[Found]]:
    """The hits of some texts, those that are rows with what is around them."""
    found = around_each(
        [
            Asked(text, packed, [Place(hit.span.start, hit.row) for hit in hits if hit.kind is None])
            for text, packed, hits in bare
        ]
    )
    made: list[list[Found]] = []
    for one, around in zip(bare, found, strict=True):
        each = iter(around)
        made.append([_surrounded(hit, next(each)) if hit.kind is None else hit for hit in one.hits])
    return made


def _surrounded(hit: Found, around: Enclosing | None) -> Found:
    return hit if around is None else Found._make((*hit[:6], *around, *hit[8:]))


class _Inside(NamedTuple):
    """What a query finds inside a hit."""

    matches: list[Span]
    counts: tuple[int, ...]  # for each findable term
    captures: Mapping[str, str]


class HitMaker:
    """Makes hits of what is found in one text; rows without what is around them."""

    def __init__(self, plan: Plan, asked: Evaluation) -> None:
        self._plan = plan
        self._asked = asked
        self._text = asked.text

    def of_row(self, row: Row, is_match: bool) -> Found:
        """A row, or a match of a pattern."""
        inside = self._inside(row.start, row.end, touching=True, match=row.place if is_match else None)
        first = next((span for span in inside.matches if span.start >= row.place[0]), None)
        start, end = row.place if is_match else first or (row.start, row.end)
        row_of = self._text.lines.row_of
        rows = row_of(start), row_of(max(end - 1, start))
        line = self._text.row_bytes(rows[0])
        return _row_hit(Span(start, end), rows, row.last, line, inside.counts, tuple(inside.matches), inside.captures)

    def of_places(self, places: Iterator[tuple[int, int]]) -> list[Found] | None:
        """The rows of some places of one text term, each once; None if a place lies in more rows than one."""
        data = self._text.data
        row_at = _by_index(self._text) if b"\r" in data else _by_counting(data)
        spans = starmap(Span, places)
        made: list[Found] = []
        span = next(spans, None)
        while span is not None:
            row, low, high = row_at(span.start)
            inside = [span]
            while (span := next(spans, None)) is not None and span.start <= high:
                inside.append(span)
            if inside[-1].end > high:
                return None
            made.append(_row_hit(inside[0], (row, row), row, data[low:high], (len(inside),), tuple(inside), NOTHING))
            if len(made) % OFTEN == 0 and self._asked.facts.stopped():
                break
        return made

    def of_node(self, at: int) -> Found:
        """A definition or block, by its place among the nodes."""
        nodes = self._asked.nodes
        symbol, block = int(nodes.symbols[at]), int(nodes.blocks[at])
        hit = self.of_symbol(symbol, self.fit(symbol)) if symbol >= 0 else self._of_block(block)
        inside = self._inside(int(nodes.starts[at]), int(nodes.ends[at]))
        if inside.counts:
            hit = hit._replace(
                counts=inside.counts,
                child_counts=self._child_counts(nodes.children(at)),
                tokens=self._tokens(int(nodes.starts[at]), int(nodes.ends[at])),
            )
        numbers = {measure: int(self._asked.measured(measure)[at]) for measure in self._plan.measures}
        told: dict[str, int] = {measure: number for measure, number in numbers.items() if number >= 0}
        return hit._replace(captures=inside.captures, matches=tuple(inside.matches), measures=told)

    def of_symbol(self, symbol: int, fit: Fit | None) -> Found:
        """A definition, without what is found inside."""
        packed = self._asked.packed
        kind, name = packed.symbol_name(symbol)
        own = self._asked.surroundings.of_symbol(symbol)
        return self._node_hit(packed.name_span(symbol), kind, name, own.rows, own.ancestry, symbol, fit)

    def _of_block(self, block: int) -> Found:
        own = self._asked.surroundings.of_block(block)
        start, end = self._text.lines[own.rows[0]], self._text.row_span(own.rows[1])[1]
        head = self._text.data[start:end]
        span = Span(start + len(head) - len(head.lstrip()), end)
        return self._node_hit(span, *self._asked.packed.block_name(block), own.rows, own.ancestry)

    def _node_hit(
        self,
        span: Span,
        kind: str,
        name: str | None,
        rows: tuple[int, int],
        ancestry: tuple[Ancestor, ...],
        symbol: int | None = None,
        fit: Fit | None = None,
    ) -> Found:
        row_of = self._text.lines.row_of
        row, last = row_of(span.start), row_of(max(span.end - 1, span.start))
        return Found(span, row, last, self._line(row), kind, name, rows, ancestry, symbol=symbol, fit=fit)

    def of_file(self) -> Found:
        """The file, because nothing smaller has all that is looked for."""
        whole = Span(0, len(self._text.data))
        rows = (0, self._text.lines.row_of(max(whole.end - 1, 0)))
        inside = self._inside(*whole)
        nodes = self._asked.nodes
        return Found(
            whole,
            *rows,
            self._line(0),
            "file",
            None,
            rows,
            (),
            inside.captures,
            tuple(inside.matches),
            counts=inside.counts,
            child_counts=self._child_counts(nodes.outermost),
            tokens=self._tokens(*whole) if inside.counts else 0,
        )

    def of_selected_file(self) -> Found:
        """The file, because files were asked for; it is pointed at by the first place in it."""
        text, found = self._text, [self._asked.places(slot) for slot in self._plan.terms]
        start, end = min(((places.starts[0], places.ends[0]) for places in found if len(places)), default=(0, 0))
        row_of = text.lines.row_of
        row = row_of(start)
        rows = (0, row_of(max(len(text.data) - 1, 0)))
        counts = tuple(len(places) for places in found)
        return Found(
            Span(start, end), row, row_of(max(end - 1, start)), self._line(row), "file", None, rows, (), counts=counts
        )

    def _inside(self, start: int, end: int, touching: bool = False, match: tuple[int, int] | None = None) -> _Inside:
        """What lies in a range; of a row, also what lies in it in part. With `match`, the captures are those of it."""
        matches: set[Span] = set()
        counts: list[int] = []
        captures: Mapping[str, str] = NOTHING
        for slot in self._plan.slots:
            places = self._asked.places(slot)
            inside = (places.touching if touching else places.inside)(start, end)
            if slot[0] is not None:
                counts.append(len(inside))
            matches.update(Span(places.starts[at], places.ends[at]) for at in inside)
            if places.captures is not None and not captures:
                wanted = [at for at in inside if match in (None, (places.starts[at], places.ends[at]))]
                captures = self._texts(places.captures[wanted[0]]) if wanted else NOTHING
        return _Inside(sorted(matches), tuple(counts), captures)

    def _texts(self, captures: Mapping[str, Span]) -> Mapping[str, str]:
        data = self._text.data
        return {name: data[start:end].decode("utf-8", "replace") for name, (start, end) in captures.items()}

    def _line(self, row: int) -> str:
        return self._text.row_bytes(row).decode("utf-8", "replace")

    def _tokens(self, start: int, end: int) -> int:
        are_letters = np.frombuffer(self._text.data[start:end].translate(_LETTERS), np.bool_)
        return int(np.count_nonzero(are_letters[1:] > are_letters[:-1])) + bool(len(are_letters) and are_letters[0])

    def _child_counts(self, children: Rows) -> tuple[int, ...]:
        starts, ends = self._asked.nodes.starts[children], self._asked.nodes.ends[children]
        counts = np.zeros(len(children), np.int64)
        for slot in self._plan.terms:
            counts += self._asked.places(slot).count_inside_each(starts, ends)
        return tuple(counts.tolist())

    def fit(self, symbol: int) -> Fit | None:
        """How well a definition fits the names that are asked for."""
        fits = [fit for term in self._plan.syms if (fit := self._asked.fit(term.name, symbol)) is not None]
        best = min(fits, key=lambda fit: (fit.rank, fit.far), default=None)
        if best is None or not self._plan.containers:
            return best
        names = self._asked.names_around(symbol)
        return Fit(best.rank, best.far + sum(distance([name], names) or 0 for name in self._plan.containers))


def _row_hit(
    span: Span,
    rows: tuple[int, int],
    block_end: int,
    line: bytes,
    counts: tuple[int, ...],
    matches: tuple[Span, ...],
    captures: Mapping[str, str],
) -> Found:
    written, block = line.decode("utf-8", "replace"), (rows[0], block_end)
    return Found(span, *rows, written, None, None, block, (), captures, matches, None, None, counts)


RowAt = Callable[[int], tuple[int, int, int]]  # the row of an offset, where it starts, and where it ends


def _by_index(text: Text) -> RowAt:
    def row_at(offset: int) -> tuple[int, int, int]:
        row = text.lines.row_of(offset)
        return row, *text.row_span(row)

    return row_at


def _by_counting(data: bytes) -> RowAt:
    """The same of offsets that are asked for in order, in a text whose rows line feeds end: to find all its rows takes
    longer than to count those between the few that are hits."""
    row = before = 0

    def row_at(offset: int) -> tuple[int, int, int]:
        nonlocal row, before
        row += count_line_feeds(data, before, offset)
        before = offset
        end = data.find(b"\n", offset)
        return row, data.rfind(b"\n", 0, offset) + 1, len(data) if end < 0 else end

    return row_at
