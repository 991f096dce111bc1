"""The rows of the tables that are exported: all that is known of each file, one row a record."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from indexer.export.files import ExportedFile
from indexer.search.run.corpus import Gone
from indexer.text.positions import Encoding, position_of

Row = tuple[str, dict[str, Any]]  # the table, and the columns


def rows(files: Iterable[ExportedFile]) -> Iterator[Row]:
    by_path = {file.path: file for file in files}
    for file in by_path.values():
        try:
            yield from _file(file)
            yield from _symbols(file)
            yield from _references(file, by_path)
            yield from _imports(file)
            yield from _blocks(file)
            yield from _chunks(file)
        except Gone:
            continue


def _file(file: ExportedFile) -> Iterator[Row]:
    data = file.text.data
    lines = len(file.text.lines) - (not data or data.endswith((b"\n", b"\r")))
    yield "files", {"path": file.path, "language": file.language, "bytes": len(data), "lines": lines}


def _symbols(file: ExportedFile) -> Iterator[Row]:
    symbols = file.symbols
    for symbol in symbols:
        row, column = position_of(file.text, symbol.name_span.start, Encoding.UTF32)
        yield (
            "symbols",
            {
                "path": file.path,
                "name": symbol.name,
                "kind": symbol.kind,
                "container": None if symbol.parent is None else symbols[symbol.parent].name,
                "line_start": symbol.row_start + 1,
                "line_end": symbol.row_end + 1,
                "name_line": row + 1,
                "name_column": column + 1,
                "signature": symbol.signature,
                "doc": symbol.doc,
            },
        )


def _references(file: ExportedFile, by_path: dict[str, ExportedFile]) -> Iterator[Row]:
    symbols = file.symbols
    for reference, meant in zip(file.references, file.meant, strict=True):
        row, column = position_of(file.text, reference.span.start, Encoding.UTF32)
        target = by_path.get(meant.path) if meant.path is not None else None
        line = None if target is None or meant.span is None else target.text.lines.row_of(meant.span.start) + 1
        yield (
            "references",
            {
                "path": file.path,
                "line": row + 1,
                "column": column + 1,
                "kind": reference.kind,
                "name": reference.name,
                "in": None if reference.symbol is None else symbols[reference.symbol].name,
                "evidence": meant.evidence,
                "target_path": meant.path,
                "target_line": line,
            },
        )


def _imports(file: ExportedFile) -> Iterator[Row]:
    for one in file.imports():
        told = {"path": file.path, "line": one.row + 1, "text": one.name, "evidence": one.evidence}
        for path in one.files or (None,):
            yield "imports", {**told, "target_path": None if path is None else file.inside(path)}


def _blocks(file: ExportedFile) -> Iterator[Row]:
    for block in file.blocks:
        yield (
            "blocks",
            {
                "path": file.path,
                "kind": block.kind,
                "name": block.name,
                "level": block.level,
                "line_start": block.row_start + 1,
                "line_end": block.row_end + 1,
                "header": block.header,
            },
        )


def _chunks(file: ExportedFile) -> Iterator[Row]:
    for chunk in file.chunks():
        yield (
            "chunks",
            {
                "path": file.path,
                "type": chunk.type,
                "title": chunk.title,
                "breadcrumb": chunk.breadcrumb,
                "language": chunk.language,
                "line_start": chunk.row_start + 1,
                "line_end": chunk.row_end + 1,
                "tokens": chunk.tokens,
                "content": chunk.content,
            },
        )
