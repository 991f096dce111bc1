"""A plan: all that can be said of a query before any text is looked at. It is made once, and serves for every file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from indexer.query.fields import PARSED
from indexer.query.tree import (
    And,
    File,
    InHeredoc,
    Inside,
    Is,
    Kind,
    Lang,
    Measure,
    Node,
    Not,
    Or,
    Pattern,
    Query,
    Select,
    Size,
    Sym,
    Text,
    TreeQuery,
    found_together,
    select_of,
    walk,
)
from indexer.search.plan.alternatives import written_out
from indexer.search.plan.anchors import Slot, condition_slots, containers, slots, syms
from indexer.search.plan.conditions import (
    All,
    Condition,
    Found,
    RowSearch,
    all_of,
    condition_of,
    condition_of_file,
    possibility,
    rows_of,
)
from indexer.search.plan.narrow import conjuncts, sure_kinds
from indexer.search.plan.shared import Shared, shared_holes


@dataclass(frozen=True, slots=True)
class PlainText:
    """Nothing is asked but one text, and of the file its language and path."""

    term: Text
    condition: Condition


@dataclass(frozen=True, slots=True)
class Enclosed:
    """One text that a line must have, in a definition of one of some kinds."""

    term: Text
    kinds: frozenset[str]


@dataclass(frozen=True, slots=True)
class Long:
    """A definition or block of so many lines, of one of some kinds if these are said."""

    kinds: frozenset[str] | None
    lines: int


@dataclass(frozen=True, slots=True)
class Plan:
    """How a query is answered in a text."""

    select: Select
    possible: Condition  # must hold of a file that has a hit
    texts: tuple[Text, ...]  # that a file with a hit holds
    condition: Condition  # of definitions and blocks, or of the file, whichever a hit is
    rows: RowSearch  # how hits are found that are lines
    plain: PlainText | None  # where a hit is a line and this is all
    enclosed: Enclosed | None  # where a hit is a line, and it must be in a definition
    long: Long | None  # what a file with a hit holds, where a hit is a definition or a block
    smallest: bool  # of definitions and blocks that hold the same text, the smallest is the hit
    slots: tuple[Slot, ...]  # whose places are shown
    terms: tuple[Slot, ...]  # those of them that are terms of the query, in its order
    syms: tuple[Sym, ...]
    containers: tuple[str, ...]  # names that hits must lie in
    asks_shapes: bool  # patterns or tree queries
    parses: bool  # asks for what is in no index, so that texts are parsed
    measures: tuple[Measure, ...]  # that are shown with a hit
    shared: Shared | None  # holes that patterns share


def plan_of(query: Query) -> Plan:
    root, select = query.root, select_of(query)
    terms = tuple(slots(root, ()))
    nodes = list(walk(root))
    shapes = sum(isinstance(node, Pattern | TreeQuery) for node in nodes)
    if any(isinstance(node, Is | InHeredoc) for node in nodes):
        root = written_out(root)
    possible = possibility(root)
    return Plan(
        select,
        possible,
        tuple(_texts(possible)),
        condition_of_file(root) if select == "file" else condition_of(root),
        rows_of(root),
        _plain_text(root) if select == "line" else None,
        _enclosed(root) if select == "line" else None,
        _long(root) if select in ("symbol", "block") else None,
        found_together(root) > 0,
        (*terms, *condition_slots(root, ())),
        terms,
        tuple(syms(root)),
        tuple(containers(root)),
        shapes > 0,
        shapes > 0 or any(isinstance(node, Size) and node.measure in PARSED for node in nodes) or query.sort in PARSED,
        tuple(dict.fromkeys([*measures(root), *(sorted_by(query))])),
        shared_holes(query) if shapes > 1 else None,
    )


def _texts(possible: Condition) -> Iterator[Text]:
    for part in possible.parts if isinstance(possible, All) else (possible,):
        if isinstance(part, Found) and isinstance(part.slot[0], Text):
            yield part.slot[0]


def measures(node: Node) -> Iterator[Measure]:
    """The measures that a query asks for of its hits."""
    if isinstance(node, And | Or):
        for part in node.parts:
            yield from measures(part)
    elif isinstance(node, Not):
        yield from measures(node.part)
    elif isinstance(node, Size):
        yield node.measure


def sorted_by(query: Query) -> tuple[Measure, ...]:
    """The measure that a query orders its hits by, if it is one."""
    return (query.sort,) if query.sort is not None and query.sort != "path" and query.sort != "score" else ()


def _plain_text(root: Node) -> PlainText | None:
    parts = root.parts if isinstance(root, And) else (root,)
    of_file = [part for part in parts if isinstance(part, Lang | File)]
    rest = [part for part in parts if not isinstance(part, Lang | File)]
    if len(rest) != 1 or not isinstance(rest[0], Text):
        return None
    return PlainText(rest[0], all_of(condition_of(part) for part in of_file))


def _long(root: Node) -> Long | None:
    parts = list(conjuncts(root))
    lines = [part.low for part in parts if isinstance(part, Size) and part.measure == "lines" and part.low]
    kinds = [part.kinds for part in parts if isinstance(part, Kind)]
    return Long(frozenset.intersection(*kinds) if kinds else None, max(lines)) if lines else None


def _enclosed(root: Node) -> Enclosed | None:
    parts = list(conjuncts(root))
    texts = [part for part in parts if isinstance(part, Text)]
    kinds = [found for part in parts if isinstance(part, Inside) and (found := sure_kinds(part)) is not None]
    if len(texts) != 1 or not kinds or not all(isinstance(part, Text | Inside | Lang | File) for part in parts):
        return None
    return Enclosed(texts[0], kinds[0])
