"""The scopes of a text, as a query found them in its tree: nested, the file around all of them."""

from __future__ import annotations

from tree_sitter import Node

from indexer.graph.names import FILE, Scope
from indexer.graph.values import Value, Values
from indexer.model import Span

Captured = list[tuple[int, dict[str, list[Node]]]]


def scopes_of(found: Captured, root: Node, size: int, values: Values) -> tuple[list[Scope], dict[Span, int]]:
    """The scopes, and by the statements that only begin a class the scopes that these are."""
    spans: dict[Span, str] = {}
    adding: dict[Span, Value | None] = {}
    for _, captures in found:
        for name, nodes in captures.items():
            if name.startswith("scope.") and name != "scope.rest":
                for node in nodes:
                    span = Span(node.start_byte, node.end_byte)
                    spans.setdefault(span, name[6:])
                    if "adds" in captures:
                        adding[span] = values.of(captures["adds"][0])
    rests = {rest: said for rest, said in _rests(found, root).items() if said not in spans}
    spans.update(dict.fromkeys(rests, "class"))
    scopes = [Scope("file", Span(0, size + 1), -1, -1)]
    begun: dict[Span, int] = {}
    around = [FILE]
    for span in sorted(spans, key=lambda span: (span.start, -span.end)):
        while scopes[around[-1]].span.end < span.end or scopes[around[-1]].span.end <= span.start:
            around.pop()
        scopes.append(Scope(spans[span], span, around[-1], -1, (), adding.get(span)))
        around.append(len(scopes) - 1)
        if span in rests:
            begun[rests[span]] = len(scopes) - 1
    return scopes, begun


def _rests(found: Captured, root: Node) -> dict[Span, Span]:
    """What follows each statement that begins a class, up to the next such or the end of what is around it."""
    beside: dict[Node, list[Node]] = {}
    for _, captures in found:
        for node in captures.get("scope.rest", ()):
            beside.setdefault(node.parent or root, []).append(node)
    rests = {}
    for outer, nodes in beside.items():
        nodes.sort(key=lambda node: node.start_byte)
        for node, after in zip(nodes, [*nodes[1:], None], strict=True):
            end = after.start_byte if after is not None else outer.end_byte
            rests[Span(node.start_byte, end)] = Span(node.start_byte, node.end_byte)
    return rests
