"""Holes that several patterns of a query share: each stands for the same text in all of them.

A query with such holes is asked once for each choice of texts, and what any choice finds is a hit. Texts to choose from
are those that the patterns find which are not negated.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from indexer.query.holes import holes_of
from indexer.query.tree import (
    And,
    Contains,
    Count,
    Holds,
    Hole,
    Inside,
    Node,
    Not,
    Or,
    Ordered,
    Pattern,
    Query,
    TreeQuery,
    Where,
    parts_of,
)

Shape = Pattern | TreeQuery


@dataclass(frozen=True, slots=True)
class Shared:
    """The holes, the patterns that every hit needs a match of, the others that tell texts, and conditions on pairs."""

    holes: frozenset[str]
    needed: tuple[Shape, ...]
    others: tuple[Shape, ...]
    joins: tuple[Node, ...]


def shared_holes(query: Query) -> Shared | None:
    holes = _holes(query.root)[1] | set(_compared(query.joins))
    if not holes:
        return None
    told = [(shape, needed) for shape, needed in _telling(query.root, True) if not holes.isdisjoint(holes_of(shape))]
    return Shared(
        frozenset(holes),
        tuple(_bare(shape) for shape, needed in told if needed),
        tuple(_bare(shape) for shape, needed in told if not needed),
        query.joins,
    )


def _holes(node: Node) -> tuple[frozenset[str], frozenset[str]]:
    """The holes of the patterns in a part of a query, and those that patterns share. Alternatives share nothing."""
    own: frozenset[str] = frozenset(holes_of(node)) if isinstance(node, Shape) else frozenset()
    known, shared = own, frozenset[str]()
    for part in parts_of(node):
        inner, of_inner = _holes(part)
        shared |= of_inner if isinstance(node, Or) else of_inner | (known & inner)
        known |= inner
    return known, shared


def _bare(shape: Shape) -> Shape:
    """A pattern without conditions: those are asked when the choice is made."""
    return replace(shape, where=(), whole=False)


def _telling(node: Node, needed: bool) -> Iterator[tuple[Shape, bool]]:
    """The patterns that are not negated, each with whether every hit needs a match of it."""
    if isinstance(node, And | Or):
        for part in node.parts:
            yield from _telling(part, needed and isinstance(node, And))
    elif isinstance(node, Inside | Contains | Count | Ordered):
        yield from _telling(node.query, needed and not isinstance(node, Count))
    elif isinstance(node, Shape):
        yield node, needed
        for condition in node.where:
            yield from _telling(condition, needed)
    elif isinstance(node, Where) and isinstance(node.test, Holds):
        yield from _telling(node.test.query, needed)


def _compared(joins: tuple[Node, ...]) -> Iterator[str]:
    for join in joins:
        where = join.part if isinstance(join, Not) else join
        assert isinstance(where, Where) and isinstance(where.test, Hole)
        yield from (where.hole, where.test.name)
