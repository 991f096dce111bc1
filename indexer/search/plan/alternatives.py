"""Place conditions beside alternatives: `is:comment (TODO OR kind:class)`.

`is:` and `heredoc:` speak of the things to find beside them, and where there are none they find the lines that are
written there. Each alternative of an `OR` is by itself in this: one that finds nothing in the text has nothing to find
beside it, whatever the others have. Where that makes a difference, the alternatives are written out.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import chain, product
from math import prod

from indexer.query.tree import And, Contains, Count, Inside, Node, Not, Or, Ordered, findables, is_place_condition

_MOST = 1000  # alternatives; of more, each is asked for what the others have beside them


def written_out(node: Node) -> Node:
    """A query that means the same, in which each alternative has the place conditions beside it to itself."""
    if isinstance(node, Not):
        return replace(node, part=written_out(node.part))
    if isinstance(node, Inside | Contains | Count | Ordered):
        return replace(node, query=written_out(node.query))
    if isinstance(node, And | Or):
        node = replace(node, parts=tuple(map(written_out, node.parts)))
    if not isinstance(node, And):
        return node
    places = [part for part in node.parts if is_place_condition(part)]
    rest = replace(node, parts=tuple(part for part in node.parts if not is_place_condition(part)))
    if not places or not 1 < _count(rest) <= _MOST:
        return node
    alternatives = _alternatives(rest)
    are_alike = len({any(map(findables, parts)) for parts in alternatives}) == 1
    if are_alike and not any(is_place_condition(part) for parts in alternatives for part in parts):
        return node
    return Or(tuple(And((*places, *parts), node.span) for parts in alternatives), node.span)


def _alternatives(node: Node) -> list[list[Node]]:
    """The alternatives of a part, each as the terms that it has side by side."""
    if isinstance(node, Or):
        return list(chain.from_iterable(map(_alternatives, node.parts)))
    if isinstance(node, And) and not _is_written_out(node):
        return [list(chain.from_iterable(parts)) for parts in product(*map(_alternatives, node.parts))]
    return [[node]]


def _count(node: Node) -> int:
    """How many alternatives there are."""
    if isinstance(node, Or):
        return sum(map(_count, node.parts))
    return prod(map(_count, node.parts)) if isinstance(node, And) and not _is_written_out(node) else 1


def _is_written_out(node: And) -> bool:
    """Parentheses with place conditions of their own are asked as they are."""
    return any(map(is_place_condition, node.parts))
