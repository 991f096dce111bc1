"""The tree of conditions that a query is. It is built once, and asked of the columns of every text.

A condition is asked of subjects: lines, definitions and blocks, or a file. Each knows what it costs to ask, and of
several that must all hold the cheapest is asked first; the others are asked of what is left. Conditions are data;
`indexer.search.match.evaluate` asks them. docs/query-language.md says the same for users.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import IntEnum
from functools import lru_cache
from typing import TypeAlias, assert_never

from indexer.query.fields import PARSED
from indexer.query.tree import (
    FINDABLE,
    And,
    Believed,
    Changed,
    Contains,
    Count,
    Doc,
    File,
    InHeredoc,
    Inside,
    Is,
    Kind,
    Lang,
    Name,
    Node,
    Not,
    Or,
    Ordered,
    Pattern,
    Ref,
    Related,
    Size,
    Sym,
    Text,
    TreeQuery,
    Unused,
    Way,
    Where,
    findables,
    names_unnamed_blocks,
)
from indexer.search.plan.alternatives import written_out
from indexer.search.plan.anchors import Slot, anchors, any_findable, asks_structure, split


class Cost(IntEnum):
    """What it takes to ask a condition of a text."""

    CONSTANT = 0  # its path and language tell
    COLUMNS = 1  # numbers of the index
    TEXT = 2  # looking for bytes
    NAMES = 3  # comparing names
    REGEX = 4  # regular expressions, and lists that the index has packed
    PARSE = 5  # the tree of the text
    GRAPH = 6  # what names mean, here and in other files


@dataclass(frozen=True, slots=True, eq=False)
class Constant:
    """True or false of anything."""

    is_true: bool
    cost: Cost = Cost.CONSTANT


@dataclass(frozen=True, slots=True, eq=False)
class OfFile:
    """`lang:`, `file:`."""

    term: Lang | File
    cost: Cost = Cost.CONSTANT


@dataclass(frozen=True, slots=True, eq=False)
class OfKind:
    """`kind:`."""

    kinds: frozenset[str]
    cost: Cost = Cost.COLUMNS


@dataclass(frozen=True, slots=True, eq=False)
class OfSize:
    """`lines:`, `params:` and the like."""

    term: Size
    cost: Cost


@dataclass(frozen=True, slots=True, eq=False)
class Named:
    """`sym:`."""

    name: Name
    cost: Cost = Cost.NAMES


@dataclass(frozen=True, slots=True, eq=False)
class Documented:
    """`doc:`."""

    text: Text | None
    cost: Cost = Cost.REGEX


@dataclass(frozen=True, slots=True, eq=False)
class Touched:
    """`changed:`."""

    since: str
    cost: Cost = Cost.REGEX


@dataclass(frozen=True, slots=True, eq=False)
class InGraph:
    """`calls:`, `called-by:`, `is:unused`."""

    term: Related | Unused
    cost: Cost = Cost.GRAPH


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """A place of a term lies in the subject."""

    slot: Slot
    cost: Cost


@dataclass(frozen=True, slots=True, eq=False)
class Within:
    """`in:`: a condition holds of something around the subject."""

    part: Condition
    cost: Cost


@dataclass(frozen=True, slots=True, eq=False)
class Holding:
    """`has:`: a condition holds of a definition or block in the subject, of a line in it, or of the subject itself."""

    part: Condition
    is_textual: bool  # so that it can be asked of the subject itself
    rows: RowSearch | None
    cost: Cost


@dataclass(frozen=True, slots=True, eq=False)
class Beside:
    """`before:` and the like: a condition holds of a statement of the same block."""

    part: Condition
    way: Way
    cost: Cost = Cost.PARSE


@dataclass(frozen=True, slots=True, eq=False)
class Counting:
    """`has:>30( )`: so many places, definitions or blocks in the subject are hits.

    `children:>30( )`: so many directly in it match."""

    part: Condition
    rows: RowSearch
    term: Count
    cost: Cost


@dataclass(frozen=True, slots=True, eq=False)
class SomeNode:
    """A condition holds of one of all definitions and blocks of the text."""

    part: Condition
    cost: Cost


@dataclass(frozen=True, slots=True, eq=False)
class Negation:
    part: Condition
    cost: Cost


@dataclass(frozen=True, slots=True, eq=False)
class All:
    parts: tuple[Condition, ...]  # the cheapest first
    cost: Cost


@dataclass(frozen=True, slots=True, eq=False)
class Any:
    parts: tuple[Condition, ...]  # the cheapest first
    cost: Cost


Condition: TypeAlias = (
    Constant
    | OfFile
    | OfKind
    | OfSize
    | Named
    | Documented
    | Touched
    | InGraph
    | Found
    | Within
    | Holding
    | Beside
    | Counting
    | SomeNode
    | Negation
    | All
    | Any
)
_OF_FILES = (Contains, Count, Changed)  # what can be asked of a file as of what is in it
ALWAYS, NEVER = Constant(True), Constant(False)


@dataclass(frozen=True, slots=True, eq=False)
class RowAnchor:
    """A slot whose places can be lines that are hits, and what must hold there besides."""

    slot: Slot
    condition: Condition
    by_match: bool  # each place is a hit of its own, over as many lines as it has


@dataclass(frozen=True, slots=True, eq=False)
class RowSearch:
    """How lines are found: at the places of anchors, and, where an alternative finds nothing in the text, as nodes."""

    anchors: tuple[RowAnchor, ...]
    nodes: Condition | None
    of_blocks: bool  # a line is of the innermost block around it, not of the innermost definition


def condition_of(node: Node, written: tuple[Node, ...] = ()) -> Condition:
    """What a part of a query asks of a subject; `written` is where text must be written, as said around the part."""
    if isinstance(node, And):
        rest, inner = split(node, written)
        if inner != written and not any_findable(rest):
            return all_of((found((None, inner)), *(condition_of(part, written) for part in rest)))
        return all_of(condition_of(part, inner) for part in rest)
    if isinstance(node, Or):
        return any_of(condition_of(part, written) for part in node.parts)
    if isinstance(node, Not):
        return negated(condition_of(node.part, written))
    if isinstance(node, Is | InHeredoc):
        return found((None, (*written, node)))
    if isinstance(node, FINDABLE):
        return found((node, written))
    if isinstance(node, Inside):
        part = condition_of(node.query)
        return Within(part, max(part.cost, Cost.NAMES))
    if isinstance(node, Contains):
        return _holding(node.query)
    if isinstance(node, Ordered):
        return Beside(condition_of(node.query), node.way)
    if isinstance(node, Count):
        part = condition_of(node.query)
        return Counting(part, rows_of(node.query), node, max(part.cost, Cost.NAMES))
    if isinstance(node, Lang | File):
        return OfFile(node)
    if isinstance(node, Kind):
        return OfKind(node.kinds)
    if isinstance(node, Size):
        return OfSize(node, Cost.PARSE if node.measure in PARSED else Cost.COLUMNS)
    if isinstance(node, Doc):
        return Documented(node.text)
    if isinstance(node, Changed):
        return Touched(node.since)
    if isinstance(node, Sym):
        return Named(node.name)
    if isinstance(node, Related | Unused):
        return InGraph(node)
    assert not isinstance(node, Where | Believed), "what is said of holes and references belongs to these"
    assert_never(node)


@lru_cache(maxsize=256)
def condition_of_hole(query: Node) -> Condition:
    """What a query asks of what a hole stands for."""
    return condition_of(written_out(query))


def _holding(query: Node) -> Condition:
    part = condition_of(query)
    if _only_grows(query):
        return part  # true of all that is around what it is true of, so the subject itself is enough
    rows = rows_of(query) if findables(query) else None
    return Holding(part, not asks_structure(query), rows, max(part.cost, Cost.NAMES))


def _only_grows(node: Node) -> bool:
    """Whether what a query is true of makes it true of everything around that."""
    if isinstance(node, And | Or):
        return all(_only_grows(part) for part in node.parts)
    return isinstance(node, (*FINDABLE, Is, InHeredoc, Lang, File))


def condition_of_file(node: Node, written: tuple[Node, ...] = ()) -> Condition:
    """What a query asks of a file. What is asked of a definition is asked of one and the same in the file."""
    if isinstance(node, Or):
        return any_of(condition_of_file(part, written) for part in node.parts)
    if isinstance(node, Not):
        return negated(condition_of_file(node.part, written))
    if not isinstance(node, And):
        if asks_structure(node) and not isinstance(node, _OF_FILES):
            return _some_node(condition_of(node))
        return condition_of(node, written)
    rest, inner = split(node, written)
    parts: list[Condition] = []
    if inner != written and not any_findable(rest):
        parts, inner = [found((None, inner))], written
    together = [part for part in rest if asks_structure(part)]
    if all(isinstance(part, (Not, *_OF_FILES)) for part in together):
        together = []
    parts += [condition_of_file(part, inner) for part in rest if part not in together]
    if together:
        parts.append(_some_node(all_of(condition_of(part) for part in together)))
    return all_of(parts)


def possibility(node: Node, written: tuple[Node, ...] = ()) -> Condition:
    """What must hold of a file that has a hit at all, as far as it is told without parsing."""
    if isinstance(node, And):
        rest, inner = split(node, written)
        return all_of(possibility(part, inner) for part in rest)
    if isinstance(node, Or):
        return any_of(possibility(part, written) for part in node.parts)
    if isinstance(node, Inside | Contains | Ordered):
        return possibility(node.query)
    if isinstance(node, Lang | File):
        return OfFile(node)
    if isinstance(node, Changed):
        return Touched(node.since)
    if isinstance(node, Ref) and node.evidence is not None:
        node = replace(node, evidence=None)
    if isinstance(node, FINDABLE) and not isinstance(node, Pattern | TreeQuery):
        return found((node, written))
    return ALWAYS


def rows_of(root: Node) -> RowSearch:
    """How the lines are found that are hits of a query."""
    where = anchors(root)
    found = tuple(
        RowAnchor(
            anchor.slot,
            _besides(
                anchor.slot,
                all_of(condition_of(part, written) for part, written in (*anchor.alternatives, (root, ()))),
            ),
            isinstance(anchor.slot[0], Pattern | TreeQuery),
        )
        for anchor in where.places
    )
    return RowSearch(found, _without_text(root) if where.nodes else None, names_unnamed_blocks(root))


def _besides(slot: Slot, condition: Condition) -> Condition:
    """What is left to ask at a place of a slot, which is found there."""
    if isinstance(condition, Found) and condition.slot == slot:
        return ALWAYS
    if isinstance(condition, All | Any):
        join = all_of if isinstance(condition, All) else any_of
        return join(_besides(slot, part) for part in condition.parts)
    return condition


def _without_text(node: Node) -> Condition:
    """What is asked of a definition or block by the alternatives that find nothing in the text."""
    if isinstance(node, And):
        return all_of(_without_text(part) for part in node.parts)
    if isinstance(node, Or):
        return any_of(_without_text(part) for part in node.parts)
    return NEVER if isinstance(node, (*FINDABLE, Is, InHeredoc)) else condition_of(node)


def found(slot: Slot) -> Condition:
    term = slot[0]
    if isinstance(term, Pattern | TreeQuery):
        return Found(slot, Cost.PARSE)
    if isinstance(term, Ref) and term.evidence is not None:
        return Found(slot, Cost.GRAPH)
    return Found(slot, Cost.TEXT if term is None or (isinstance(term, Text) and not term.regex) else Cost.REGEX)


def _some_node(part: Condition) -> Condition:
    return SomeNode(part, max(part.cost, Cost.COLUMNS))


def negated(part: Condition) -> Condition:
    if isinstance(part, Constant):
        return NEVER if part.is_true else ALWAYS
    return Negation(part, part.cost)


def all_of(parts: Iterable[Condition]) -> Condition:
    kept = [part for part in parts if part is not ALWAYS]
    if any(part is NEVER for part in kept):
        return NEVER
    kept.sort(key=_cost)
    if len(kept) < 2:
        return kept[0] if kept else ALWAYS
    return All(tuple(kept), kept[-1].cost)


def any_of(parts: Iterable[Condition]) -> Condition:
    kept = [part for part in parts if part is not NEVER]
    if any(part is ALWAYS for part in kept):
        return ALWAYS
    kept.sort(key=_cost)
    if len(kept) < 2:
        return kept[0] if kept else NEVER
    return Any(tuple(kept), kept[-1].cost)


def _cost(condition: Condition) -> Cost:
    return condition.cost
