"""From the engine's records to protocol types. The only place that knows both."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from lsprotocol import types

from indexer.engine import Document, Encoding, Fold, Span, Symbol, Text, position_of

_KINDS = {
    "class": types.SymbolKind.Class,
    "constant": types.SymbolKind.Constant,
    "constructor": types.SymbolKind.Constructor,
    "element": types.SymbolKind.Object,
    "enum": types.SymbolKind.Enum,
    "enum_member": types.SymbolKind.EnumMember,
    "event": types.SymbolKind.Event,
    "extern": types.SymbolKind.Variable,
    "field": types.SymbolKind.Field,
    "function": types.SymbolKind.Function,
    "impl": types.SymbolKind.Object,
    "interface": types.SymbolKind.Interface,
    "key": types.SymbolKind.Key,
    "macro": types.SymbolKind.Function,
    "method": types.SymbolKind.Method,
    "module": types.SymbolKind.Module,
    "namespace": types.SymbolKind.Namespace,
    "package": types.SymbolKind.Package,
    "property": types.SymbolKind.Property,
    "prototype": types.SymbolKind.Function,
    "resource": types.SymbolKind.Object,
    "rule": types.SymbolKind.Function,
    "section": types.SymbolKind.String,
    "selector": types.SymbolKind.Class,
    "struct": types.SymbolKind.Struct,
    "table": types.SymbolKind.Struct,
    "target": types.SymbolKind.Function,
    "test": types.SymbolKind.Method,
    "test_function": types.SymbolKind.Function,
    "test_method": types.SymbolKind.Method,
    "trait": types.SymbolKind.Interface,
    "type": types.SymbolKind.Class,
    "variable": types.SymbolKind.Variable,
}
_VARIABLE = types.SymbolKind.Variable.value
_NUMBERS = {kind: known.value for kind, known in _KINDS.items()}  # asking an enumeration for each takes longer
# Words that say no more than the kind of a symbol does.
_DEFINERS = frozenset(
    (
        *("class", "const", "constant", "def", "define", "defmodule", "defn", "defp", "defun", "enum", "export"),
        *("fn", "fun", "func", "function", "impl", "interface", "let", "local", "macro", "method", "mod", "module"),
        *("my", "namespace", "our", "package", "proc", "procedure", "program", "record", "rule", "section"),
        *(
            "set",
            "struct",
            "sub",
            "subroutine",
            "table",
            "task",
            "test",
            "trait",
            "type",
            "typedef",
            "union",
            "val",
            "var",
        ),
    )
)
_FOLD_KINDS = {
    "comment": types.FoldingRangeKind.Comment,
    "imports": types.FoldingRangeKind.Imports,
    "region": types.FoldingRangeKind.Region,
}


def symbol_kind(kind: str) -> types.SymbolKind:
    return _KINDS.get(kind, types.SymbolKind.Variable)


def symbol_number(kind: str) -> int:
    """The same as it goes over the wire."""
    return _NUMBERS.get(kind, _VARIABLE)


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


def detail(symbol: Symbol) -> str | None:
    """What an outline shows beside a name: the rest of the signature, without the name and words that only define."""
    signature = symbol.signature
    at = _as_a_word(symbol.name, signature)
    if at < 0:
        return signature or None
    before, after = signature[:at], signature[at + len(symbol.name) :]
    words = [word for word in before.split() if word not in _DEFINERS]
    between = " " if before[-1:] == " " or not words else ""  # `&name`, `Type::name`
    return (" ".join(words) + between + after).strip(" =") or None


def _as_a_word(name: str, text: str) -> int:
    """Where a name stands by itself in a text; -1 if nowhere. A pattern for each name would take far longer to make."""
    at = text.find(name)
    while at >= 0:
        before, after = text[at - 1 : at] if at else "", text[at + len(name) : at + len(name) + 1]
        if not (before.isalnum() or after.isalnum() or before == "_" or after == "_"):
            break
        at = text.find(name, at + 1)
    return at


def fold_kind(fold: Fold) -> str | None:
    """The protocol's name for a kind of fold, where it has one."""
    kind = _FOLD_KINDS.get(fold.kind)
    return None if kind is None else kind.value


def outermost(found: list[Fold], limit: int) -> list[Fold]:
    """So many of the folds, those in the fewest others."""
    depths: list[int] = []
    around: list[int] = []
    for fold in found:
        while around and around[-1] < fold.row_start:
            around.pop()
        depths.append(len(around))
        around.append(fold.row_end)
    kept = sorted(sorted(range(len(found)), key=lambda at: (depths[at], at))[: max(limit, 0)])
    return [found[at] for at in kept]


def selection_range(document: Document, spans: Iterable[Span], encoding: Encoding) -> types.SelectionRange:
    """A chain from the innermost span outwards."""
    chain: types.SelectionRange | None = None
    for span in reversed(list(spans)):
        chain = types.SelectionRange(span_range(document, span, encoding), chain)
    assert chain is not None  # the file itself is always there
    return chain
