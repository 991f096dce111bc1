"""A query on one text: the hits in it, in order, each with what is around it and what ranking needs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from indexer.blocks.nesting import header_of
from indexer.model import Span
from indexer.query.tree import Query, select_of
from indexer.search.anchors import condition_slots, containers, slots, syms
from indexer.search.evaluate import Candidate, Evaluation
from indexer.search.facts import Facts, Outline, Unanswerable
from indexer.search.nodes import GROUP, Node, Nodes, name_span
from indexer.search.qualified import Fit, distance

__all__ = ["Ancestor", "Found", "Unanswerable", "count", "match", "match_symbols"]

_TOKEN = re.compile(rb"\w+")


@dataclass(frozen=True, slots=True)
class Ancestor:
    """A definition or block around a hit."""

    kind: str
    name: str | None
    header: str
    row: int  # the one that names it
    row_end: int


@dataclass(frozen=True, slots=True)
class Found:
    """A hit. `span` is what to point at: the first match, the name of a definition, or all of a block."""

    span: Span
    row: int
    row_end: int
    line: str  # the text of the first row
    kind: str | None  # of a definition or block; "file" for a file
    name: str | None
    block: tuple[int, int]  # first and last row of the innermost block that is or holds the hit
    ancestry: tuple[Ancestor, ...]  # outermost first
    captures: Mapping[str, str] = field(default_factory=dict)
    matches: tuple[Span, ...] = ()  # every place in the hit that a term was found at
    symbol: int | None = None  # index into the text's symbols
    fit: Fit | None = None  # how well the name fits, and what is around it
    counts: tuple[int, ...] = ()  # places in the hit for each of the query's findable terms
    child_counts: tuple[int, ...] = ()  # places of all terms in each direct child
    tokens: int = 0  # words in the hit


def match(query: Query, facts: Facts) -> list[Found]:
    """The hits of a query in one text, in the order of their place."""
    asked = Evaluation(query.root, facts)
    select = select_of(query)
    candidates = asked.candidates(select)
    if not candidates:
        return []
    if select == "file":
        return [_file_hit(asked)]
    about = _Hits(asked, asked.nodes_around(candidates))
    found = [about.hit(candidate) for candidate in candidates]
    return sorted(found, key=lambda hit: (hit.span.start, hit.span.end, hit.row_end))


def match_symbols(query: Query, facts: Facts, outline: Outline, wanted: Sequence[int]) -> list[Found]:
    """The hits of a query that asks for a name alone, where it is known which definitions have it."""
    asked = Evaluation(query.root, facts)
    nodes = asked.nodes = Nodes(asked.text, *outline)
    about = _Hits(asked, nodes)
    chosen = set(wanted)
    return [
        about.hit(Candidate(node.start, node.end, node.row_start, node.row_end, node=at, own=at))
        for at, node in enumerate(nodes.all)
        if node.symbol in chosen
    ]


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


class _Hits:
    """Makes hits of candidates."""

    def __init__(self, asked: Evaluation, nodes: Nodes) -> None:
        self._asked = asked
        self._nodes = nodes
        self._text = asked.text
        self._slots = slots(asked.root, ())
        self._condition_slots = condition_slots(asked.root, ())
        self._syms = syms(asked.root)
        self._around = containers(asked.root)
        self._ancestries: dict[int, tuple[Ancestor, ...]] = {}  # of rows, by the innermost node around

    def _line(self, row: int) -> str:
        return self._text.row_bytes(row).decode("utf-8", "replace")

    def hit(self, candidate: Candidate) -> Found:
        matches: list[tuple[int, int]] = []
        counts: list[int] = []
        captures: Mapping[str, str] = {}
        for slot in [*self._slots, *self._condition_slots]:
            places = self._asked.places(slot)
            inside = (places.touching if candidate.is_row else places.inside)(candidate.start, candidate.end)
            if slot[0] is not None:
                counts.append(len(inside))
            matches += [(places.starts[at], places.ends[at]) for at in inside]
            if places.captures is not None and not captures:
                wanted = [at for at in inside if candidate.at in (None, (places.starts[at], places.ends[at]))]
                captures = places.captures[wanted[0]] if wanted else {}
        matches = sorted(set(matches))
        if candidate.is_row:
            return self._row_hit(candidate, matches, counts, captures)
        return self._node_hit(candidate, matches, counts, captures)

    def _row_hit(
        self, candidate: Candidate, matches: list[tuple[int, int]], counts: list[int], captures: Mapping[str, str]
    ) -> Found:
        first = next((span for span in matches if span[0] >= candidate.offset), (candidate.start, candidate.end))
        start, end = candidate.at or first
        row_of = self._text.lines.row_of
        row = row_of(start)
        block = (row, candidate.row_end)
        ancestry: tuple[Ancestor, ...] = ()
        innermost = next(self._nodes.around(start), None)
        if innermost is not None:
            node = self._nodes.all[innermost]
            block, ancestry = (node.row_start, node.row_end), self._ancestry_in(innermost, start)
        return Found(
            Span(start, end),
            row,
            row_of(max(end - 1, start)),
            self._line(row),
            None,
            None,
            block,
            ancestry,
            captures,
            tuple(Span(*span) for span in matches),
            counts=tuple(counts),
        )

    def _node_hit(
        self, candidate: Candidate, matches: list[tuple[int, int]], counts: list[int], captures: Mapping[str, str]
    ) -> Found:
        tokens = sum(1 for _ in _TOKEN.finditer(self._text.data, candidate.start, candidate.end)) if counts else 0
        spans = tuple(Span(*span) for span in matches)
        if candidate.node is None:
            whole = Span(0, len(self._text.data))
            last = self._text.lines.row_of(max(whole.end - 1, 0))
            rows = (0, last)
            tops = [at for at in range(len(self._nodes.all)) if self._nodes.parent(at) is None]
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
                counts=tuple(counts),
                child_counts=self._child_counts(tops),
                tokens=tokens,
            )
        node = self._nodes.all[candidate.node]
        span = name_span(node, self._nodes.symbols)
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
            self._ancestry(self._nodes.ancestors(candidate.node)),
            captures,
            spans,
            node.symbol,
            self._fit(candidate.node) if node.symbol is not None else None,
            tuple(counts),
            self._child_counts(self._nodes.children(candidate.node)) if counts else (),
            tokens,
        )

    def _child_counts(self, children: list[int]) -> tuple[int, ...]:
        nodes = [self._nodes.all[at] for at in children]
        found = [self._asked.places(slot) for slot in self._slots]
        return tuple(sum(len(places.inside(node.start, node.end)) for places in found) for node in nodes)

    def _fit(self, at: int) -> Fit | None:
        fits = [fit for term in self._syms if (fit := self._asked.fit(term.name, at)) is not None]
        best = min(fits, key=lambda fit: (fit.rank, fit.far), default=None)
        if best is None or not self._around:
            return best
        names = self._asked.names_around(at)
        return Fit(best.rank, best.far + sum(distance([name], names) or 0 for name in self._around))

    def _ancestry_in(self, innermost: int, offset: int) -> tuple[Ancestor, ...]:
        """What is around an offset. All places with one innermost node around them have all else in common."""
        if innermost not in self._ancestries:
            self._ancestries[innermost] = self._ancestry(self._nodes.around(offset))
        return self._ancestries[innermost]

    def _ancestry(self, innermost_first: Iterator[int] | list[int]) -> tuple[Ancestor, ...]:
        chain = [self._nodes.all[at] for at in innermost_first]
        return tuple(self._ancestor(node) for node in reversed(chain) if node.kind != GROUP)

    def _ancestor(self, node: Node) -> Ancestor:
        """A definition is shown by the row that names it, not by a decorator above."""
        if node.symbol is None:
            return Ancestor(node.kind, node.name, node.header, node.row_start, node.row_end)
        row = self._text.lines.row_of(self._nodes.symbols[node.symbol].name_span.start)
        return Ancestor(node.kind, node.name, header_of(self._text, row), row, node.row_end)
