"""Names in what a macro is given: a row of words and signs, which is read as the expressions that it looks like."""

from __future__ import annotations

from tree_sitter import Node

from indexer.graph.values import Call, Item, Member, Name, Value, Values, text_of
from indexer.languages.scoping import Scoping

_LONGEST = 40  # members of members that are followed
_UNKNOWN = Name("", 0)


def loose_name(node: Node, scoping: Scoping, values: Values) -> Value:
    """What a name in such a row is asked of: of what ends before the sign before it."""
    return _named(node, scoping, values, 0)


def _named(node: Node, scoping: Scoping, values: Values, depth: int) -> Value:
    before = node.prev_sibling
    if before is not None and before.type in scoping.loose.members:
        of = _ending(before.prev_sibling, scoping, values, depth + 1)
        return Member(of if of is not None else _UNKNOWN, text_of(node), values.sort(node))
    after, row = node.next_sibling, node.parent
    typed = row.prev_sibling if row is not None else None
    if after is not None and after.type == ":" and typed is not None and typed.type in scoping.identifiers:
        return Member(_named(typed, scoping, values, depth + 1), text_of(node), values.sort(node))  # `Point { x: 1 }`
    return values.plain(node)


def _ending(node: Node | None, scoping: Scoping, values: Values, depth: int) -> Value | None:
    """What an expression is worth that ends with a part of such a row."""
    if node is None or depth > _LONGEST:
        return None
    if node.type in scoping.identifiers:
        return _named(node, scoping, values, depth)
    if node.type in scoping.loose.tries:
        of = _ending(node.prev_sibling, scoping, values, depth + 1)
        return None if of is None else Item(of)
    if node.type in scoping.loose.nodes:
        before = node.prev_sibling
        if before is None or before.type not in scoping.identifiers:
            return None
        of = _ending(before, scoping, values, depth + 1)
        opening = text_of(node)[:1]
        return None if of is None or opening not in "([" else Call(of) if opening == "(" else Item(of)
    before = node.prev_sibling
    if before is not None and before.type in scoping.loose.members:  # `self.0`, `a::super`
        of = _ending(before.prev_sibling, scoping, values, depth + 1)
        return None if of is None else Member(of, text_of(node))
    return values.of(node)
