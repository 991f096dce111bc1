"""Asks the conditions of a query of one text: of its lines, of its definitions and blocks, or of all of it.

There is one way to ask: a condition is asked of columns of subjects, and answers with a flag for each.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from types import MappingProxyType

import numpy as np

from indexer.lazy import lazy
from indexer.model import Span
from indexer.query.holes import holes_of
from indexer.query.paths import path_matcher
from indexer.query.tree import Count, Findable, Lang, Measure, Name, Node, Pattern, Related, Size, TreeQuery, Unused
from indexer.query.tree import Text as Wanted
from indexer.search.match.changes import touched
from indexer.search.match.facts import Facts, Stopped
from indexer.search.match.holes import ByText, Holes, choices
from indexer.search.match.measures import measured
from indexer.search.match.nodes import Flags, Nodes
from indexer.search.match.order import StatementOrder
from indexer.search.match.places import Finder, Places, has_text
from indexer.search.match.subjects import (
    FileSubject,
    NodeSubjects,
    Row,
    RowSubjects,
    SpanSubjects,
    StatementSubjects,
    Subjects,
    TextColumns,
)
from indexer.search.match.surroundings import Surroundings
from indexer.search.names.matching import matcher
from indexer.search.names.qualified import Fit, fit, names_around, readings
from indexer.search.plan.anchors import Slot
from indexer.search.plan.conditions import (
    All,
    Any,
    Beside,
    Condition,
    Constant,
    Counting,
    Documented,
    Found,
    Holding,
    InGraph,
    Named,
    Negation,
    OfFile,
    OfKind,
    OfSize,
    RowAnchor,
    RowSearch,
    SomeNode,
    Touched,
    Within,
    condition_of_hole,
)
from indexer.search.plan.plan import Plan
from indexer.store.columns import PackedOutline, Rows
from indexer.text.document_text import Text

NOTHING: Mapping[str, bytes] = MappingProxyType({})
_OFTEN = 1024  # answers after which it is asked whether the search goes on


@dataclass(frozen=True, slots=True)
class Matches:
    """What the hits in a text are, in no order."""

    rows: list[tuple[Row, bool]]  # with whether the place of a row is the hit, and not the row
    nodes: list[int]
    whole: bool  # the file

    def __len__(self) -> int:
        return len(self.rows) + len(self.nodes) + self.whole


_NONE = Matches([], [], False)


class Evaluation:
    """One text, and what has been asked of it."""

    def __init__(self, facts: Facts, plain: Evaluation | None = None, bound: Mapping[str, bytes] = NOTHING) -> None:
        """`bound` is what holes stand for that several patterns share; `plain` has asked the same without."""
        self.facts = facts
        self.finder: Finder = Finder(facts) if plain is None else plain.finder
        self._plain = plain
        self._bound = bound
        self._columns: TextColumns = TextColumns(facts) if plain is None else plain._columns
        self._file = FileSubject(self._columns)
        self._found: dict[Slot, Places] = {}
        self._measured: dict[Measure, Rows] = {}
        self._by_text: dict[tuple[Findable, tuple[str, ...]], ByText] = {}
        self._known: dict[Condition, Flags] = {}  # of all nodes
        self._besides: dict[Condition, Flags] = {}  # of all statements
        self._lines: dict[RowSearch, Places] = {}

    @property
    def text(self) -> Text:
        return self._columns.text

    @property
    def packed(self) -> PackedOutline:
        return self._columns.packed

    @property
    def nodes(self) -> Nodes:
        return self._columns.nodes

    @lazy
    def surroundings(self) -> Surroundings:
        return Surroundings(self.text, self.packed) if self._plain is None else self._plain.surroundings

    def places(self, slot: Slot) -> Places:
        if slot not in self._found:
            term, written = slot
            if term is None:
                self._found[slot] = self.finder.where(written)
            elif written:
                self._found[slot] = self.finder.filtered(self.places((term, ())), written)
            elif isinstance(term, Pattern | TreeQuery):
                self._found[slot] = self._shapes(term)
            elif self._plain is not None:
                self._found[slot] = self._plain.places(slot)
            else:
                self._found[slot] = self.finder.places(term)
        return self._found[slot]

    def _shapes(self, term: Pattern | TreeQuery) -> Places:
        """Where code has a shape and its holes are what they must be."""
        bare = replace(term, where=(), whole=False)
        if self._plain is not None:
            places = self._plain.bound_places(bare, self._bound)
        elif bare == term:
            return self.finder.places(term)
        else:
            places = self.places((bare, ()))
        return Holes(term, places, self.text.data, self._holds_of_spans).kept() if term.where else places

    def bound_places(self, term: Pattern | TreeQuery, bound: Mapping[str, bytes]) -> Places:
        """Where code has a shape whose shared holes stand for given texts."""
        places, holes = self.places((term, ())), tuple(hole for hole in holes_of(term) if hole in bound)
        if not holes:
            return places
        if (term, holes) not in self._by_text:
            self._by_text[term, holes] = ByText(places, holes, self.text.data)
        return self._by_text[term, holes].bound_to(bound)

    def _holds_of_spans(self, query: Node, starts: Rows, ends: Rows) -> Flags:
        return self.holds(condition_of_hole(query), SpanSubjects(self._columns, starts, ends))

    def choices(self, plan: Plan) -> Iterator[Evaluation]:
        """The same, once for each choice of what shared holes stand for; itself where patterns share none."""
        if plan.shared is None:
            yield self
        elif self.holds_of_file(plan.possible):
            for bound in choices(plan.shared, lambda term: self.places((term, ())), self.text.data, self.facts):
                yield Evaluation(self.facts, self, bound)

    def matches(self, plan: Plan) -> Matches:
        """The hits of a query."""
        if not self.holds_of_file(plan.possible):
            return _NONE
        if plan.select == "file":
            return Matches([], [], self.holds_of_file(plan.condition))
        if plan.select == "line":
            return Matches(list(self._row_hits(plan.rows)), self._node_hits_among_rows(plan.rows), False)
        return self._node_hits(plan)

    def _node_hits(self, plan: Plan) -> Matches:
        """The definitions or blocks that are hits; of those that hold the same text, the smallest."""
        nodes = self.nodes
        reachable = nodes.reachable(plan.select == "block")
        found: list[int] = []
        covered: set[int] = set()
        for at in reachable[self.holds(plan.condition, NodeSubjects(nodes, reachable))][::-1].tolist():
            if at not in covered:
                found.append(at)
                if plan.smallest:
                    covered.update(nodes.ancestors(at))
        is_whole = plan.smallest and plan.select == "block" and not found and self.holds_of_file(plan.condition)
        return Matches([], found, is_whole)

    def _node_hits_among_rows(self, search: RowSearch) -> list[int]:
        """The definitions or blocks that are hits by an alternative that finds nothing in the text."""
        if search.nodes is None:
            return []
        reachable = self.nodes.reachable(search.of_blocks)
        found: list[int] = reachable[self.holds(search.nodes, NodeSubjects(self.nodes, reachable))].tolist()
        return found

    def _row_hits(self, search: RowSearch) -> Iterator[tuple[Row, bool]]:
        """The rows that are hits, each once, and the matches of patterns."""
        known: set[tuple[int, int, bool]] = set()
        for anchor in search.anchors:
            if not len(self.places(anchor.slot)):
                continue
            subjects, holds = self._at_places(search, anchor)
            decided = -1  # the end of the last row that is a hit
            hits = subjects if holds.all() else subjects.chosen(np.flatnonzero(holds))
            for row in hits.rows():
                start, end = row.place
                if start <= decided and not anchor.by_match:
                    continue
                key = (start, end, True) if anchor.by_match else (row.first, row.last, False)
                if key not in known:
                    known.add(key)
                    yield row, anchor.by_match
                if row.first == row.last:
                    decided = row.end

    def _at_places(self, search: RowSearch, anchor: RowAnchor) -> tuple[RowSubjects, Flags]:
        """The rows of all places of an anchor, and whether its condition holds of each."""
        places = self.places(anchor.slot)
        if len(places) >= _OFTEN and self.facts.stopped():
            raise Stopped
        subjects = RowSubjects.of(self._columns, search.of_blocks, places)
        return subjects, self.holds(anchor.condition, subjects)

    def places_found(self, plan: Plan) -> Iterator[tuple[Findable, Places, int]]:
        """Every place in the text at which the query is true of what it finds there: the term, its places, and which.

        A place is judged by itself, also where several lie in one row. Place conditions that stand alone and
        definitions are no places of this kind.
        """
        if not self.holds_of_file(plan.possible):
            return
        for chosen in self.choices(plan):
            for anchor in plan.rows.anchors:
                term = anchor.slot[0]
                if term is not None:
                    _, holds = chosen._at_places(plan.rows, anchor)
                    for at in np.flatnonzero(holds).tolist():
                        yield term, chosen.places(anchor.slot), at

    def changed_since(self, since: str, spans: Sequence[Span]) -> Flags:
        """Which ranges lie in rows of which one changed."""
        rows = RowSubjects.of(self._columns, False, Places(spans))
        return touched(self.facts.changes(since), rows, self.text)

    def holds_of_file(self, condition: Condition) -> bool:
        if isinstance(condition, Constant):
            return condition.is_true  # where nothing is asked of a file, thousands are asked
        return bool(self.holds(condition, self._file)[0])

    def holds(self, condition: Condition, subjects: Subjects) -> Flags:
        """Which of the subjects a condition is true of."""
        count = len(subjects)
        if not count:
            return np.zeros(0, np.bool_)
        if isinstance(condition, All):
            return self._all(condition, subjects)
        if isinstance(condition, Any):
            return self._any(condition, subjects)
        if isinstance(condition, Negation):
            return ~self.holds(condition.part, subjects)
        if isinstance(condition, Found):
            return self._with_place(condition.slot, subjects)
        if isinstance(condition, Within):
            if isinstance(subjects, RowSubjects) and not self._may_be_in(condition, subjects):
                return np.zeros(count, np.bool_)
            return subjects.inside(partial(self._holds_of_nodes, condition.part))
        if isinstance(condition, Holding):
            return self._holding(condition, subjects)
        if isinstance(condition, Counting):
            return self._counting(condition, subjects)
        if isinstance(condition, Beside):
            return self._beside(condition, subjects)
        if isinstance(condition, OfKind):
            return _of_own(self.nodes.of_kinds(condition.kinds), subjects)
        if isinstance(condition, OfSize):
            return self._of_size(condition.term, subjects)
        if isinstance(condition, Named):
            return self._named(condition.name, subjects)
        if isinstance(condition, Documented):
            return self._documented(condition.text, subjects)
        if isinstance(condition, Touched):
            return touched(self.facts.changes(condition.since), subjects, self.text)
        if isinstance(condition, InGraph):
            return self._in_graph(condition.term, subjects)
        if isinstance(condition, OfFile):
            is_true = self._of_file(condition)
        elif isinstance(condition, SomeNode):
            is_true = bool(self._flags(condition.part).any())
        else:
            assert isinstance(condition, Constant)
            is_true = condition.is_true
        return np.full(count, is_true, np.bool_)

    def _may_be_in(self, condition: Within, subjects: RowSubjects) -> bool:
        """Whether something around lines is of a kind that it must be of."""
        parts = condition.part.parts if isinstance(condition.part, All) else (condition.part,)
        kinds = next((part.kinds for part in parts if isinstance(part, OfKind)), None)
        return kinds is None or self.packed.any_around(kinds, subjects.firsts)

    def _with_place(self, slot: Slot, subjects: Subjects) -> Flags:
        places, term = self.places(slot), slot[0]
        if isinstance(term, Pattern | TreeQuery) and term.whole:
            assert isinstance(subjects, SpanSubjects)  # nothing else is asked whether it is a match
            return subjects.are(places)
        if term is None and isinstance(subjects, NodeSubjects | SpanSubjects):
            return places.any_overlapping_each(
                subjects.starts, subjects.ends
            )  # they are runs of rows, or parts of such
        return subjects.with_place(places)

    def _all(self, condition: All, subjects: Subjects) -> Flags:
        kept, left = np.arange(len(subjects)), subjects
        for part in condition.parts:
            holds = self.holds(part, left)
            if not holds.all():
                kept = kept[holds]
                if not len(kept):
                    break
                left = subjects.chosen(kept)
        flags = np.zeros(len(subjects), np.bool_)
        flags[kept] = True
        return flags

    def _any(self, condition: Any, subjects: Subjects) -> Flags:
        flags = np.zeros(len(subjects), np.bool_)
        for part in condition.parts:
            left = np.flatnonzero(~flags)
            if not len(left):
                break
            flags[left] = self.holds(part, subjects.chosen(left))
        return flags

    def _flags(self, condition: Condition) -> Flags:
        """Which of all nodes a condition is true of."""
        if condition not in self._known:
            self._known[condition] = self.holds(condition, NodeSubjects(self.nodes, np.arange(len(self.nodes))))
        return self._known[condition]

    def _holds_of_nodes(self, condition: Condition, at: Rows) -> Flags:
        if len(at) == len(self.nodes):
            return self._flags(condition)
        return self.holds(condition, NodeSubjects(self.nodes, at))

    def _holding(self, condition: Holding, subjects: Subjects) -> Flags:
        flags = subjects.holding(self._flags(condition.part))
        if condition.is_textual:
            flags |= self.holds(condition.part, subjects)
        if condition.rows is not None and not flags.all():
            flags |= self._rows(condition.rows).any_inside_each(subjects.starts, subjects.ends)
        return flags

    def _rows(self, search: RowSearch) -> Places:
        """The rows that are hits, as places."""
        if search not in self._lines:
            self._lines[search] = Places(sorted((row.start, row.end) for row, _ in self._row_hits(search)))
        return self._lines[search]

    def _of_size(self, size: Size, subjects: Subjects) -> Flags:
        if size.measure == "depth":
            return _within(size, subjects.depths)
        return _of_own(_within(size, self.measured(size.measure)), subjects)

    def measured(self, measure: Measure) -> Rows:
        """A number for each node, or -1 where there is none."""
        if self._plain is not None:
            return self._plain.measured(measure)
        if measure not in self._measured:
            self._measured[measure] = measured(measure, self.nodes, self.packed, self.facts)
        return self._measured[measure]

    @lazy
    def _statements(self) -> StatementOrder:
        return StatementOrder(self.facts.statements(), self.text) if self._plain is None else self._plain._statements

    def _beside(self, condition: Beside, subjects: Subjects) -> Flags:
        """Whether a condition holds of a statement beside that of each subject."""
        order = self._statements
        if condition not in self._besides:
            spans = StatementSubjects(self._columns, order.starts, order.ends, order.spans, order.rows)
            self._besides[condition] = order.beside(self.holds(condition.part, spans), condition.way)
        if isinstance(subjects, NodeSubjects):
            at = order.of_rows(subjects.starts, subjects.ends)
        elif isinstance(subjects, RowSubjects):
            at = order.of_places(*subjects.places)
        else:
            at = order.of_places(subjects.starts, subjects.ends)
        return np.append(self._besides[condition], False)[at]

    def _counting(self, condition: Counting, subjects: Subjects) -> Flags:
        """Whether so many hits of a query are in subjects."""
        search, term, nodes = condition.rows, condition.term, self.nodes
        if term.direct:
            return _of_own(_within(term, nodes.count_children(self._flags(condition.part))), subjects)
        inner = np.zeros(len(nodes), np.bool_) if search.nodes is None else self._flags(search.nodes)
        spans = {row.place for anchor in search.anchors for row in self._judged(search, anchor)}
        counted = Places(sorted(spans)).count_inside_each(subjects.starts, subjects.ends)
        return _within(term, counted + subjects.count_held(inner))

    def _judged(self, search: RowSearch, anchor: RowAnchor) -> list[Row]:
        subjects, holds = self._at_places(search, anchor)
        return subjects.chosen(np.flatnonzero(holds)).rows()

    def _documented(self, text: Wanted | None, subjects: Subjects) -> Flags:
        """Which subjects are definitions whose doc comment has a text."""
        has = has_text(text)
        flags = [False] * len(subjects)
        for at, symbol in enumerate(np.append(self.nodes.symbols, -1)[subjects.own].tolist()):
            if at % _OFTEN == _OFTEN - 1 and self.facts.stopped():
                raise Stopped
            flags[at] = symbol >= 0 and has(self.packed.symbol(symbol).doc)
        return np.array(flags, np.bool_)

    def _in_graph(self, term: Related | Unused, subjects: Subjects) -> Flags:
        """Which subjects are definitions that others use so, or that use others."""
        symbols = np.append(self.nodes.symbols, -1)[subjects.own]
        known = self.facts.in_graph(term, np.unique(symbols[symbols >= 0]).tolist())
        return np.isin(symbols, list(known))

    def _named(self, wanted: Name, subjects: Subjects) -> Flags:
        fits, is_qualified = matcher(wanted), bool(readings(wanted))
        own = subjects.own
        flags = [False] * len(own)
        symbols = np.append(self.nodes.symbols, -1)[own].tolist()
        for at, symbol in enumerate(symbols):
            if at % _OFTEN == _OFTEN - 1 and self.facts.stopped():
                raise Stopped
            flags[at] = symbol >= 0 and (
                fits(self.packed.symbol_name(symbol)[1]) is not None
                or (is_qualified and self.fit(wanted, symbol) is not None)
            )
        return np.array(flags, np.bool_)

    def fit(self, wanted: Name, symbol: int) -> Fit | None:
        """How well a definition fits a name."""
        return fit(wanted, self.packed.symbol_name(symbol)[1], partial(self.names_around, symbol))

    def names_around(self, symbol: int) -> list[tuple[str, int]]:
        """What is around a definition."""
        containers = self.surroundings.of_symbol(symbol).containers
        return names_around(self.facts.path, self.text, self.packed.name_start(symbol), containers)

    def _of_file(self, condition: OfFile) -> bool:
        term = condition.term
        if isinstance(term, Lang):
            return self.facts.language == term.language
        return path_matcher(term)(self.facts.path)


def _of_own(flags: Flags, subjects: Subjects) -> Flags:
    """What is true of the nodes that subjects are."""
    return np.append(flags, False)[subjects.own]


def _within(size: Size | Count, numbers: Rows) -> Flags:
    """Which numbers lie in a range; -1 is none."""
    low: Flags = numbers >= (size.low or 0)
    return low & (numbers <= size.high) if size.high is not None else low
