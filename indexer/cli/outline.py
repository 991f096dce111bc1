"""`outcrop outline`: the definitions in files, nested."""

from __future__ import annotations

import argparse

from indexer.cli.named_files import run_on_files
from indexer.cli.outcome import Record
from indexer.cli.terminal import paint
from indexer.engine import Document, Encoding, Symbol, position_of


def run(options: argparse.Namespace) -> int:
    return run_on_files(options, outline, _show)


def outline(document: Document, file: str) -> Record:
    """The outline in the shape of the JSON contract."""
    language = document.language.name if document.language else None
    roots: list[Record] = []
    made: list[Record] = []
    found = document.symbols()
    for symbol in found:
        record = symbol_record(file, document, found, symbol)
        record["children"] = []
        made.append(record)
        (roots if symbol.parent is None else made[symbol.parent]["children"]).append(record)
    return {"file": file, "language": language, "symbols": roots}


def symbol_record(file: str, document: Document, found: list[Symbol], symbol: Symbol) -> Record:
    """A Symbol of the JSON contract: lines and columns from 1, columns in characters."""
    row, column = position_of(document.text, symbol.name_span.start, Encoding.UTF32)
    record: Record = {
        "name": symbol.name,
        "kind": symbol.kind,
        "file": file,
        "language": document.language.name if document.language else None,
        "line_start": symbol.row_start + 1,
        "line_end": symbol.row_end + 1,
        "name_line": row + 1,
        "name_column": column + 1,
    }
    if symbol.parent is not None:
        record["container"] = found[symbol.parent].name
    if symbol.signature:
        record["signature"] = symbol.signature
    if symbol.doc:
        record["doc"] = symbol.doc
    return record


def _show(document: Document, record: Record) -> bool:
    if not record["symbols"]:
        return False
    print(paint(record["file"], "bold", "magenta"))
    width = len(str(len(document.text.lines)))
    _show_symbols(record["symbols"], 0, width)
    return True


def _show_symbols(symbols: list[Record], level: int, width: int) -> None:
    for symbol in symbols:
        line = paint(str(symbol["line_start"]).rjust(width), "green")
        print(f"{line}  {'  ' * level}{paint(symbol['kind'], 'dim')} {paint(symbol['name'], 'bold')}")
        _show_symbols(symbol["children"], level + 1, width)
