"""Expand-selection: the spans around an offset, from the word outwards to the whole file."""

from __future__ import annotations

import re

from tree_sitter import Tree

from indexer.model import Span, Symbol

_WORD = re.compile(rb"[\w\x80-\xff]+")
_BLANK_ROW = re.compile(rb"(?:\n|\A)[^\S\n]*+(?=\n)")


def word_at(data: bytes, offset: int) -> Span | None:
    """The word that an offset lies in or touches."""
    low = max(offset - 128, data.rfind(b"\n", 0, offset) + 1)
    for match in _WORD.finditer(data, low, min(offset + 128, len(data))):
        if match.start() <= offset <= match.end():
            return Span(match.start(), match.end())
    return None


def node_spans(tree: Tree, data: bytes, base: int, offset: int) -> list[Span]:
    """The spans of the nodes around an offset, outermost first. `base` is where the tree's text starts.

    Blanks at a node's end are none of it, unless the offset is among them: nobody means to select them, and where a
    node ends in them may depend on how its tree came about.
    """
    spans: list[Span] = []
    cursor = tree.walk()
    at = offset - base
    while cursor.goto_first_child_for_byte(at) is not None:
        node = cursor.node
        if node is None or not node.start_byte <= at <= node.end_byte:
            break
        spans.append(Span(node.start_byte + base, _without_blanks(data, offset, node.end_byte + base)))
    return spans


def prose_spans(data: bytes, symbols: list[Symbol], offset: int) -> list[Span]:
    """The spans around an offset where there is no tree: its row, its paragraph, and the sections it is in."""
    row = Span(data.rfind(b"\n", 0, offset) + 1, data.find(b"\n", offset))
    below = _BLANK_ROW.search(data, offset)
    above = 0
    for blank in _BLANK_ROW.finditer(data, 0, offset):
        above = blank.end()
    paragraph = Span(above, -1 if below is None else below.start())
    spans: list[Span] = []
    rows = (row, paragraph) if data[row.start : row.end if row.end >= 0 else None].strip() else ()
    for start, end in (*rows, *(symbol.span for symbol in symbols)):
        end = len(data) if end < 0 else end
        if start <= offset <= end and data[start:end].strip():
            before = data[start:offset]
            spans.append(Span(offset - len(before.lstrip()), _without_blanks(data, offset, end)))
    return spans


def _without_blanks(data: bytes, offset: int, end: int) -> int:
    """Where what ends at `end` ends without its blanks; `end` itself if nothing else is behind the offset."""
    low = end
    while low > offset:
        low, high = max(low - 256, offset), low
        seen = data[low:high].rstrip()
        if seen:
            return low + len(seen)
    return end


def nested(spans: list[Span]) -> list[Span]:
    """The spans that strictly contain each other, innermost first, without repetitions."""
    kept: list[Span] = []
    for span in sorted(spans, key=lambda span: (span.end - span.start, span.start)):
        if not kept or (span != kept[-1] and span.start <= kept[-1].start and span.end >= kept[-1].end):
            kept.append(span)
    return kept
