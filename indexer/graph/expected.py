"""What is expected of a literal where it stands: the type that its keys are fields of."""

from __future__ import annotations

from tree_sitter import Node

from indexer.graph.values import Argument, Instance, Item, Member, Outside, Value, Values, text_of
from indexer.languages.scoping import Scoping

_DEEPEST = 30  # literals in literals; what is expected of deeper ones is not known
UNKNOWN = Outside()  # something is expected of it that cannot be told


def key_of_literal(node: Node, scoping: Scoping) -> Node | None:
    """The literal that a name is a key of, if it is one."""
    parent = node.parent
    field = scoping.expecting.keys.get(parent.type) if parent is not None else None
    if parent is None or field is None or parent.child_by_field_name(field) != node:
        return None
    literal = parent.parent
    return literal if literal is not None and literal.type in scoping.expecting.literals else None


def expected(node: Node, scoping: Scoping, values: Values, depth: int = 0) -> Value | None:
    """The value that a type around says an expression has; None where nothing around says anything."""
    parent = node.parent
    expecting = scoping.expecting
    if parent is None or depth > _DEEPEST:
        return None
    kind = parent.type
    if kind in expecting.same:
        return expected(parent, scoping, values, depth + 1)
    if kind in expecting.typed:
        part = expecting.typed[kind]
        found = parent.child_by_field_name(part) if isinstance(part, str) else _second(parent)
        made = values.of(found)
        return None if found is None else UNKNOWN if made is None else Instance(made)
    if kind in expecting.assigned:
        return values.of(parent.child_by_field_name(expecting.assigned[kind])) or UNKNOWN
    if kind in expecting.lists:
        around = expected(parent, scoping, values, depth + 1)
        return around if around is None or around == UNKNOWN else Item(around)
    if kind in expecting.keys and parent.parent is not None:
        around = expected(parent.parent, scoping, values, depth + 1)
        key = parent.child_by_field_name(expecting.keys[kind])
        return around if around is None or around == UNKNOWN or key is None else Member(around, text_of(key))
    if kind in expecting.arguments and parent.parent is not None:
        shape = scoping.shapes.get(parent.parent.type)
        called = values.of(parent.parent.child_by_field_name(str(shape.parts[0]))) if shape and shape.parts else None
        return UNKNOWN if called is None else Argument(called, parent.named_children.index(node))
    if kind in expecting.returns:
        return _returned(parent, expecting.returns, values)
    return None


def _second(node: Node) -> Node | None:
    return node.named_children[1] if node.named_child_count > 1 else None


def _returned(node: Node, returns: frozenset[str], values: Values) -> Value | None:
    """What the function around says that it gives."""
    around: Node | None = node
    while around is not None and around.child_by_field_name("parameters") is None:
        around = around.parent
    said = around.child_by_field_name("return_type") if around is not None else None
    made = values.of(said)
    return None if said is None else UNKNOWN if made is None else Instance(made)
