"""A query on one text: the hits in it, in order, each with what is around it. Nothing else decides what a hit is.

A term is asked of a candidate: a definition, a block, a row or the file. Terms that are found in the text are true if
a place of theirs lies in it; terms about structure are asked of the candidate itself or, for a row, of the definition
around it. docs/query-language.md says the same for users.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from indexer.model import Span
from indexer.query.paths import path_matcher
from indexer.query.tree import (
    FINDABLE,
    And,
    Contains,
    File,
    InHeredoc,
    Inside,
    Is,
    Kind,
    Lang,
    Node,
    Not,
    Or,
    Pattern,
    Query,
    Select,
    Size,
    Sym,
    TreeQuery,
    findables,
    found_together,
    names_unnamed_blocks,
    select_of,
)
from indexer.search.anchors import Slot, anchors, any_findable, asks_structure, condition_slots, slots, split, syms
from indexer.search.facts import Facts, Unanswerable
from indexer.search.names import matcher
from indexer.search.nodes import GROUP, Nodes, name_span
from indexer.search.places import Finder, Places

__all__ = ["Ancestor", "Found", "Unanswerable", "match"]

_TOKEN = re.compile(rb"\w+")


@dataclass(frozen=True, slots=True)
class Ancestor:
    """A definition or block around a hit."""

    kind: str
    name: str | None
    header: str
    row: int
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
    name_rank: int | None = None  # how well the name fits, see indexer.search.names
    counts: tuple[int, ...] = ()  # places in the hit for each of the query's findable terms
    child_counts: tuple[int, ...] = ()  # places of all terms in each direct child
    tokens: int = 0  # words in the hit


def match(query: Query, facts: Facts) -> list[Found]:
    """The hits of a query in one text, in the order of their place."""
    return _Evaluation(query.root, facts).hits(select_of(query))


@dataclass(frozen=True, slots=True)
class _Candidate:
    """What a query is asked of. `own` is the node whose kind, name and size count."""

    start: int
    end: int
    row: int
    row_end: int
    node: int | None = None
    own: int | None = None
    is_row: bool = False
    offset: int = 0  # of a row: where the place is that made it a candidate
    at: tuple[int, int] | None = None  # the match of a pattern that this is


class _Evaluation:
    """One query on one text."""

    def __init__(self, root: Node, facts: Facts) -> None:
        self._root = root
        self._facts = facts
        self._text = facts.text
        self._finder = Finder(facts)
        self._found: dict[Slot, Places] = {}
        self._answers: dict[tuple[int, int], bool] = {}  # of a part of the query, by its identity, and a node
        self._satisfying: dict[int, list[int]] = {}
        self._rows_of: dict[int, list[_Candidate]] = {}

    def hits(self, select: Select) -> list[Found]:
        if not self._possible(self._root, ()):
            return []
        if select == "file":
            return [self._file_hit()] if self._file_holds(self._root, ()) else []
        if select == "line":
            candidates = self._row_candidates(self._root)
        else:
            candidates = list(self._node_candidates(self._root, select))
        found = [self._hit(candidate) for candidate in candidates]
        return sorted(found, key=lambda hit: (hit.span.start, hit.span.end, hit.row_end))

    @cached_property
    def _nodes(self) -> Nodes:
        return Nodes(self._text, self._facts.symbols(), self._facts.blocks())

    def _places(self, slot: Slot) -> Places:
        if slot not in self._found:
            term, conditions = slot
            if term is None:
                self._found[slot] = self._finder.where(conditions)
            elif conditions:
                self._found[slot] = self._finder.filtered(self._places((term, ())), conditions)
            else:
                self._found[slot] = self._finder.places(term)
        return self._found[slot]

    def _possible(self, node: Node, conditions: tuple[Node, ...]) -> bool:
        """Whether the text can have a hit at all, judged by what is cheap to know."""
        if isinstance(node, And):
            rest, inner = split(node, conditions)
            cheap = [part for part in rest if isinstance(part, Lang | File)]
            return all(self._possible(part, inner) for part in cheap) and all(
                self._possible(part, inner) for part in rest
            )
        if isinstance(node, Or):
            return any(self._possible(part, conditions) for part in node.parts)
        if isinstance(node, Lang | File):
            return self._file_holds(node, ())
        if isinstance(node, Inside | Contains):
            return self._possible(node.query, ())
        if isinstance(node, Pattern | TreeQuery):
            return True  # the dearest to find, so they come last
        return not isinstance(node, FINDABLE) or len(self._places((node, conditions))) > 0

    def _holds(self, node: Node, candidate: _Candidate, conditions: tuple[Node, ...] = ()) -> bool:
        """Whether a part of the query is true of a candidate."""
        if isinstance(node, And):
            rest, inner = split(node, conditions)
            if not rest:
                return self._has_place((None, inner), candidate)
            if inner != conditions and not any_findable(rest):
                if not self._has_place((None, inner), candidate):
                    return False
                inner = conditions
            return all(self._holds(part, candidate, inner) for part in rest)
        if isinstance(node, Or):
            return any(self._holds(part, candidate, conditions) for part in node.parts)
        if isinstance(node, Is | InHeredoc):
            return self._has_place((None, (*conditions, node)), candidate)
        if isinstance(node, Not):
            return not self._holds(node.part, candidate, conditions)
        if isinstance(node, FINDABLE):
            return self._has_place((node, conditions), candidate)
        if isinstance(node, Inside):
            return any(self._node_holds(node.query, outer) for outer in self._ancestors(candidate))
        if isinstance(node, Contains):
            return self._contains(node.query, candidate)
        if isinstance(node, Lang):
            return self._facts.language == node.language
        if isinstance(node, File):
            return path_matcher(node)(self._facts.path)
        return self._fits(node, candidate)

    def _fits(self, node: Sym | Kind | Size, candidate: _Candidate) -> bool:
        """Terms about the candidate itself."""
        if isinstance(node, Size) and node.measure == "depth" and candidate.is_row:
            chain = self._nodes.around(candidate.offset)
            return _within(node, sum(self._nodes.all[at].kind != GROUP for at in chain))
        if candidate.own is None:
            return False
        own = self._nodes.all[candidate.own]
        if isinstance(node, Kind):
            return own.kind in node.kinds
        if isinstance(node, Sym):
            return own.symbol is not None and own.name is not None and matcher(node.name)(own.name) is not None
        if node.measure == "lines":
            return _within(node, own.row_end - own.row_start + 1)
        if node.measure == "depth":
            return _within(node, self._nodes.depth(candidate.own))
        return _within(node, len(self._nodes.children(candidate.own)))

    def _has_place(self, slot: Slot, candidate: _Candidate) -> bool:
        places = self._places(slot)
        if candidate.is_row:
            return bool(places.touching(candidate.start, candidate.end))
        return places.any_inside(candidate.start, candidate.end)

    def _ancestors(self, candidate: _Candidate) -> Iterator[int]:
        if candidate.node is not None:
            return self._nodes.ancestors(candidate.node)
        return self._nodes.around(candidate.offset) if candidate.is_row else iter(())

    def _node_holds(self, node: Node, at: int) -> bool:
        key = (id(node), at)
        if key not in self._answers:
            self._answers[key] = self._holds(node, self._of_node(at))
        return self._answers[key]

    def _of_node(self, at: int) -> _Candidate:
        node = self._nodes.all[at]
        return _Candidate(node.start, node.end, node.row_start, node.row_end, node=at, own=at)

    def _contains(self, node: Node, candidate: _Candidate) -> bool:
        """Whether something inside matches: a node, a row, or, for a query about text alone, the whole."""
        if not asks_structure(node) and self._holds(node, candidate):
            return True
        if id(node) not in self._satisfying:
            self._satisfying[id(node)] = [at for at in range(len(self._nodes.all)) if self._node_holds(node, at)]
        for at in self._satisfying[id(node)]:
            inner = self._nodes.all[at]
            if inner.start >= candidate.start and inner.end <= candidate.end and self._is_below(at, candidate):
                return True
        if not findables(node):
            return False
        if id(node) not in self._rows_of:
            self._rows_of[id(node)] = self._row_candidates(node)
        return any(
            row.start >= candidate.start and row.end <= candidate.end for row in self._rows_of[id(node)] if row.is_row
        )

    def _is_below(self, at: int, candidate: _Candidate) -> bool:
        return candidate.node is None or candidate.node in self._nodes.ancestors(at)

    def _row_candidates(self, root: Node) -> list[_Candidate]:
        """The rows, matches of patterns and definitions that are hits when a hit is a line."""
        where = anchors(root)
        found: dict[tuple[int, int, bool], _Candidate] = {}
        by_place = asks_structure(root)  # else all places of a row have one answer
        for anchor in where.places:
            places = self._places(anchor.slot)
            whole = isinstance(anchor.slot[0], Pattern | TreeQuery)
            decided = -1
            for start, end in zip(places.starts, places.ends, strict=True):
                if start <= decided and not whole:
                    continue
                candidate = self._of_rows(start, end, whole, root)
                key = (start, end, True) if whole else (candidate.row, candidate.row_end, False)
                if key not in found and all(
                    self._holds(part, candidate, conditions) for part, conditions in (*anchor.alternatives, (root, ()))
                ):
                    found[key] = candidate
                if (key in found or not by_place) and candidate.row == candidate.row_end:
                    decided = candidate.end
        nodes: list[_Candidate] = []
        if where.nodes:
            reachable = self._reachable(names_unnamed_blocks(root))
            nodes = [self._of_node(at) for at in reachable if self._holds_without_text(root, at)]
        return [*found.values(), *nodes]

    def _holds_without_text(self, node: Node, at: int) -> bool:
        """Whether a node is a hit by alternatives that find nothing in the text."""
        if isinstance(node, And):
            return all(self._holds_without_text(part, at) for part in node.parts)
        if isinstance(node, Or):
            return any(self._holds_without_text(part, at) for part in node.parts)
        return not isinstance(node, (*FINDABLE, Is, InHeredoc)) and self._node_holds(node, at)

    def _reachable(self, blocks: bool) -> list[int]:
        return [at for at, node in enumerate(self._nodes.all) if (node.block if blocks else node.symbol is not None)]

    def _of_rows(self, start: int, end: int, whole: bool, root: Node) -> _Candidate:
        row_of = self._text.lines.row_of
        row, row_end = row_of(start), row_of(max(end - 1, start))
        low, high = self._text.lines[row], self._text.row_span(row_end)[1]
        own = self._own(root, start) if asks_structure(root) else None
        at = (start, end) if whole else None
        return _Candidate(low, high, row, row_end, own=own, is_row=True, offset=start, at=at)

    def _own(self, root: Node, offset: int) -> int | None:
        """The innermost definition around, or the innermost block if the query asks for a kind of those."""
        blocks = names_unnamed_blocks(root)
        for at in self._nodes.around(offset):
            node = self._nodes.all[at]
            if node.symbol is not None or (blocks and node.kind != GROUP):
                return at
        return None

    def _node_candidates(self, root: Node, select: Select) -> Iterator[_Candidate]:
        """The definitions or blocks that are hits; of those that hold the same text, the smallest."""
        nodes = self._nodes
        smallest = found_together(root) > 0
        covered: set[int] = set()
        any_hit = False
        wanted = set(self._reachable(select == "block"))
        for at in range(len(nodes.all) - 1, -1, -1):
            if at in wanted and at not in covered and self._node_holds(root, at):
                any_hit = True
                yield self._of_node(at)
                if smallest:
                    covered.update(nodes.ancestors(at))
        if smallest and select == "block" and not any_hit:
            whole = _Candidate(0, len(self._text.data), 0, len(self._text.lines) - 1)
            if self._holds(root, whole):
                yield whole

    def _file_holds(self, node: Node, conditions: tuple[Node, ...]) -> bool:
        """Whether a file is a hit. What is asked of a definition is asked of one and the same in the file."""
        whole = _Candidate(0, len(self._text.data), 0, len(self._text.lines) - 1)
        if isinstance(node, Or):
            return any(self._file_holds(part, conditions) for part in node.parts)
        if isinstance(node, Not):
            return not self._file_holds(node.part, conditions)
        if not isinstance(node, And):
            if asks_structure(node) and not isinstance(node, Contains):
                return any(self._node_holds(node, at) for at in range(len(self._nodes.all)))
            return self._holds(node, whole, conditions)
        rest, inner = split(node, conditions)
        if inner != conditions and not any_findable(rest):
            if not self._has_place((None, inner), whole):
                return False
            inner = conditions
        if not any(asks_structure(part) and not isinstance(part, Not | Contains) for part in rest):
            return all(self._file_holds(part, inner) for part in rest)
        together = [part for part in rest if asks_structure(part)]
        if not all(self._file_holds(part, inner) for part in rest if part not in together):
            return False
        return any(all(self._node_holds(part, at) for part in together) for at in range(len(self._nodes.all)))

    def _file_hit(self) -> Found:
        searched = slots(self._root, ())
        firsts = [(places.starts[0], places.ends[0]) for slot in searched if len(places := self._places(slot))]
        start, end = min(firsts, default=(0, 0))
        row_of = self._text.lines.row_of
        row = row_of(start)
        return Found(
            Span(start, end),
            row,
            row_of(max(end - 1, start)),
            self._line(row),
            "file",
            None,
            (0, row_of(max(len(self._text.data) - 1, 0))),
            (),
            counts=tuple(len(self._places(slot)) for slot in searched),
        )

    def _line(self, row: int) -> str:
        return self._text.row_bytes(row).decode("utf-8", "replace")

    def _hit(self, candidate: _Candidate) -> Found:
        matches: list[tuple[int, int]] = []
        counts: list[int] = []
        captures: Mapping[str, str] = {}
        for slot in [*slots(self._root, ()), *condition_slots(self._root, ())]:
            places = self._places(slot)
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
        self, candidate: _Candidate, matches: list[tuple[int, int]], counts: list[int], captures: Mapping[str, str]
    ) -> Found:
        start, end = candidate.at or (matches[0] if matches else (candidate.start, candidate.end))
        chain = list(self._nodes.around(start))
        row_of = self._text.lines.row_of
        inner = next((self._nodes.all[at] for at in chain), None)
        row = row_of(start)
        return Found(
            Span(start, end),
            row,
            row_of(max(end - 1, start)),
            self._line(row),
            None,
            None,
            (row, candidate.row_end) if inner is None else (inner.row_start, inner.row_end),
            self._ancestry(chain),
            captures,
            tuple(Span(*span) for span in matches),
            counts=tuple(counts),
        )

    def _node_hit(
        self, candidate: _Candidate, matches: list[tuple[int, int]], counts: list[int], captures: Mapping[str, str]
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
        span = name_span(node, self._facts.symbols())
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
            self._name_rank(node.name) if node.symbol is not None else None,
            tuple(counts),
            self._child_counts(self._nodes.children(candidate.node)) if counts else (),
            tokens,
        )

    def _child_counts(self, children: list[int]) -> tuple[int, ...]:
        nodes = [self._nodes.all[at] for at in children]
        found = [self._places(slot) for slot in slots(self._root, ())]
        return tuple(sum(len(places.inside(node.start, node.end)) for places in found) for node in nodes)

    def _name_rank(self, name: str | None) -> int | None:
        ranks = [matcher(term.name)(name or "") for term in syms(self._root)]
        return min((rank for rank in ranks if rank is not None), default=None)

    def _ancestry(self, innermost_first: Iterator[int] | list[int]) -> tuple[Ancestor, ...]:
        chain = [self._nodes.all[at] for at in innermost_first]
        return tuple(
            Ancestor(node.kind, node.name, node.header, node.row_start, node.row_end)
            for node in reversed(chain)
            if node.kind != GROUP
        )


def _within(size: Size, number: int) -> bool:
    return (size.low is None or number >= size.low) and (size.high is None or number <= size.high)
