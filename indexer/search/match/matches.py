"""A query on one text: the hits in it, in order, each with what is around it and what ranking needs."""

from __future__ import annotations

import re
from itertools import chain

import numpy as np

from indexer.model import Span
from indexer.query.tree import Query, select_of
from indexer.search.match.evaluate import Candidate, Evaluation
from indexer.search.match.facts import Facts, Unanswerable
from indexer.search.match.row_hits import OFTEN, Found, Inside, RowHits, found_inside
from indexer.search.match.surroundings import Ancestor, NodeSurroundings
from indexer.search.names.qualified import Fit, distance
from indexer.search.plan.anchors import condition_slots, containers, slots, syms

__all__ = ["Ancestor", "Found", "Unanswerable", "count", "match"]

_TOKEN = re.compile(rb"\w+")


def match(query: Query, facts: Facts, around: bool = True) -> list[Found]:
    """The hits of a query in one text, in the order of their place; rows may do without what is around them."""
    asked = Evaluation(query.root, facts)
    select = select_of(query)
    term = asked.plain_text if select == "line" else None
    if term is not None:
        spans = asked.text_spans(term)
        first = next(spans, None)
        if first is None:
            return []
        lines = RowHits(asked, asked.surroundings() if around else None).of_text(chain([first], spans))
        if lines is not None:
            return lines
    candidates = asked.candidates(select)
    if not candidates:
        return []
    if select == "file":
        return [_file_hit(asked)]
    every = [*slots(query.root, ()), *condition_slots(query.root, ())]
    only_rows = all(candidate.is_row for candidate in candidates)
    rows = RowHits(asked, asked.surroundings() if around or not only_rows else None)
    nodes = None if only_rows else _NodeHits(asked)
    found: list[Found] = []
    for candidate in candidates:
        inside = found_inside(asked, every, candidate)
        found.append(rows.hit(candidate, inside) if nodes is None or candidate.is_row else nodes.hit(candidate, inside))
        if len(found) % OFTEN == 0 and facts.stopped():
            break
    return sorted(found, key=lambda hit: (hit.span.start, hit.span.end, hit.row_end))


def count(query: Query, facts: Facts) -> int:
    """How many hits a query has in one text, without what is around them."""
    return Evaluation(query.root, facts).count(select_of(query))


def _file_hit(asked: Evaluation) -> Found:
    text, found = asked.text, [asked.places(slot) for slot in slots(asked.root, ())]
    start, end = min(((places.starts[0], places.ends[0]) for places in found if len(places)), default=(0, 0))
    row_of = text.lines.row_of
    row = row_of(start)
    return Found(
        Span(start, end),
        row,
        row_of(max(end - 1, start)),
        text.row_bytes(row).decode("utf-8", "replace"),
        "file",
        None,
        (0, row_of(max(len(text.data) - 1, 0))),
        (),
        counts=tuple(len(places) for places in found),
    )


class _NodeHits:
    """Makes hits of definitions, blocks and whole files."""

    def __init__(self, asked: Evaluation) -> None:
        self._asked = asked
        self._nodes = asked.nodes
        self._text = asked.text
        self._slots = slots(asked.root, ())
        self._syms = syms(asked.root)
        self._containers = containers(asked.root)
        self._around = NodeSurroundings(asked.text, asked.nodes)

    def _line(self, row: int) -> str:
        return self._text.row_bytes(row).decode("utf-8", "replace")

    def hit(self, candidate: Candidate, inside: Inside) -> Found:
        counts, captures, spans = inside.counts, inside.captures, tuple(inside.matches)
        tokens = len(_TOKEN.findall(self._text.data, candidate.start, candidate.end)) if counts else 0
        if candidate.node is None:
            whole = Span(0, len(self._text.data))
            last = self._text.lines.row_of(max(whole.end - 1, 0))
            rows = (0, last)
            tops = [at for at, parent in enumerate(self._nodes.parents) if parent < 0]
            return Found(
                whole,
                *rows,
                self._line(0),
                "file",
                None,
                rows,
                (),
                captures,
                spans,
                counts=counts,
                child_counts=self._child_counts(tops),
                tokens=tokens,
            )
        node = self._nodes[candidate.node]
        span = self._nodes.name_span(candidate.node)
        if node.symbol is None:
            head = self._text.data[span.start : span.end]
            span = Span(span.start + len(head) - len(head.lstrip()), span.end)
        row_of = self._text.lines.row_of
        row = row_of(span.start)
        return Found(
            span,
            row,
            row_of(max(span.end - 1, span.start)),
            self._line(row),
            node.kind,
            node.name,
            (node.row_start, node.row_end),
            self._around.ancestry(list(self._nodes.ancestors(candidate.node))),
            captures,
            spans,
            node.symbol,
            self._fit(candidate.node) if node.symbol is not None else None,
            counts,
            self._child_counts(self._nodes.children(candidate.node)) if counts else (),
            tokens,
        )

    def _child_counts(self, children: list[int]) -> tuple[int, ...]:
        at = np.array(children, np.int64)
        spans = zip(self._nodes.starts[at].tolist(), self._nodes.ends[at].tolist(), strict=True)
        found = [self._asked.places(slot) for slot in self._slots]
        return tuple(sum(len(places.inside(start, end)) for places in found) for start, end in spans)

    def _fit(self, at: int) -> Fit | None:
        fits = [fit for term in self._syms if (fit := self._asked.fit(term.name, at)) is not None]
        best = min(fits, key=lambda fit: (fit.rank, fit.far), default=None)
        if best is None or not self._containers:
            return best
        names = self._asked.names_around(at)
        return Fit(best.rank, best.far + sum(distance([name], names) or 0 for name in self._containers))
