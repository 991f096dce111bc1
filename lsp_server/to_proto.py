"""From the engine's records to protocol types. The only place that knows both."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from lsprotocol import types

from indexer.engine import Document, Encoding, Span, Text, position_of
from lsp_server.kinds import kind_number


def symbol_kind(kind: str) -> types.SymbolKind:
    return types.SymbolKind(kind_number(kind))


def span_in(text: Text, span: Span, encoding: Encoding) -> types.Range:
    """A span of a text that need not be an open document's."""
    start, end = position_of(text, span.start, encoding), position_of(text, span.end, encoding)
    return types.Range(types.Position(*start), types.Position(*end))


def text_range(text: Text, span: Span, encoding: Encoding) -> dict[str, Any]:
    """The same as plain data, for the answers to our own requests."""
    (line, character), (end_line, end_character) = (position_of(text, at, encoding) for at in (span.start, span.end))
    return {
        "start": {"line": line, "character": character},
        "end": {"line": end_line, "character": end_character},
    }


def row_range_of(text: Text, row_start: int, row_end: int, encoding: Encoding) -> dict[str, Any]:
    """Whole rows as a range, as plain data."""
    end = text.row_span(min(row_end, len(text.lines) - 1))[1]
    line, character = position_of(text, end, encoding)
    return {"start": {"line": row_start, "character": 0}, "end": {"line": line, "character": character}}


def position(document: Document, offset: int, encoding: Encoding) -> types.Position:
    return types.Position(*position_of(document.text, offset, encoding))


def span_range(document: Document, span: Span, encoding: Encoding) -> types.Range:
    return types.Range(position(document, span.start, encoding), position(document, span.end, encoding))


def row_range(document: Document, row_start: int, row_end: int, encoding: Encoding) -> dict[str, Any]:
    return row_range_of(document.text, row_start, row_end, encoding)


def selection_range(document: Document, spans: Iterable[Span], encoding: Encoding) -> types.SelectionRange:
    """A chain from the innermost span outwards."""
    chain: types.SelectionRange | None = None
    for span in reversed(list(spans)):
        chain = types.SelectionRange(span_range(document, span, encoding), chain)
    assert chain is not None  # the file itself is always there
    return chain
