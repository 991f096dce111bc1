"""Which definitions, blocks, rows or files of one text a query is true of.

A term is asked of a candidate. Terms that are found in the text are true if a place of theirs lies in the candidate;
terms about structure are asked of the candidate itself or, for a row, of the definition around it.
docs/query-language.md says the same for users.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial

import numpy as np

from indexer.query.paths import path_matcher
from indexer.query.tree import (
    FINDABLE,
    And,
    Contains,
    File,
    Findable,
    InHeredoc,
    Inside,
    Is,
    Kind,
    Lang,
    Name,
    Node,
    Not,
    Or,
    Pattern,
    Select,
    Size,
    Sym,
    Text,
    TreeQuery,
    findables,
    found_together,
    names_unnamed_blocks,
)
from indexer.search.match.facts import Facts, Stopped
from indexer.search.match.nodes import GROUP, Flags, Nodes
from indexer.search.match.places import Finder, Places
from indexer.search.match.surroundings import NodeSurroundings, PackedSurroundings, Surroundings
from indexer.search.names.matching import matcher
from indexer.search.names.qualified import Fit, NamesAround, fit, names_around, readings
from indexer.search.plan.anchors import Slot, anchors, any_findable, asks_structure, split
from indexer.store.columns import PackedOutline, Rows
from indexer.store.records import pack_outline
from indexer.text.document_text import Text as DocumentText


@dataclass(frozen=True, slots=True)
class Candidate:
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


_OFTEN = 1024  # answers after which it is asked whether the search goes on
_COSTS = (Lang | File, Kind | Size, Text | Is | InHeredoc, Sym)  # the cheapest first; all else costs more
_NOWHERE = Candidate(0, 0, 0, 0)  # for what is asked of the file


class Evaluation:
    """One query on one text."""

    def __init__(self, root: Node, facts: Facts) -> None:
        self.root = root
        self.facts = facts
        self._finder = Finder(facts)
        self._found: dict[Slot, Places] = {}
        self._answers: dict[tuple[int, int], bool] = {}  # of a part of the query, by its identity, and a node
        self._flags: dict[int, Flags] = {}  # of a part of the query, by its identity: the nodes that it is true of
        self._rows_of: dict[int, list[Candidate]] = {}

    @cached_property
    def text(self) -> DocumentText:
        return self.facts.text

    def candidates(self, select: Select) -> list[Candidate]:
        """The hits, in no order."""
        if not self._possible(self.root, ()):
            return []
        if select == "file":
            return [self._whole] if self._file_holds(self.root, ()) else []
        if select == "line":
            return self._row_candidates(self.root)
        return list(self._node_candidates(self.root, select))

    @cached_property
    def _whole(self) -> Candidate:
        end = len(self.text.data)
        return Candidate(0, end, 0, self.text.lines.row_of(max(end - 1, 0)))

    @cached_property
    def nodes(self) -> Nodes:
        packed = self.facts.packed
        if packed is None:
            packed = PackedOutline(*pack_outline(self.facts.symbols(), self.facts.blocks()))
        return Nodes(self.text, packed)

    def surroundings(self) -> Surroundings:
        """What tells what is around rows; from the index that is cheaper to have than all nodes."""
        packed = None if "nodes" in self.__dict__ else self.facts.packed
        return NodeSurroundings(self.text, self.nodes) if packed is None else PackedSurroundings(self.text, packed)

    def places(self, slot: Slot) -> Places:
        if slot not in self._found:
            term, conditions = slot
            if term is None:
                self._found[slot] = self._finder.where(conditions)
            elif conditions:
                self._found[slot] = self._finder.filtered(self.places((term, ())), conditions)
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
            return self._holds(node, _NOWHERE)
        if isinstance(node, Inside | Contains):
            return self._possible(node.query, ())
        if isinstance(node, Pattern | TreeQuery):
            return True  # the dearest to find, so they come last
        return not isinstance(node, FINDABLE) or len(self.places((node, conditions))) > 0

    def _holds(self, node: Node, candidate: Candidate, conditions: tuple[Node, ...] = ()) -> bool:
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
            return self.facts.language == node.language
        if isinstance(node, File):
            return path_matcher(node)(self.facts.path)
        return self._fits(node, candidate)

    def _fits(self, node: Sym | Kind | Size, candidate: Candidate) -> bool:
        """Terms about the candidate itself."""
        if isinstance(node, Size) and node.measure == "depth" and candidate.is_row:
            chain = self.nodes.around(candidate.offset)
            return _within(node, sum(self.nodes[at].kind != GROUP for at in chain))
        if candidate.own is None:
            return False
        own = self.nodes[candidate.own]
        if isinstance(node, Kind):
            return own.kind in node.kinds
        if isinstance(node, Sym):
            return self.fit(node.name, candidate.own) is not None
        if node.measure == "lines":
            return _within(node, own.row_end - own.row_start + 1)
        if node.measure == "depth":
            return _within(node, int(self.nodes.depths[candidate.own]))
        return _within(node, len(self.nodes.children(candidate.own)))

    def fit(self, wanted: Name, at: int) -> Fit | None:
        """How well a node fits as a definition of a name."""
        node = self.nodes[at]
        if node.symbol is None or node.name is None:
            return None
        return fit(wanted, node.name, partial(self.names_around, at))

    def names_around(self, at: int) -> NamesAround:
        """What is around a definition."""
        around = (self.nodes[outer] for outer in self.nodes.ancestors(at))
        names = (node.name for node in around if node.symbol is not None and node.name is not None)
        return names_around(self.facts.path, self.text, self.nodes.name_span(at).start, names)

    def _has_place(self, slot: Slot, candidate: Candidate) -> bool:
        places = self.places(slot)
        if candidate.is_row:
            return bool(places.touching(candidate.start, candidate.end))
        return places.any_inside(candidate.start, candidate.end)

    def _ancestors(self, candidate: Candidate) -> Iterator[int]:
        if candidate.node is not None:
            return self.nodes.ancestors(candidate.node)
        return self.nodes.around(candidate.offset) if candidate.is_row else iter(())

    def _node_holds(self, node: Node, at: int) -> bool:
        key = (id(node), at)
        if key not in self._answers:
            if len(self._answers) % _OFTEN == _OFTEN - 1 and self.facts.stopped():
                raise Stopped
            self._answers[key] = self._holds(node, self._of_node(at))
        return self._answers[key]

    def _of_all(self, node: Node) -> Flags:
        """Which nodes a part of the query is true of."""
        if id(node) not in self._flags:
            flags = np.zeros(len(self.nodes), np.bool_)
            flags[self._among(np.arange(len(self.nodes)), node)] = True
            self._flags[id(node)] = flags
        return self._flags[id(node)]

    def _among(self, ats: Rows, node: Node, conditions: tuple[Node, ...] = ()) -> Rows:
        """Those of some nodes that a part of the query is true of: what `_holds` says, of many at once."""
        if not len(ats):
            return ats
        nodes = self.nodes
        if isinstance(node, And):
            rest, inner = split(node, conditions)
            if not rest:
                return self._with_place(ats, (None, inner))
            if inner != conditions and not any_findable(rest):
                ats, inner = self._with_place(ats, (None, inner)), conditions
            return self._among_all(ats, rest, inner)
        if isinstance(node, Or):
            return np.unique(np.concatenate([self._among(ats, part, conditions) for part in node.parts]))
        if isinstance(node, Not):
            return np.setdiff1d(ats, self._among(ats, node.part, conditions), assume_unique=True)
        if isinstance(node, Is | InHeredoc):
            return self._with_place(ats, (None, (*conditions, node)))
        if isinstance(node, FINDABLE):
            return self._with_place(ats, (node, conditions))
        if isinstance(node, Inside):
            return ats[nodes.inside(self._of_all(node.query))[ats]]
        if isinstance(node, Contains):
            return self._containing(ats, node.query)
        if isinstance(node, Kind):
            return ats[nodes.of_kinds(node.kinds)[ats]]
        if isinstance(node, Size):
            return ats[_flags_within(node, self._sizes(node)[ats])]
        if isinstance(node, Lang | File):
            return ats if self._holds(node, _NOWHERE) else ats[:0]
        return self._named(ats, node.name)

    def _among_all(self, ats: Rows, parts: Sequence[Node], conditions: tuple[Node, ...]) -> Rows:
        """Those of some nodes that all parts are true of, asking first what is told fast."""
        for part in sorted(parts, key=_cost):
            ats = self._among(ats, part, conditions)
        return ats

    def _named(self, ats: Rows, wanted: Name) -> Rows:
        fits, is_qualified = matcher(wanted), bool(readings(wanted))
        found: list[int] = []
        for count, (at, symbol) in enumerate(zip(ats.tolist(), self.nodes.symbols[ats].tolist(), strict=True), 1):
            if count % _OFTEN == 0 and self.facts.stopped():
                raise Stopped
            if symbol >= 0 and (
                fits(self.nodes.name(symbol)) is not None or (is_qualified and self.fit(wanted, at) is not None)
            ):
                found.append(at)
        return np.array(found, np.int64)

    def _sizes(self, node: Size) -> Rows:
        nodes = self.nodes
        if node.measure == "lines":
            return nodes.last_rows - nodes.first_rows + 1
        return nodes.depths if node.measure == "depth" else nodes.child_counts

    def _with_place(self, ats: Rows, slot: Slot) -> Rows:
        nodes = self.nodes
        return ats[self.places(slot).any_inside_each(nodes.starts[ats], nodes.ends[ats])]

    def _containing(self, ats: Rows, node: Node) -> Rows:
        """What `_contains` says, of many nodes at once."""
        flags = self.nodes.holding(self._of_all(node))
        if not asks_structure(node):
            flags[self._among(ats, node)] = True
        if findables(node):
            left = ats[~flags[ats]]
            rows = sorted((row.start, row.end) for row in self._rows(node) if row.is_row)
            flags[left] = Places(rows).any_inside_each(self.nodes.starts[left], self.nodes.ends[left])
        return ats[flags[ats]]

    def _rows(self, node: Node) -> list[Candidate]:
        if id(node) not in self._rows_of:
            self._rows_of[id(node)] = self._row_candidates(node)
        return self._rows_of[id(node)]

    def _of_node(self, at: int) -> Candidate:
        node = self.nodes[at]
        return Candidate(node.start, node.end, node.row_start, node.row_end, node=at, own=at)

    def _contains(self, node: Node, candidate: Candidate) -> bool:
        """Whether something inside matches: a node, a row, or, for a query about text alone, the whole."""
        if not asks_structure(node) and self._holds(node, candidate):
            return True
        for at in np.flatnonzero(self._of_all(node)).tolist():
            inner = self.nodes[at]
            if inner.start >= candidate.start and inner.end <= candidate.end and self._is_below(at, candidate):
                return True
        if not findables(node):
            return False
        return any(row.start >= candidate.start and row.end <= candidate.end for row in self._rows(node) if row.is_row)

    def _is_below(self, at: int, candidate: Candidate) -> bool:
        return candidate.node is None or candidate.node in self.nodes.ancestors(at)

    def _row_candidates(self, root: Node) -> list[Candidate]:
        """The rows, matches of patterns and definitions that are hits when a hit is a line."""
        where = anchors(root)
        if where.places and isinstance(root, Text):
            return self._rows_at(self.places(where.places[0].slot))
        found: dict[tuple[int, int, bool], Candidate] = {}
        by_place = asks_structure(root)  # else all places of a row have one answer
        for anchor in where.places:
            places = self.places(anchor.slot)
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
        nodes: list[Candidate] = []
        if where.nodes:
            reachable = self._reachable(names_unnamed_blocks(root))
            nodes = [self._of_node(at) for at in reachable if self._holds_without_text(root, at)]
        return [*found.values(), *nodes]

    def places_found(self) -> Iterator[tuple[Findable, Places, int]]:
        """Every place in the text at which the query is true of what it finds there: the term, its places, and which.

        A place is judged by itself, also where several lie in one row. Place conditions that stand alone and
        definitions are no places of this kind.
        """
        root = self.root
        if not self._possible(root, ()):
            return
        for anchor in anchors(root).places:
            term = anchor.slot[0]
            if term is None:
                continue
            places = self.places(anchor.slot)
            whole = isinstance(term, Pattern | TreeQuery)
            conditions = (*anchor.alternatives, (root, ()))
            is_sure = _is_only(root, term)
            for at, (start, end) in enumerate(zip(places.starts, places.ends, strict=True)):
                if at % _OFTEN == _OFTEN - 1 and self.facts.stopped():
                    raise Stopped
                candidate = None if is_sure else self._of_rows(start, end, whole, root)
                if candidate is None or all(self._holds(part, candidate, given) for part, given in conditions):
                    yield term, places, at

    def _rows_at(self, places: Places) -> list[Candidate]:
        """The rows of some places, each once."""
        row_of = self.text.lines.row_of
        found: list[Candidate] = []
        decided = -1
        for start, end in zip(places.starts, places.ends, strict=True):
            if start <= decided:
                continue
            row = row_end = row_of(start)
            low, high = self.text.row_span(row)
            if end > high:
                row_end = row_of(max(end - 1, start))
                high = self.text.row_span(row_end)[1]
            if row_end == row:
                decided = high
            found.append(Candidate(low, high, row, row_end, is_row=True, offset=start))
        return found

    @cached_property
    def plain_text(self) -> Text | None:
        """The one text that is looked for, where nothing else is asked but the language and path of the file."""
        rest = [self.root]
        if isinstance(self.root, And):
            rest = [part for part in self.root.parts if not isinstance(part, Lang | File)]
        return rest[0] if len(rest) == 1 and isinstance(rest[0], Text) else None

    def text_spans(self, term: Text) -> Iterator[tuple[int, int]]:
        """The places of the only text that is looked for, as far as there is time for them."""
        return self._finder.text_spans(term) if self._is_wanted(term) else iter(())

    def _is_wanted(self, term: Text) -> bool:
        """Whether the file is one in which the only text is looked for, and may be found."""
        parts = self.root.parts if isinstance(self.root, And) else ()
        if not all(self._holds(part, _NOWHERE) for part in parts if part is not term):
            return False
        is_plain = not term.regex and not term.ignore_case and term.text.isascii() and term.text.isprintable()
        return not (is_plain and self.facts.lacks(term.text.encode()))

    def count(self, select: Select) -> int:
        """How many hits there are. For rows of plain text nothing but line ends is looked for."""
        term = self.plain_text if select == "line" else None
        rows = None
        if term is not None:
            rows = self._finder.count_rows(term) if self._is_wanted(term) else 0
        return len(self.candidates(select)) if rows is None else rows

    def _holds_without_text(self, node: Node, at: int) -> bool:
        """Whether a node is a hit by alternatives that find nothing in the text."""
        if isinstance(node, And):
            return all(self._holds_without_text(part, at) for part in node.parts)
        if isinstance(node, Or):
            return any(self._holds_without_text(part, at) for part in node.parts)
        return not isinstance(node, (*FINDABLE, Is, InHeredoc)) and self._node_holds(node, at)

    def _reachable(self, blocks: bool) -> list[int]:
        reachable: list[int] = self._reachable_nodes(blocks).tolist()
        return reachable

    def _reachable_nodes(self, blocks: bool) -> Rows:
        return np.flatnonzero(self.nodes.are_blocks if blocks else self.nodes.symbols >= 0)

    def _of_rows(self, start: int, end: int, whole: bool, root: Node) -> Candidate:
        row_of = self.text.lines.row_of
        row, row_end = row_of(start), row_of(max(end - 1, start))
        low, high = self.text.lines[row], self.text.row_span(row_end)[1]
        own = self._own(root, start) if asks_structure(root) else None
        at = (start, end) if whole else None
        return Candidate(low, high, row, row_end, own=own, is_row=True, offset=start, at=at)

    def _own(self, root: Node, offset: int) -> int | None:
        """The innermost definition around, or the innermost block if the query asks for a kind of those."""
        blocks = names_unnamed_blocks(root)
        for at in self.nodes.around(offset):
            node = self.nodes[at]
            if node.symbol is not None or (blocks and node.kind != GROUP):
                return at
        return None

    def _node_candidates(self, root: Node, select: Select) -> Iterator[Candidate]:
        """The definitions or blocks that are hits; of those that hold the same text, the smallest."""
        nodes = self.nodes
        smallest = found_together(root) > 0
        covered: set[int] = set()
        any_hit = False
        for at in self._among(self._reachable_nodes(select == "block"), root)[::-1].tolist():
            if at not in covered:
                any_hit = True
                yield self._of_node(at)
                if smallest:
                    covered.update(nodes.ancestors(at))
        if smallest and select == "block" and not any_hit and self._holds(root, self._whole):
            yield self._whole

    def _file_holds(self, node: Node, conditions: tuple[Node, ...]) -> bool:
        """Whether a file is a hit. What is asked of a definition is asked of one and the same in the file."""
        if isinstance(node, Or):
            return any(self._file_holds(part, conditions) for part in node.parts)
        if isinstance(node, Not):
            return not self._file_holds(node.part, conditions)
        if not isinstance(node, And):
            if asks_structure(node) and not isinstance(node, Contains):
                return bool(self._of_all(node).any())
            return self._holds(node, self._whole, conditions)
        rest, inner = split(node, conditions)
        if inner != conditions and not any_findable(rest):
            if not self._has_place((None, inner), self._whole):
                return False
            inner = conditions
        if not any(asks_structure(part) and not isinstance(part, Not | Contains) for part in rest):
            return all(self._file_holds(part, inner) for part in rest)
        together = [part for part in rest if asks_structure(part)]
        if not all(self._file_holds(part, inner) for part in rest if part not in together):
            return False
        return len(self._among_all(np.arange(len(self.nodes)), together, ())) > 0


def _is_only(root: Node, term: Findable) -> bool:
    """Whether nothing but a term is asked, besides what was asked of the file already."""
    parts = root.parts if isinstance(root, And) else (root,)
    return all(part is term or isinstance(part, Lang | File) for part in parts)


def _cost(node: Node) -> int:
    """What a part of a query costs to ask of nodes, as an order."""
    if isinstance(node, Not):
        return _cost(node.part)
    return next((cost for cost, kinds in enumerate(_COSTS) if isinstance(node, kinds)), len(_COSTS))


def _flags_within(size: Size, numbers: Rows) -> Flags:
    low = numbers >= size.low if size.low is not None else np.ones(len(numbers), np.bool_)
    return low & (numbers <= size.high) if size.high is not None else low


def _within(size: Size, number: int) -> bool:
    return (size.low is None or number >= size.low) and (size.high is None or number <= size.high)
