"""Hits that are rows: lines of text, and matches of patterns, with what is around each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import starmap
from types import MappingProxyType
from typing import NamedTuple

from indexer.model import Span
from indexer.search.match.evaluate import Candidate, Evaluation
from indexer.search.match.surroundings import Ancestor, Surroundings
from indexer.search.names.qualified import Fit
from indexer.search.plan.anchors import Slot

OFTEN = 512  # hits after which it is asked whether the search goes on
NOTHING: Mapping[str, str] = MappingProxyType({})


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


class Inside(NamedTuple):
    """What a query finds inside a candidate."""

    matches: list[Span]
    counts: tuple[int, ...]  # for each findable term
    captures: Mapping[str, str]


def found_inside(asked: Evaluation, slots: Iterable[Slot], candidate: Candidate) -> Inside:
    matches: set[Span] = set()
    counts: list[int] = []
    captures: Mapping[str, str] = NOTHING
    for slot in slots:
        places = asked.places(slot)
        inside = (places.touching if candidate.is_row else places.inside)(candidate.start, candidate.end)
        if slot[0] is not None:
            counts.append(len(inside))
        matches.update(Span(places.starts[at], places.ends[at]) for at in inside)
        if places.captures is not None and not captures:
            wanted = [at for at in inside if candidate.at in (None, (places.starts[at], places.ends[at]))]
            captures = _texts(asked.text.data, places.captures[wanted[0]]) if wanted else NOTHING
    return Inside(sorted(matches), tuple(counts), captures)


def _texts(data: bytes, captures: Mapping[str, Span]) -> Mapping[str, str]:
    return {name: data[start:end].decode("utf-8", "replace") for name, (start, end) in captures.items()}


class RowHits:
    """Makes hits of rows."""

    def __init__(self, asked: Evaluation, around: Surroundings | None) -> None:
        self._asked = asked
        self._text = asked.text
        self._around = around

    def hit(self, candidate: Candidate, inside: Inside) -> Found:
        first = next((span for span in inside.matches if span.start >= candidate.offset), None)
        start, end = candidate.at or first or (candidate.start, candidate.end)
        row_of = self._text.lines.row_of
        row = row_of(start)
        last = row_of(max(end - 1, start))
        line = self._text.row_bytes(row)
        return self._made(Span(start, end), (row, last), candidate.row_end, line, inside)

    def of_text(self, places: Iterator[tuple[int, int]]) -> list[Found] | None:
        """The rows of some places of one text term, each once; None if a place lies in more rows than one."""
        text, row_of = self._text, self._text.lines.row_of
        spans = starmap(Span, places)
        made: list[Found] = []
        span = next(spans, None)
        while span is not None:
            row = row_of(span.start)
            low, high = text.row_span(row)
            inside = [span]
            while (span := next(spans, None)) is not None and span.start <= high:
                inside.append(span)
            if inside[-1].end > high:
                return None
            found = Inside(inside, (len(inside),), NOTHING)
            made.append(self._made(inside[0], (row, row), row, text.data[low:high], found))
            if len(made) % OFTEN == 0 and self._asked.facts.stopped():
                break
        return made

    def _made(self, span: Span, rows: tuple[int, int], block_end: int, line: bytes, inside: Inside) -> Found:
        block: tuple[int, int] = (rows[0], block_end)
        ancestry: tuple[Ancestor, ...] = ()
        if self._around is not None and (around := self._around.at(span.start, rows[0])) is not None:
            block, ancestry = around
        return Found(
            span,
            *rows,
            line.decode("utf-8", "replace"),
            None,
            None,
            block,
            ancestry,
            inside.captures,
            tuple(inside.matches),
            counts=inside.counts,
        )
