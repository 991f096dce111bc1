"""Where in a text a query can have hits: at the places of its terms, or at definitions and blocks.

A slot is a term with the conditions (`is:`, `heredoc:`) on where it must be written. Conditions speak of the terms in
the same conjunction; where there are none, they are found themselves.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from indexer.query.tree import (
    FINDABLE,
    And,
    Changed,
    Contains,
    Count,
    Doc,
    Findable,
    InHeredoc,
    Inside,
    Is,
    Kind,
    Node,
    Not,
    Or,
    Ordered,
    Pattern,
    Related,
    Size,
    Sym,
    TreeQuery,
    Unused,
    findables,
    is_place_condition,
)

Slot = tuple[Findable | None, tuple[Node, ...]]


@dataclass(frozen=True, slots=True)
class Anchor:
    """A slot whose places can be hits, and the alternatives of the query it belongs to, which must hold there."""

    slot: Slot
    alternatives: tuple[tuple[Node, tuple[Node, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class Anchors:
    """Where hits can be: at places and, if some alternative finds nothing in the text, at definitions and blocks."""

    places: list[Anchor]
    nodes: bool


def split(node: And, conditions: tuple[Node, ...]) -> tuple[list[Node], tuple[Node, ...]]:
    """The parts of a conjunction that say where text is written, with those from outside; and the other parts."""
    rest = [part for part in node.parts if not is_place_condition(part)]
    return rest, (*conditions, *(part for part in node.parts if is_place_condition(part)))


def any_findable(parts: list[Node]) -> bool:
    return any(findables(part) for part in parts)


def slots(node: Node, conditions: tuple[Node, ...]) -> list[Slot]:
    """The findable terms in order, each with the conditions on where it is written."""
    if isinstance(node, And):
        rest, inner = split(node, conditions)
        return [slot for part in rest for slot in slots(part, inner)]
    if isinstance(node, Or):
        return [slot for part in node.parts for slot in slots(part, conditions)]
    return [(node, conditions)] if isinstance(node, FINDABLE) else []


def condition_slots(node: Node, conditions: tuple[Node, ...]) -> list[Slot]:
    """Place conditions that stand alone, and so are found themselves."""
    if isinstance(node, And):
        rest, inner = split(node, conditions)
        if inner != conditions and not any_findable(rest):
            return [(None, inner)]
        return [slot for part in rest for slot in condition_slots(part, inner)]
    if isinstance(node, Or):
        return [slot for part in node.parts for slot in condition_slots(part, conditions)]
    return [(None, (*conditions, node))] if isinstance(node, Is | InHeredoc) else []


def anchors(node: Node, conditions: tuple[Node, ...] = ()) -> Anchors:
    """Where to look for rows: each alternative of a query is found by itself, at its own places."""
    if isinstance(node, FINDABLE):
        return Anchors([Anchor((node, conditions))], False)
    if isinstance(node, Is | InHeredoc):
        return Anchors([Anchor((None, (*conditions, node)))], False)
    if isinstance(node, Or):
        return _joined([_alternative(part, conditions) for part in node.parts])
    if isinstance(node, And):
        rest, narrower = split(node, conditions)
        if narrower != conditions and not any_findable(rest):
            return Anchors([Anchor((None, narrower))], False)
        choices = [(part, choice) for part in rest if (choice := anchors(part, narrower)).places]
        sure = [choice for _, choice in choices if not choice.nodes]
        if sure:
            best = min(sure, key=_order)
            shapes = [one for one in choices if one[1].nodes and _order(one[1]) < _order(best)]
            return _or_shapes(best, *shapes[0], narrower) if shapes else best
        if choices:
            return _joined([choice for _, choice in choices])
    return Anchors([], True)


def _or_shapes(sure: Anchors, part: Node, shapes: Anchors, conditions: tuple[Node, ...]) -> Anchors:
    """The matches of a shape that is one alternative of a part, and the places of another term for the others."""
    others = _without_places(part)
    assert others is not None, "it has an alternative that finds nothing in the text"
    within = [Anchor(one.slot, ((others, conditions), *one.alternatives)) for one in sure.places]
    return Anchors([*shapes.places, *within], False)


def _without_places(node: Node) -> Node | None:
    """A node without the alternatives that find something in the text, or None if there are no others."""
    if isinstance(node, And | Or):
        parts = [_without_places(part) for part in node.parts]
        kept = tuple(part for part in parts if part is not None)
        if not kept or (isinstance(node, And) and len(kept) < len(parts)):
            return None
        return replace(node, parts=kept)
    return None if isinstance(node, (*FINDABLE, Is, InHeredoc)) else node


def _alternative(node: Node, conditions: tuple[Node, ...]) -> Anchors:
    found = anchors(node, conditions)
    within = (node, conditions)
    return Anchors([Anchor(one.slot, (within, *one.alternatives)) for one in found.places], found.nodes)


def _joined(several: list[Anchors]) -> Anchors:
    return Anchors([place for one in several for place in one.places], any(one.nodes for one in several))


def _order(found: Anchors) -> int:
    """Matches of patterns are hits of their own, so they go before rows."""
    return 0 if any(isinstance(one.slot[0], Pattern | TreeQuery) for one in found.places) else 1


def asks_structure(node: Node) -> bool:
    """Whether a node is about definitions and blocks, not about text or files."""
    if isinstance(node, And | Or):
        return any(asks_structure(part) for part in node.parts)
    if isinstance(node, Not):
        return asks_structure(node.part)
    return isinstance(node, Sym | Kind | Doc | Changed | Size | Inside | Contains | Count | Ordered | Related | Unused)


def syms(node: Node) -> list[Sym]:
    if isinstance(node, And | Or):
        return [term for part in node.parts for term in syms(part)]
    return [node] if isinstance(node, Sym) else []


def containers(node: Node) -> list[str]:
    """The names that hits must lie in, as far as they are given as words."""
    if isinstance(node, And):
        return [name for part in node.parts for name in containers(part)]
    if isinstance(node, Inside) and isinstance(node.query, Sym) and node.query.name.how == "words":
        return [node.query.name.text]
    return []
