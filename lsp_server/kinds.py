"""What the protocol calls the kinds of symbols and folds, and what an outline shows beside a name.

Without the protocol's own types: outlines are written in the child that parses, too, and these take long to import.
"""

from __future__ import annotations

from indexer.engine import Fold, Symbol

# The numbers of `SymbolKind`.
_MODULE = 2
_NAMESPACE = 3
_PACKAGE = 4
_CLASS = 5
_METHOD = 6
_PROPERTY = 7
_FIELD = 8
_CONSTRUCTOR = 9
_ENUM = 10
_INTERFACE = 11
_FUNCTION = 12
_VARIABLE = 13
_CONSTANT = 14
_STRING = 15
_OBJECT = 19
_KEY = 20
_ENUM_MEMBER = 22
_STRUCT = 23
_EVENT = 24
_KINDS = {
    "class": _CLASS,
    "constant": _CONSTANT,
    "constructor": _CONSTRUCTOR,
    "element": _OBJECT,
    "enum": _ENUM,
    "enum_member": _ENUM_MEMBER,
    "event": _EVENT,
    "extern": _VARIABLE,
    "field": _FIELD,
    "function": _FUNCTION,
    "impl": _OBJECT,
    "interface": _INTERFACE,
    "key": _KEY,
    "macro": _FUNCTION,
    "method": _METHOD,
    "module": _MODULE,
    "namespace": _NAMESPACE,
    "package": _PACKAGE,
    "property": _PROPERTY,
    "prototype": _FUNCTION,
    "resource": _OBJECT,
    "rule": _FUNCTION,
    "section": _STRING,
    "selector": _CLASS,
    "struct": _STRUCT,
    "table": _STRUCT,
    "target": _FUNCTION,
    "test": _METHOD,
    "test_function": _FUNCTION,
    "test_method": _METHOD,
    "trait": _INTERFACE,
    "type": _CLASS,
    "variable": _VARIABLE,
}
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
_FOLD_KINDS = frozenset(("comment", "imports", "region"))


def kind_number(kind: str) -> int:
    """The protocol's number for a kind of symbol."""
    return _KINDS.get(kind, _VARIABLE)


def detail(symbol: Symbol) -> str | None:
    """What an outline shows beside a name: the rest of the signature, without the name and words that only define."""
    signature = symbol.signature
    at = _as_a_word(symbol.name, signature)
    if at < 0:
        return signature or None
    before, after = signature[:at], signature[at + len(symbol.name) :]
    if not before:
        return after.strip(" =") or None
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
    return fold.kind if fold.kind in _FOLD_KINDS else None


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
