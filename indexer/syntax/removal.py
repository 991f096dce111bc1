"""What goes with code that is taken out: the comma that set it apart from its neighbours, the sign that ended it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tree_sitter import Node

from indexer.model import Span

_BLANKS = b" \t"


@dataclass(frozen=True, slots=True)
class _Element:
    """The nodes, side by side, that are exactly what is taken out."""

    first: Node
    last: Node

    @property
    def before(self) -> Node | None:
        return self.first.prev_sibling

    @property
    def after(self) -> Node | None:
        return self.last.next_sibling


def with_separators(root: Node, data: bytes, spans: Sequence[Span]) -> list[Span]:
    """For each span that is to go, all that has to go with it. Spans that are no whole nodes stay as they are."""
    elements = [_element(root, span) for span in spans]
    gone = {(element.first.start_byte, element.last.end_byte) for element in elements if element is not None}
    return [
        span if element is None else _with_separator(element, data, span, gone)
        for element, span in zip(elements, spans, strict=True)
    ]


def _element(root: Node, span: Span) -> _Element | None:
    node = root.descendant_for_byte_range(*span) if span.end > span.start else None
    if node is None:
        return None
    if _span(node) == span:
        while node.parent is not None and _span(node.parent) == span:
            node = node.parent
        return _Element(node, node)
    inside = [child for child in node.children if child.start_byte >= span.start and child.end_byte <= span.end]
    if inside and inside[0].start_byte == span.start and inside[-1].end_byte == span.end:
        return _Element(inside[0], inside[-1])
    return None


def _with_separator(element: _Element, data: bytes, span: Span, gone: set[tuple[int, int]]) -> Span:
    before, after = element.before, element.after
    if before is not None and _is_comma(before) and _ends_list(element, data, gone):
        return Span(before.start_byte, span.end)
    if after is None or not _is_comma(after):
        return _with_end(element, data, span)
    end = after.end_byte
    while end < len(data) and data[end] in _BLANKS:
        end += 1
    return Span(span.start, after.end_byte if data[end : end + 1] in (b"\r", b"\n", b"") else end)


def _ends_list(element: _Element, data: bytes, gone: set[tuple[int, int]]) -> bool:
    """Whether nothing of a list is left behind an element, so that it is the comma before it that goes with it.

    Where each element has a row of its own, and a comma at its end, the last one goes with its row.
    """
    comma = element.after
    while comma is not None and _is_comma(comma):
        following = comma.next_sibling
        if following is None or not following.is_named:
            before = element.before
            return before is not None and b"\n" not in data[before.end_byte : element.first.start_byte]
        if _span(following) not in gone:
            return False
        comma = following.next_sibling
    return True


def _with_end(element: _Element, data: bytes, span: Span) -> Span:
    """With the semicolon behind it, where nothing else is in the same rows."""
    parent = element.first.parent
    if parent is None or any(
        child.type != ";" for child in parent.children if not span.start <= child.start_byte < span.end
    ):
        return span
    whole = _span(parent)
    if whole.start != span.start or whole == span or not _is_alone(data, whole):
        return span
    return whole


def _is_alone(data: bytes, span: Span) -> bool:
    start, end = data.rfind(b"\n", 0, span.start) + 1, data.find(b"\n", span.end)
    return not data[start : span.start].strip() and not data[span.end : len(data) if end < 0 else end].strip()


def _is_comma(node: Node | None) -> bool:
    return node is not None and node.type == ","


def _span(node: Node) -> Span:
    return Span(node.start_byte, node.end_byte)
