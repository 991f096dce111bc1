"""A query evaluated the slow and simple way, to hold the real evaluation against.

No index, no narrowing, no anchors, no bisection: every row, every definition and every block of a text is asked
everything. Text is matched row by row. What comes out is the set of hits as (select, first row, last row, name).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain, product

import re2

from indexer.model import Block, Span, Symbol
from indexer.query.paths import path_matcher
from indexer.query.tree import (
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
    Ref,
    Select,
    Size,
    Sym,
    Text,
    TreeQuery,
    findables,
    found_together,
    is_place_condition,
    names_unnamed_blocks,
    select_of,
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


def brute_force(query: Query, facts: Facts) -> set[Hit]:
    """All hits of a query in one text."""
    return _Slow(_by_alternatives(query.root), facts).hits(select_of(query))


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
    def __init__(self, root: Node, facts: Facts) -> None:
        self.root, self.facts, self.text = root, facts, facts.text
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
            for term, conditions in terms:
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
        return Thing("row", self.text.lines[first], self.text.row_span(last)[1], first, last, offset=start)

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
        return self._own(node, thing)

    def _names_around(self, own: Thing) -> NamesAround:
        assert own.symbol is not None
        names = [other.name for other in self._around(own) if other.symbol is not None and other.name]
        return names_around(self.facts.path, self.text, self.symbols[own.symbol].name_span.start, names)

    def _own(self, node: Sym | Kind | Size, thing: Thing) -> bool:
        if isinstance(node, Size) and node.measure == "depth" and thing.what == "row":
            return _fits(node, sum(other.kind != "group" for other in self._around(thing)))
        own: Thing | None = thing if thing.what == "node" else None
        if thing.what == "row":
            blocks = names_unnamed_blocks(self.root)
            for other in self._around(thing):
                if own is None and (other.symbol is not None or (blocks and other.kind != "group")):
                    own = other
        if own is None:
            return False
        if isinstance(node, Kind):
            return own.kind in node.kinds
        if isinstance(node, Sym):
            return (
                own.symbol is not None and fit(node.name, own.name or "", lambda: self._names_around(own)) is not None
            )
        if node.measure == "lines":
            return _fits(node, own.last - own.first + 1)
        around = [other for other in self._around(own) if other.kind != "group"]
        if node.measure == "depth":
            return _fits(node, len(around) + 1)
        inside = [other for other in self.things if other.kind != "group" and own in self._around(other)]
        direct = [
            other for other in inside if next(o for o in self._around(other) if o.kind != "group" or o == own) == own
        ]
        return _fits(node, len(direct))

    def _around(self, thing: Thing) -> list[Thing]:
        """What a thing lies in, innermost first."""
        if thing.what == "file":
            return []
        if thing.what == "row":
            at = thing.offset
            found = [o for o in self.things if o.start <= at and (o.end > at or (o.block and o.end == at))]
            return sorted(found, key=self._extent)
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
        textual = not any(isinstance(part, Sym | Kind | Size | Inside | Contains) for part in _flat(query))
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
            for what, first, last, _ in _Slow(query, self.facts)._lines(query)
        )

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
            if any(not isinstance(part, Not | Contains) for part in shaped):
                plain = all(self._file(part, inner) for part in rest if part not in shaped)
                return plain and any(all(self._true(part, t, ()) for part in shaped) for t in self.things)
            return all(self._file(part, inner) for part in rest)
        if _about_structure(node) and not isinstance(node, Contains):
            return any(self._true(node, thing, ()) for thing in self.things)
        return self._true(node, self.file, conditions)

    def _found(self, term: Node | None, conditions: tuple[Node, ...], thing: Thing) -> bool:
        if thing.what == "row":
            return self._touched(term, conditions, thing)
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
            fits = matcher(term.name)
            refs = [ref for ref in self.facts.references() if term.kind in (None, ref.kind)]
            return [(ref.span.start, ref.span.end) for ref in refs if fits(ref.name) is not None]
        if isinstance(term, Pattern):
            return [(span.start, span.end) for span, _ in self.facts.pattern_matches(term.source)]
        if isinstance(term, TreeQuery):
            return [(span.start, span.end) for span, _ in self.facts.ts_matches(term.source)]
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
        inside = {
            "comment": any(span.start <= at < span.end for span in self.facts.comments()),
            "string": any(span.start <= at < span.end for span in self.facts.strings()),
            "heredoc": any(self._in_rows(h.content_row_start, h.content_row_end, at) for h in self.facts.heredocs()),
        }
        return not any(inside.values()) if condition.place == "code" else inside[condition.place]

    def _in_rows(self, first: int, last: int, at: int) -> bool:
        return first <= last and self.text.lines[first] <= at < self.text.row_span(last)[1]


def _by_alternatives(node: Node) -> Node:
    """A query in which each alternative beside place conditions has them to itself."""
    if isinstance(node, Not):
        return replace(node, part=_by_alternatives(node.part))
    if isinstance(node, Inside | Contains):
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


def _fits(size: Size, number: int) -> bool:
    return (size.low or 0) <= number and (size.high is None or number <= size.high)


def _flat(node: Node) -> list[Node]:
    """The terms of a query, without what is in `in:` and `has:`."""
    if isinstance(node, And | Or):
        return [term for part in node.parts for term in _flat(part)]
    return _flat(node.part) if isinstance(node, Not) else [node]


def _about_structure(node: Node) -> bool:
    return any(isinstance(term, Sym | Kind | Size | Inside | Contains) for term in _flat(node))


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
