"""Symbols: the named definitions of a document, in order, each knowing the one it lies in."""

from __future__ import annotations

import re

from indexer.extract.structure import Items
from indexer.model import Span, Symbol
from indexer.text.document_text import Text

CLASS_LIKE = frozenset(("class", "struct", "interface", "trait", "impl", "enum", "object"))
SIGNATURE = 200
_OPENERS = b" \t\r\n{:="


def symbols(text: Text, pieces: list[tuple[Items, int]]) -> list[Symbol]:
    """The symbols of a text from its structure items; `pieces` pairs items with the shift of their offsets."""
    data, row_of = text.data, text.lines.row_of
    found: list[Symbol] = []
    enclosing: list[int] = []
    for items, shift in pieces:
        for start, end, kind, name_start, name_end, header_end, _ in items.definitions:
            start += shift
            end += shift
            while enclosing and (found[enclosing[-1]].span.end < end or found[enclosing[-1]].span == Span(start, end)):
                enclosing.pop()  # names of one statement (`local a, b`) stand side by side
            parent = enclosing[-1] if enclosing else None
            if kind == "function" and parent is not None and found[parent].kind in CLASS_LIKE:
                kind = "method"
            enclosing.append(len(found))
            found.append(
                Symbol(
                    name_of(data[name_start + shift : name_end + shift]),
                    kind,
                    Span(start, end),
                    Span(name_start + shift, name_end + shift),
                    row_of(start),
                    row_of(max(end - 1, start)),
                    signature_of(data[start : header_end + shift]),
                    parent,
                )
            )
    return found


def name_of(written: bytes) -> str:
    """A name as people read it: on one line, without the quotes of a key."""
    name = b" ".join(written.split()).decode("utf-8", "replace")
    if len(name) > 1 and name[0] == name[-1] and name[0] in "\"'`":
        name = name[1:-1]
    return name or '""'


def signature_of(header: bytes) -> str:
    """A definition's header on one line, without what opens its body."""
    first = header[: 4 * SIGNATURE]
    text = b" ".join(first.split()).rstrip(_OPENERS).decode("utf-8", "replace")
    text = re.sub(r"([(\[{]) | (?=[)\]},;])", r"\1", text)
    return text if len(text) <= SIGNATURE else text[: SIGNATURE - 1] + "…"
