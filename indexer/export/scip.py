"""A SCIP index: definitions, references and their places, for code-intelligence engines.

SCIP is a protocol buffer message; the few fields that are needed are written here by hand. A reference leads to what it
means, as `indexer/export/files.py` tells; what could be several is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from importlib.metadata import version
from pathlib import Path

from indexer.export.files import ExportedFile
from indexer.model import Span, Symbol
from indexer.text.document_text import Text
from indexer.text.positions import Encoding, position_of

_UTF8 = 1  # of TextEncoding, and of PositionEncoding: code units of UTF-8
_DEFINITION, _IMPORT = 1, 2  # SymbolRole
_KINDS = {
    "class": 7,
    "constant": 8,
    "constructor": 9,
    "enum": 11,
    "enum_member": 12,
    "event": 13,
    "extern": 61,
    "field": 15,
    "function": 17,
    "interface": 21,
    "key": 22,
    "macro": 25,
    "method": 26,
    "module": 29,
    "namespace": 30,
    "object": 33,
    "package": 35,
    "property": 41,
    "prototype": 17,
    "struct": 49,
    "test_function": 17,
    "test_method": 26,
    "trait": 53,
    "type": 54,
    "variable": 61,
}
_TYPES = frozenset(("class", "enum", "interface", "struct", "trait", "type", "impl", "object", "table"))
_CALLED = frozenset(("function", "method", "constructor", "prototype", "test", "test_function", "test_method"))
_SIMPLE = re.compile(r"[A-Za-z0-9_+$-]+")


def scip_index(root: Path, files: Sequence[ExportedFile]) -> Iterator[bytes]:
    """The message in parts; joined they are one `scip.Index`."""
    tool = _text(1, "outcrop") + _text(2, version("outcrop"))
    yield _message(1, _message(2, tool) + _text(3, root.as_uri()) + _number(4, _UTF8))
    known = {
        (file.path, symbol.name_span): moniker
        for file in files
        for symbol, moniker in zip(file.symbols, _monikers(file), strict=True)
    }
    for file in files:
        yield _message(2, _document(file, known))


def _monikers(file: ExportedFile) -> list[str]:
    """The symbol of each definition: the file, then the definitions around it, then itself."""
    made: list[str] = []
    seen: dict[str, int] = {}
    for symbol in file.symbols:
        outer = f"outcrop . . . {_name(file.path)}/" if symbol.parent is None else made[symbol.parent]
        count = seen.get(f"{outer}{symbol.name}", 0)
        seen[f"{outer}{symbol.name}"] = count + 1
        made.append(outer + _descriptor(symbol, count))
    return made


def _descriptor(symbol: Symbol, count: int) -> str:
    again = f"+{count}" if count else ""
    name = _name(symbol.name)
    if symbol.kind in _CALLED:
        return f"{name}({again})."
    if count:
        name = _name(f"{symbol.name}{again}")
    if symbol.kind in _TYPES:
        return f"{name}#"
    if symbol.kind in ("module", "namespace", "package"):
        return f"{name}/"
    return f"{name}!" if symbol.kind == "macro" else f"{name}."


def _name(name: str) -> str:
    return name if _SIMPLE.fullmatch(name) else f"`{name.replace('`', '``')}`"


def _document(file: ExportedFile, known: dict[tuple[str, Span], str]) -> bytes:
    monikers = _monikers(file)
    parts = [_text(1, file.path)]
    for symbol, moniker in zip(file.symbols, monikers, strict=True):
        where = _range(file.text, symbol.name_span)
        whole = _range(file.text, symbol.span)
        occurrence = _numbers(1, where) + _text(2, moniker) + _number(3, _DEFINITION) + _numbers(7, whole)
        parts.append(_message(2, occurrence))
    for reference, meant in zip(file.references, file.meant, strict=True):
        target = known.get((meant.path, meant.span)) if meant.path is not None and meant.span is not None else None
        if target is not None:
            role = _number(3, _IMPORT) if reference.kind == "import" else b""
            parts.append(_message(2, _numbers(1, _range(file.text, reference.span)) + _text(2, target) + role))
    for symbol, moniker in zip(file.symbols, monikers, strict=True):
        parts.append(_message(3, _information(file, symbol, moniker, monikers)))
    parts.append(_text(4, file.language or ""))
    parts.append(_number(6, _UTF8))
    return b"".join(parts)


def _information(file: ExportedFile, symbol: Symbol, moniker: str, monikers: list[str]) -> bytes:
    said = [f"```{file.language or ''}\n{symbol.signature}\n```"] if symbol.signature else []
    said += [symbol.doc] if symbol.doc else []
    made = _text(1, moniker) + b"".join(_text(3, part) for part in said)
    made += _number(5, _KINDS.get(symbol.kind, 0)) + _text(6, symbol.name)
    return made if symbol.parent is None else made + _text(8, monikers[symbol.parent])


def _range(text: Text, span: Span) -> list[int]:
    """Three numbers on one line, four over several."""
    start, end = position_of(text, span.start, Encoding.UTF8), position_of(text, span.end, Encoding.UTF8)
    return [*start, end[1]] if start[0] == end[0] else [*start, *end]


def _varint(number: int) -> bytes:
    made = bytearray()
    while number > 0x7F:
        made.append(number & 0x7F | 0x80)
        number >>= 7
    made.append(number)
    return bytes(made)


def _message(field: int, data: bytes) -> bytes:
    return _varint(field << 3 | 2) + _varint(len(data)) + data


def _text(field: int, text: str) -> bytes:
    return _message(field, text.encode("utf-8", "replace")) if text else b""


def _number(field: int, number: int) -> bytes:
    return _varint(field << 3) + _varint(number) if number else b""


def _numbers(field: int, numbers: Iterable[int]) -> bytes:
    return _message(field, b"".join(map(_varint, numbers)))
