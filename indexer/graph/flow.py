"""Which parts of a function are never run after something in it: other branches, and what is behind a return."""

from __future__ import annotations

from tree_sitter import Node

from indexer.languages.scoping import Scoping
from indexer.model import Span

_ALWAYS = 1 << 62  # the end of any text


def hidden_from(node: Node, scoping: Scoping) -> tuple[Span, ...]:
    """The parts behind a node that cannot follow it, as far as the statements around it tell."""
    hidden: list[Span] = []
    below, around = node, node.parent
    while around is not None:
        parts = scoping.branches.get(around.type)
        if parts is not None and below.type in parts and below != around.child_by_field_name("condition"):
            hidden.append(Span(below.end_byte, around.end_byte))
        if around.type in scoping.blocks and (end := _left(around, scoping)) is not None:
            hidden.append(Span(around.end_byte, end))
        if around.type in scoping.jumps:
            hidden.append(Span(around.end_byte, _ALWAYS))
        if around.type in scoping.loops:  # the next round may come to what this one passes by
            hidden = [span for span in hidden if span.end > around.end_byte]
        below, around = around, around.parent
    return tuple(span for span in hidden if span.start < span.end)


def _left(block: Node, scoping: Scoping) -> int | None:
    """How far code behind a block is left out when that has been run; None if it goes on there."""
    statements = [child for child in block.named_children if not child.is_extra]
    last = statements[-1] if statements else None
    while last is not None and last.type == "expression_statement" and last.named_children:
        last = last.named_children[0]
    if last is None:
        return None
    if last.type in scoping.jumps:
        return _ALWAYS
    if last.type not in scoping.steps:
        return None
    around = block.parent
    while around is not None and around.type not in scoping.loops:
        around = around.parent
    return None if around is None else around.end_byte
