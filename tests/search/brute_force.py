"""A query evaluated the slow and simple way, to hold the real evaluation against.

No index, no narrowing, no anchors, no bisection: every row, every definition and every block of a text is asked
everything. Text is matched row by row. What comes out is the set of hits as (select, first row, last row, name).
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations, product
from typing import Any

import re2

from indexer.model import Block, CapturedMatch, Reference, Span, Statement, Symbol
from indexer.patterns.measures import tells_parameters
from indexer.query.holes import holes_of
from indexer.query.paths import path_matcher
from indexer.query.tree import (
    And,
    Changed,
    Contains,
    Count,
    Doc,
    File,
    Holds,
    Hole,
    InHeredoc,
    Inside,
    Is,
    Kind,
    Lang,
    Name,
    Node,
    Not,
    Number,
    Or,
    Ordered,
    Pattern,
    Query,
    Ref,
    Related,
    Select,
    Size,
    Sym,
    Text,
    TreeQuery,
    Unused,
    Where,
    findables,
    found_together,
    is_place_condition,
    names_unnamed_blocks,
    parts_of,
    select_of,
    walk,
)
from indexer.search.match.facts import Facts
from indexer.search.names.matching import matcher
from indexer.search.names.qualified import NamesAround, fit, names_around

Hit = tuple[str, int, int, str | None]
FINDABLE = (Text, Ref, Pattern, TreeQuery)


@dataclass(frozen=True)
class Thing:
    """A definition, a block, a row or the file."""

    what: str  # "node", "row" or "file"
    start: int
    end: int
    first: int
    last: int
    kind: str = ""
    name: str | None = None
    symbol: int | None = None
    block: bool = False
    offset: int = 0
    exact: tuple[int, int] = (0, 0)  # of a range: without the blanks around it
    place_end: int = 0  # of a row: where the place ends that made it one
    bare: tuple[int, int] | None = None  # of a statement: without what stands beside it


def brute_force(query: Query, facts: Facts) -> set[Hit]:
    """All hits of a query in one text: of all ways to choose a text for each hole that several patterns have."""
    root = _by_alternatives(query.root)
    shapes = list(_with_path(query.root, ()))
    compared = [node for join in query.joins for node in walk(join) if isinstance(node, Where)]
    named = {where.hole for where in compared} | {where.test.name for where in compared}
    pairs = combinations(shapes, 2)
    holes = sorted(named.union(*(_common(one, other) for one, other in pairs)))
    texts = [_texts(hole, list(_positive(query.root)), facts) for hole in holes]
    found: set[Hit] = set()
    for choice in product(*texts):
        bound = {hole: text for hole, text in zip(holes, choice, strict=True) if text is not None}
        if all(_joined(join, bound) for join in query.joins):
            found |= _Slow(root, facts, bound).hits(select_of(query))
    return found


def _with_path(node: Node, path: tuple[tuple[Node, int], ...]) -> Iterator[tuple[tuple[tuple[Node, int], ...], Node]]:
    """The patterns of a query, each with the nodes above it and which of their parts it is in."""
    if isinstance(node, Pattern | TreeQuery):
        yield path, node
    for number, part in enumerate(parts_of(node)):
        yield from _with_path(part, (*path, (node, number)))


def _common(one: tuple[Any, Node], other: tuple[Any, Node]) -> set[str]:
    """The holes that two patterns share, which are no alternatives of each other."""
    parted = next((a[0] for a, b in zip(one[0], other[0], strict=False) if a != b), None)
    return set() if isinstance(parted, Or) else set(holes_of(one[1])) & set(holes_of(other[1]))


def _code(written: bytes) -> bytes:
    """Code without the spacing that does not count."""
    if any(sign in written for sign in (b'"', b"'", b"`")):
        return written.strip()
    return b" ".join(re.sub(rb"\s*([^\w\s])\s*", rb"\1", written).split())


def _number(written: bytes) -> float | None:
    """The number that a literal of Python is."""
    try:
        value = ast.literal_eval(written.decode())
    except (ValueError, SyntaxError):
        return None
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None


def _texts(hole: str, shapes: list[Node], facts: Facts) -> list[bytes | None]:
    mine = [shape for shape in shapes if hole in holes_of(shape)]
    slow = _Slow(Or((), Span(0, 0)), facts)
    found = {slow._held(match, hole) for shape in mine for match in slow._matches(shape)}
    return sorted(found) or [None]


def _positive(node: Node) -> Iterator[Node]:
    if isinstance(node, And | Or):
        for part in node.parts:
            yield from _positive(part)
    elif isinstance(node, Inside | Contains | Count | Ordered):
        yield from _positive(node.query)
    elif isinstance(node, Pattern | TreeQuery):
        yield node
        for condition in node.where:
            yield from _positive(condition)
    elif isinstance(node, Where) and isinstance(node.test, Holds):
        yield from _positive(node.test.query)


def _joined(join: Node, bound: dict[str, bytes]) -> bool:
    if isinstance(join, Not):
        return not _joined(join.part, bound)
    return bound.get(join.hole) == bound.get(join.test.name)


class Ancestry:
    """What is around things of one text, as kinds and names, outermost first and without groups."""

    def __init__(self, facts: Facts) -> None:
        self._slow = _Slow(Or((), Span(0, 0)), facts)

    def of(self, offset: int | None, symbol: int | None, rows: tuple[int, int]) -> list[tuple[str, str | None]]:
        """Around an offset, a definition or the block of some rows."""
        if offset is not None:
            thing = Thing("row", 0, 0, 0, 0, offset=offset)
        else:
            (thing,) = (
                one
                for one in self._slow.things
                if (one.symbol == symbol if symbol is not None else one.block and (one.first, one.last) == rows)
            )
        return [(one.kind, one.name) for one in reversed(self._slow._around(thing)) if one.kind != "group"]


class _Slow:
    def __init__(self, root: Node, facts: Facts, bound: dict[str, bytes] | None = None) -> None:
        self.root, self.facts, self.text = root, facts, facts.text
        self.bound = bound or {}
        self.symbols: Sequence[Symbol] = facts.symbols()
        self.things = list(self._things(facts.blocks()))
        self.file = Thing("file", 0, len(self.text.data), 0, len(self.text.lines) - 1)
        self.memory: dict[tuple[int, tuple[Node, ...]], list[tuple[int, int]]] = {}

    def _things(self, blocks: Sequence[Block]) -> list[Thing]:
        found, used = [], set()
        for block in blocks:
            mine = None
            for at, symbol in enumerate(self.symbols):
                same = (symbol.row_start, symbol.kind, symbol.name) == (block.row_start, block.kind, block.name)
                if same and at not in used and mine is None:
                    mine = at
                    used.add(at)
            start, end = self.text.lines[block.row_start], self.text.row_span(block.row_end)[1]
            rows = block.row_start, block.row_end
            found.append(Thing("node", start, end, *rows, block.kind, block.name, mine, True))
        for at, symbol in enumerate(self.symbols):
            if at not in used:
                span, rows = symbol.span, (symbol.row_start, symbol.row_end)
                found.append(Thing("node", span.start, span.end, *rows, symbol.kind, symbol.name, at))
        return found

    def hits(self, select: Select) -> set[Hit]:
        if select == "file":
            return {("file", 0, 0, None)} if self._file(self.root, ()) else set()
        if select == "line":
            return self._lines(self.root)
        wanted = [thing for thing in self.things if (thing.block if select == "block" else thing.symbol is not None)]
        good = [thing for thing in wanted if self._true(self.root, thing, ())]
        if found_together(self.root):
            smallest = [one for one in good if not any(one in self._around(other) for other in good)]
            if not good and select == "block" and self._true(self.root, self.file, ()):
                return {("file", 0, 0, None)}
            good = smallest
        return {("node", thing.first, thing.last, thing.name) for thing in good}

    def _lines(self, root: Node) -> set[Hit]:
        """Each alternative by itself: rows if something of it is found in text, else definitions or blocks."""
        found: set[Hit] = set()
        blocks = names_unnamed_blocks(root)
        for alternative in _alternatives(root, ()):
            terms = [(leaf, inner) for leaf, inner in alternative if leaf is None or isinstance(leaf, FINDABLE)]
            shapes = [term for term in terms if isinstance(term[0], Pattern | TreeQuery)]
            for term, conditions in shapes[:1] or terms:
                for start, end in self._places(term, conditions):
                    row = self._row(start, end)
                    if all(self._leaf(leaf, inner, row) for leaf, inner in alternative):
                        found.add(("row", row.first, row.last, None))
            for thing in self.things if not terms else ():
                reachable = thing.block if blocks else thing.symbol is not None
                if reachable and all(self._leaf(leaf, inner, thing) for leaf, inner in alternative):
                    found.add(("node", thing.first, thing.last, thing.name))
        return found

    def _leaf(self, leaf: Node | None, conditions: tuple[Node, ...], thing: Thing) -> bool:
        return self._found(None, conditions, thing) if leaf is None else self._true(leaf, thing, conditions)

    def _touched(self, term: Node | None, conditions: tuple[Node, ...], row: Thing) -> bool:
        places = self._places(term, conditions)
        return any(start <= row.end and (start >= row.start or end > row.start) for start, end in places)

    def _row(self, start: int, end: int) -> Thing:
        row_of = self.text.lines.row_of
        first, last = row_of(start), row_of(max(end - 1, start))
        return Thing(
            "row", self.text.lines[first], self.text.row_span(last)[1], first, last, offset=start, place_end=end
        )

    def _true(self, node: Node, thing: Thing, conditions: tuple[Node, ...]) -> bool:
        if isinstance(node, And):
            rest = [part for part in node.parts if not is_place_condition(part)]
            inner = (*conditions, *(part for part in node.parts if is_place_condition(part)))
            alone = inner != conditions and not any(findables(part) for part in rest)
            if alone and not self._found(None, inner, thing):
                return False
            return all(self._true(part, thing, conditions if alone else inner) for part in rest)
        if isinstance(node, Or):
            return any(self._true(part, thing, conditions) for part in node.parts)
        if isinstance(node, Not):
            return not self._true(node.part, thing, conditions)
        if isinstance(node, Is | InHeredoc):
            return self._found(None, (*conditions, node), thing)
        if isinstance(node, FINDABLE):
            return self._found(node, conditions, thing)
        if isinstance(node, Lang):
            return self.facts.language == node.language
        if isinstance(node, File):
            return path_matcher(node)(self.facts.path)
        if isinstance(node, Inside):
            return any(self._true(node.query, outer, ()) for outer in self._around(thing))
        if isinstance(node, Contains):
            return self._contains(node.query, thing)
        if isinstance(node, Count):
            return self._count(node, thing)
        if isinstance(node, Ordered):
            return self._ordered(node, thing)
        if isinstance(node, Changed):
            return self._changed(node, thing)
        assert isinstance(node, Sym | Kind | Doc | Size | Related | Unused), (
            f"brute force does not know {type(node).__name__} yet"
        )
        return self._own(node, thing)

    def _changed(self, node: Changed, thing: Thing) -> bool:
        changes = self.facts.changes(node.since)
        if thing.what == "file":
            return changes.any
        after = max(thing.end, thing.start + 1)
        if any(start < after and thing.start < end for start, end in changes.spans):
            return True
        for cut, indent in changes.cuts:
            row = self.text.row_bytes(self.text.lines.row_of(thing.start))
            behind = thing.end <= cut and not self.text.data[thing.end : cut].strip()
            deeper = len(row) - len(row.lstrip()) < indent
            filled = self.text.data[thing.start : cut].strip() != b""
            if thing.start < cut < after or (thing.what == "node" and behind and deeper and filled):
                return True
        return False

    def _names_around(self, own: Thing) -> NamesAround:
        assert own.symbol is not None
        names = [other.name for other in self._around(own) if other.symbol is not None and other.name]
        return names_around(self.facts.path, self.text, self.symbols[own.symbol].name_span.start, names)

    def _owner(self, thing: Thing) -> Thing | None:
        """The definition or block whose kind, name and size count."""
        own: Thing | None = thing if thing.what == "node" else self._same(thing) if thing.what == "span" else None
        if thing.what == "row":
            blocks = names_unnamed_blocks(self.root)
            for other in self._around(thing):
                if own is None and (other.symbol is not None or (blocks and other.kind != "group")):
                    own = other
        return own

    def _direct(self, own: Thing) -> list[Thing]:
        inside = [other for other in self.things if other.kind != "group" and own in self._around(other)]
        return [
            other for other in inside if next(o for o in self._around(other) if o.kind != "group" or o == own) == own
        ]

    def _own(self, node: Sym | Kind | Doc | Size | Related | Unused, thing: Thing) -> bool:
        if isinstance(node, Size) and node.measure == "depth" and thing.what == "row":
            return _fits(node, sum(other.kind != "group" for other in self._around(thing)))
        if isinstance(node, Size) and node.measure == "depth" and thing.what == "span":
            return _fits(node, sum(other.kind != "group" for other in self._around(thing)))
        own = self._owner(thing)
        if own is None:
            return False
        if isinstance(node, Kind):
            return own.kind in node.kinds
        if isinstance(node, Related | Unused):
            return own.symbol is not None and own.symbol in self.facts.in_graph(node, [own.symbol])
        if isinstance(node, Doc):
            said = self.symbols[own.symbol].doc if own.symbol is not None else ""
            if node.text is None or not said:
                return bool(said)
            wanted = node.text.text if node.text.regex else re.escape(node.text.text)
            return re.search(wanted, said, re.M | (re.I if node.text.ignore_case else 0)) is not None
        if isinstance(node, Sym):
            return (
                own.symbol is not None and fit(node.name, own.name or "", lambda: self._names_around(own)) is not None
            )
        if node.measure == "lines":
            return _fits(node, own.last - own.first + 1)
        around = [other for other in self._around(own) if other.kind != "group"]
        if node.measure == "depth":
            return _fits(node, len(around) + 1)
        if node.measure == "children":
            return _fits(node, len(self._direct(own)))
        if node.measure == "complexity":
            decisions = [match.span for match in self.facts.measures() if "decision" in match.captures]
            return _fits(node, 1 + sum(own.start <= span.start < own.end for span in decisions))
        if not tells_parameters(self.facts.language or "") or own.kind not in (
            "function",
            "method",
            "constructor",
            "lambda",
            "test_function",
            "test_method",
            "prototype",
        ):
            return False
        begin = own.start if own.symbol is None else self.symbols[own.symbol].name_span.start
        lists = [match for match in self.facts.measures() if "parameters" in match.captures]
        mine = [match.counts["parameters"] for match in lists if begin <= match.span.start < own.end]
        return _fits(node, mine[0] if mine else 0)

    def _same(self, span: Thing) -> Thing | None:
        """The definition or block that a range is all of."""
        for one in sorted(self.things, key=lambda one: (one.start, -one.end, one.symbol is None), reverse=True):
            bare = replace(span, start=span.bare[0], end=span.bare[1]) if span.bare else span
            if self._filled(one) == self._filled(bare):
                return one
        for one in sorted(self.things, key=lambda one: (one.start, -one.end, one.symbol is None), reverse=True):
            if span.bare and span.first < span.last and (one.first, one.last) == (span.first, span.last):
                return one
        return None

    def _filled(self, thing: Thing) -> tuple[int, int]:
        written = self.text.data[thing.start : thing.end]
        start = thing.start + len(written) - len(written.lstrip())
        return start, start + len(written.strip())

    def _around(self, thing: Thing) -> list[Thing]:
        """What a thing lies in, innermost first."""
        if thing.what == "file":
            return []
        if thing.what == "row":
            at = thing.offset
            found = [o for o in self.things if o.start <= at and (o.end > at or (o.block and o.end == at))]
            return sorted(found, key=self._extent)
        if thing.what == "span":
            own = self._same(thing)
            first, after = thing.exact
            return [o for o in self.things if o is not own and o.start <= first and after <= o.end]
        found = [other for other in self.things if other is not thing and self._holds(other, thing)]
        return sorted(found, key=self._extent)

    def _extent(self, thing: Thing) -> tuple[int, bool, int]:
        """An order from the inside to the outside. A definition is around a block of the same extent."""
        return thing.end - thing.start, thing.symbol is not None, -self.things.index(thing)

    def _holds(self, outer: Thing, inner: Thing) -> bool:
        if not (outer.start <= inner.start and inner.end <= outer.end):
            return False
        if outer.symbol is not None and inner.symbol is not None:
            parent = self.symbols[inner.symbol].parent
            while parent is not None and parent != outer.symbol:
                parent = self.symbols[parent].parent
            return parent is not None
        if (outer.start, outer.end) == (inner.start, inner.end):
            return outer.symbol is not None and inner.symbol is None
        return True

    def _contains(self, query: Node, thing: Thing) -> bool:
        textual = not any(
            isinstance(part, Sym | Kind | Doc | Changed | Size | Inside | Contains | Count | Ordered | Related | Unused)
            for part in _flat(query)
        )
        if textual and self._true(query, thing, ()):
            return True
        for other in self.things:
            below = thing.what != "node" or thing in self._around(other)
            if below and thing.start <= other.start and other.end <= thing.end and self._true(query, other, ()):
                return True
        if not findables(query):
            return False
        return any(
            what == "row" and thing.start <= self.text.lines[first] and self.text.row_span(last)[1] <= thing.end
            for what, first, last, _ in _Slow(query, self.facts, self.bound)._lines(query)
        )

    def _ordered(self, node: Ordered, thing: Thing) -> bool:
        statements, boundaries = self.facts.statements()
        row_of = self.text.lines.row_of
        rows = row_of(thing.start), row_of(thing.end)
        start, end = (thing.offset, thing.place_end) if thing.what == "row" else (thing.start, thing.end)
        around = [one for one in statements if self._reach(one).start <= start and end <= self._reach(one).end]
        if thing.what == "node" and rows[0] < rows[1]:
            around = [one for one in statements if (one.row_start, one.row_end) == rows] or around
        if not around or thing.what == "file":
            return False

        def block(one: Statement) -> int | None:
            """The last boundary of its depth that has all of it."""
            if one.span is not None:
                return one.block
            inside = [
                at
                for at, bound in enumerate(boundaries)
                if bound.depth == one.depth
                and bound.row_start <= one.row_start
                and (bound.row_end is None or one.row_end <= bound.row_end)
            ]
            return max(inside, key=lambda at: (boundaries[at].row_start, at), default=None)

        def place(one: Statement) -> tuple[int, int]:
            return one.span.start if one.span is not None else self._reach(one).start, statements.index(one)

        own = max(around, key=lambda one: (one.depth, place(one)))
        inside = [one for one in statements if (one.depth, block(one)) == (own.depth, block(own))]
        later = sorted((one for one in inside if place(one) > place(own)), key=place)
        earlier = sorted((one for one in inside if place(one) < place(own)), key=place, reverse=True)
        chosen = {"before": later, "next": later[:1], "after": earlier, "previous": earlier[:1]}[node.way]
        return any(self._true(node.query, self._range(one), ()) for one in chosen)

    def _reach(self, one: Statement) -> Span:
        return one.reach or Span(self.text.lines[one.row_start], self.text.row_span(one.row_end)[1])

    def _range(self, one: Statement) -> Thing:
        start, end = self._reach(one)
        return Thing("span", start, end, one.row_start, one.row_end, offset=start, exact=(start, end), bare=one.span)

    def _count(self, node: Count, thing: Thing) -> bool:
        if node.direct:
            own = self._owner(thing)
            inside = self._direct(own) if own is not None else []
            return own is not None and _fits(node, sum(self._true(node.query, other, ()) for other in inside))
        slow = _Slow(node.query, self.facts, self.bound)
        places: set[tuple[int, int]] = set()
        nodes: list[Thing] = []
        for alternative in _alternatives(node.query, ()):
            terms = [(leaf, inner) for leaf, inner in alternative if leaf is None or isinstance(leaf, FINDABLE)]
            for term, conditions in terms:
                for start, end in slow._places(term, conditions):
                    if all(slow._leaf(leaf, inner, slow._row(start, end)) for leaf, inner in alternative):
                        places.add((start, end))
            if not terms:
                nodes += [
                    one
                    for one in self.things
                    if one not in nodes and all(slow._leaf(leaf, inner, one) for leaf, inner in alternative)
                ]
        counted = sum(thing.start <= start and end <= thing.end for start, end in places)
        for one in nodes:
            below = thing.what != "node" or thing in self._around(one)
            counted += below and thing.start <= one.start and one.end <= thing.end
        return _fits(node, counted)

    def _file(self, node: Node, conditions: tuple[Node, ...]) -> bool:
        if isinstance(node, Or):
            return any(self._file(part, conditions) for part in node.parts)
        if isinstance(node, Not):
            return not self._file(node.part, conditions)
        if isinstance(node, And):
            rest = [part for part in node.parts if not is_place_condition(part)]
            inner = (*conditions, *(part for part in node.parts if is_place_condition(part)))
            if inner != conditions and not any(findables(part) for part in rest):
                if not self._found(None, inner, self.file):
                    return False
                inner = conditions
            shaped = [part for part in rest if _about_structure(part)]
            if any(not isinstance(part, Not | Contains | Count | Changed) for part in shaped):
                plain = all(self._file(part, inner) for part in rest if part not in shaped)
                return plain and any(all(self._true(part, t, ()) for part in shaped) for t in self.things)
            return all(self._file(part, inner) for part in rest)
        if _about_structure(node) and not isinstance(node, Contains | Count | Changed):
            return any(self._true(node, thing, ()) for thing in self.things)
        return self._true(node, self.file, conditions)

    def _matches(self, term: Pattern | TreeQuery) -> Sequence[CapturedMatch]:
        ask = self.facts.pattern_matches if isinstance(term, Pattern) else self.facts.ts_matches
        return ask(term.source)

    def _shapes(self, term: Pattern | TreeQuery) -> list[CapturedMatch]:
        """The matches whose holes stand for what they must."""
        bound = [hole for hole in holes_of(term) if hole in self.bound]
        matches = [m for m in self._matches(term) if all(self._held(m, hole) == self.bound[hole] for hole in bound)]
        return [match for match in matches if all(self._where(said, term, match) for said in term.where)]

    def _held(self, match: CapturedMatch, hole: str) -> bytes:
        span = match.captures.get(hole)
        return _code(b"" if span is None else self.text.data[span.start : span.end])

    def _where(self, node: Node, term: Pattern | TreeQuery, match: CapturedMatch) -> bool:
        if isinstance(node, And):
            return all(self._where(part, term, match) for part in node.parts)
        if isinstance(node, Or):
            return any(self._where(part, term, match) for part in node.parts)
        if isinstance(node, Not):
            return not self._where(node.part, term, match)
        assert isinstance(node, Where)
        span, test = match.captures.get(node.hole), node.test
        written = b"" if span is None else self.text.data[span.start : span.end]
        if isinstance(test, Text) and test.regex:
            return re.search(test.text.encode(), written, re.M | (re.I if test.ignore_case else 0)) is not None
        if isinstance(test, Text):
            same = self._held(match, node.hole), _code(test.text.encode())
            return same[0].lower() == same[1].lower() if test.ignore_case else same[0] == same[1]
        if isinstance(test, Hole):
            return self._held(match, node.hole) == self._held(match, test.name)
        if isinstance(test, Number):
            many = holes_of(term)[node.hole]
            number = match.counts.get(node.hole, 0) if many else _number(written)
            return number is not None and test.low <= number <= test.high
        if span is None:
            return False
        row_of = self.text.lines.row_of
        first, last = row_of(span.start), row_of(span.end - 1)
        start, end = self.text.lines[first], self.text.row_span(last)[1]
        start = span.start if self.text.data[start : span.start].strip() else start
        end = span.end if self.text.data[span.end : end].strip() else end
        range_ = Thing("span", start, end, first, last, offset=span.start, exact=(span.start, span.end))
        return self._true(_by_alternatives(test.query), range_, ())

    def _found(self, term: Node | None, conditions: tuple[Node, ...], thing: Thing) -> bool:
        if thing.what == "row":
            return self._touched(term, conditions, thing)
        if thing.what == "span" and isinstance(term, Pattern | TreeQuery) and term.whole:
            return thing.exact in self._places(term, conditions)
        return any(thing.start <= start and end <= thing.end for start, end in self._places(term, conditions))

    def _places(self, term: Node | None, conditions: tuple[Node, ...]) -> list[tuple[int, int]]:
        key = (id(term), conditions)
        if key not in self.memory:
            found = self._bytes_where(conditions) if term is None else self._spans(term)
            if term is not None:
                found = [span for span in found if all(self._in(c, self._first_letter(*span)) for c in conditions)]
            self.memory[key] = found
        return self.memory[key]

    def _first_letter(self, start: int, end: int) -> int:
        written = self.text.data[start:end]
        return start + len(written) - len(written.lstrip()) if written.strip() else max(start, end - 1)

    def _spans(self, term: Node) -> list[tuple[int, int]]:
        if isinstance(term, Ref):
            refs = [ref for ref in self.facts.references() if term.kind in (None, ref.kind)]
            refs = [ref for ref in refs if _is_written(term.name, ref, self.text.data)]
            if term.evidence is not None:
                refs = [ref for ref in refs if self.facts.evidence(term, [ref])[0] in term.evidence]
            return [(ref.span.start, ref.span.end) for ref in refs]
        if isinstance(term, Pattern | TreeQuery):
            return [tuple(match.span) for match in self._shapes(term)]
        assert isinstance(term, Text)
        options = re2.Options()
        options.case_sensitive = not term.ignore_case
        options.literal = not term.regex
        options.log_errors = False
        regex = re2.compile(term.text.encode(), options)
        found: list[tuple[int, int]] = []
        rows = len(self.text.lines)
        for row in range(rows):
            start, end = self.text.row_span(row)
            if row == rows - 1 and start == end:
                continue
            line, at = self.text.data[start:end], 0
            while at <= len(line) and (match := regex.search(line, at)):
                found.append((start + match.start(), start + match.end()))
                if match.end() == match.start():
                    break
                at = match.end()
        return found

    def _bytes_where(self, conditions: tuple[Node, ...]) -> list[tuple[int, int]]:
        """Each byte that is not blank and for which the conditions hold."""
        blank = b" \t\r\n\f\v"
        return [
            (at, at + 1)
            for at in range(len(self.text.data))
            if self.text.data[at] not in blank and all(self._in(condition, at) for condition in conditions)
        ]

    def _in(self, condition: Node, at: int) -> bool:
        if isinstance(condition, And):
            return all(self._in(part, at) for part in condition.parts)
        if isinstance(condition, Or):
            return any(self._in(part, at) for part in condition.parts)
        if isinstance(condition, Not):
            return not self._in(condition.part, at)
        if isinstance(condition, InHeredoc):
            return any(
                self._in_rows(h.content_row_start, h.content_row_end, at)
                for h in self.facts.heredocs()
                if h.terminator == condition.terminator
                or (condition.ignore_case and h.terminator.lower() == condition.terminator.lower())
            )
        assert isinstance(condition, Is)
        headers, bodies = self.facts.halves()
        in_header = any(span.start <= at < span.end for span in headers)
        if condition.place in ("header", "body"):
            in_body = any(span.start <= at < span.end for span in bodies)
            return in_header if condition.place == "header" else in_body and not in_header
        inside = {
            "comment": any(span.start <= at < span.end for span in self.facts.comments()),
            "string": any(span.start <= at < span.end for span in self.facts.strings()),
            "heredoc": any(self._in_rows(h.content_row_start, h.content_row_end, at) for h in self.facts.heredocs()),
        }
        return not any(inside.values()) if condition.place == "code" else inside[condition.place]

    def _in_rows(self, first: int, last: int, at: int) -> bool:
        return first <= last and self.text.lines[first] <= at < self.text.row_span(last)[1]


def _is_written(wanted: Name, ref: Reference, data: bytes) -> bool:
    """Whether a reference has a name, or the last part of one whose others stand before it, looked at one by one."""
    if matcher(wanted)(ref.name) is not None:
        return True
    *around, last = re.split(r"::|->|[./\\:#]", wanted.text)
    if wanted.how == "regex" or not around or matcher(replace(wanted, text=last))(ref.name) is None:
        return False
    before = data[: ref.span.start].decode("utf-8", "replace")
    for part in reversed(around):
        joined = re.search(r"\s*[?!&]*(?:\.#?|->|::?|[/\\#])\s*\Z", before)
        word = re.search(r"\w+\Z", before[: joined.start()]) if joined else None
        if word is None or (word[0] != part and not (wanted.ignore_case and word[0].lower() == part.lower())):
            return False
        before = before[: word.start()]
    return True


def _by_alternatives(node: Node) -> Node:
    """A query in which each alternative beside place conditions has them to itself."""
    if isinstance(node, Not):
        return replace(node, part=_by_alternatives(node.part))
    if isinstance(node, Inside | Contains | Count | Ordered):
        return replace(node, query=_by_alternatives(node.query))
    if isinstance(node, And | Or):
        node = replace(node, parts=tuple(_by_alternatives(part) for part in node.parts))
    places = [part for part in node.parts if is_place_condition(part)] if isinstance(node, And) else []
    if not isinstance(node, And) or not places:
        return node
    every = _combinations(And(tuple(part for part in node.parts if part not in places), node.span))
    return Or(tuple(And((*places, *parts), node.span) for parts in every), node.span)


def _combinations(node: Node) -> list[list[Node]]:
    if isinstance(node, Or):
        return [found for part in node.parts for found in _combinations(part)]
    if not isinstance(node, And) or any(is_place_condition(part) for part in node.parts):
        return [[node]]
    return [list(chain(*each)) for each in product(*(_combinations(part) for part in node.parts))]


def _fits(size: Size | Count, number: int) -> bool:
    return (size.low or 0) <= number and (size.high is None or number <= size.high)


def _flat(node: Node) -> list[Node]:
    """The terms of a query, without what is in `in:` and `has:`."""
    if isinstance(node, And | Or):
        return [term for part in node.parts for term in _flat(part)]
    return _flat(node.part) if isinstance(node, Not) else [node]


def _about_structure(node: Node) -> bool:
    return any(
        isinstance(term, Sym | Kind | Doc | Changed | Size | Inside | Contains | Count | Ordered | Related | Unused)
        for term in _flat(node)
    )


def _alternatives(node: Node, conditions: tuple[Node, ...]) -> list[list[tuple[Node | None, tuple[Node, ...]]]]:
    """A query as alternatives, each a list of terms with the conditions on where they must be written."""
    if isinstance(node, Or):
        return [found for part in node.parts for found in _alternatives(part, conditions)]
    if isinstance(node, And):
        rest = [part for part in node.parts if not is_place_condition(part)]
        inner = (*conditions, *(part for part in node.parts if is_place_condition(part)))
        found: list[list[tuple[Node | None, tuple[Node, ...]]]] = [[]]
        if inner != conditions and not any(findables(part) for part in rest):
            found, inner = [[(None, inner)]], conditions
        for part in rest:
            found = [[*before, *after] for before in found for after in _alternatives(part, inner)]
        return found
    return [[(None, (*conditions, node))]] if isinstance(node, Is | InHeredoc) else [[(node, conditions)]]
