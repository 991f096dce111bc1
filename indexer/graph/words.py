"""Where in what refers to something its name stands."""

from __future__ import annotations

from indexer.model import Span


def last_word(data: bytes, span: Span, name: str) -> Span:
    """Where a name stands in what refers to it, which may be a path that ends with it."""
    word = name.rpartition(".")[2].encode("utf-8", "replace")
    at = data.rfind(word, span.start, span.end)
    return span if at < 0 else Span(at, at + len(word))


def name_offset(span: Span, data: bytes) -> int:
    """Where the last word of a reference begins: the name, of what may be a path."""
    written = data[span.start : span.end]
    return span.start + max((written.rfind(sign) + 1 for sign in (b".", b":", b"/")), default=0)
