"""Expand-selection: the spans around an offset, from the word outwards to the whole file."""

from __future__ import annotations

import re

from tree_sitter import Tree

from indexer.model import Span

_WORD = re.compile(rb"[\w\x80-\xff]+")


def word_at(data: bytes, offset: int) -> Span | None:
    """The word that an offset lies in or touches."""
    low = max(offset - 128, data.rfind(b"\n", 0, offset) + 1)
    for match in _WORD.finditer(data, low, min(offset + 128, len(data))):
        if match.start() <= offset <= match.end():
            return Span(match.start(), match.end())
    return None


def node_spans(tree: Tree, base: int, offset: int) -> list[Span]:
    """The spans of the nodes around an offset, outermost first. `base` is where the tree's text starts."""
    spans: list[Span] = []
    cursor = tree.walk()
    at = offset - base
    while cursor.goto_first_child_for_byte(at) is not None:
        node = cursor.node
        if node is None or not node.start_byte <= at <= node.end_byte:
            break
        spans.append(Span(node.start_byte + base, node.end_byte + base))
    return spans


def nested(spans: list[Span]) -> list[Span]:
    """The spans that strictly contain each other, innermost first, without repetitions."""
    kept: list[Span] = []
    for span in sorted(spans, key=lambda span: (span.end - span.start, span.start)):
        if not kept or (span != kept[-1] and span.start <= kept[-1].start and span.end >= kept[-1].end):
            kept.append(span)
    return kept
