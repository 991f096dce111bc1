"""`outcrop statements`: statements, block boundaries and heredocs."""

from __future__ import annotations

import argparse

from indexer.cli.named_files import run_on_files
from indexer.cli.outcome import Record
from indexer.cli.terminal import paint
from indexer.engine import Document, Heredoc, decode


def run(options: argparse.Namespace) -> int:
    return run_on_files(options, statements, _show)


def statements(document: Document, file: str) -> Record:
    return {
        "file": file,
        "language": document.language.name if document.language else None,
        "statements": [
            {"line_start": statement.row_start + 1, "line_end": statement.row_end + 1, "depth": statement.depth}
            for statement in document.statements()
        ],
        "blocks": [
            {
                "type": boundary.type,
                "start_line": boundary.row_start + 1,
                "end_line": None if boundary.row_end is None else boundary.row_end + 1,
                "depth": boundary.depth,
                "parent": boundary.parent,
            }
            for boundary in document.boundaries()
        ],
        "heredocs": [_heredoc(heredoc) for heredoc in document.heredocs()],
    }


def _heredoc(heredoc: Heredoc) -> Record:
    return {
        "declaration_line": heredoc.declaration_row + 1,
        "terminator": heredoc.terminator,
        "interpolated": heredoc.interpolated,
        "indented": heredoc.indented,
        "block_depth": heredoc.block_depth,
        "block": heredoc.block,
        "statement_end_line": heredoc.statement_row_end + 1,
        "content_start_line": heredoc.content_row_start + 1,
        "content_end_line": heredoc.content_row_end + 1,
        "terminator_line": None if heredoc.terminator_row is None else heredoc.terminator_row + 1,
        "recovered": heredoc.recovered,
    }


def _show(document: Document, record: Record) -> bool:
    if not record["statements"] and not record["heredocs"]:
        return False
    print(paint(record["file"], "bold", "magenta"))
    width = len(str(len(document.text.lines)))
    for statement in record["statements"]:
        lines = paint(f"{statement['line_start']:>{width}}-{statement['line_end']:<{width}}", "green")
        first = decode(document.text.row_bytes(statement["line_start"] - 1)).strip()[:100]
        print(f"{lines}  {'  ' * statement['depth']}{first}")
    for heredoc in record["heredocs"]:
        body = f"lines {heredoc['content_start_line']}-{heredoc['content_end_line']}"
        if heredoc["content_end_line"] < heredoc["content_start_line"]:
            body = "empty"
        ending = "no terminator" if heredoc["terminator_line"] is None else f"ends at {heredoc['terminator_line']}"
        mended = "  (recovered)" if heredoc["recovered"] else ""
        print(
            f"{paint('heredoc', 'cyan')} {paint(heredoc['terminator'], 'bold')} declared at"
            f" {heredoc['declaration_line']}, depth {heredoc['block_depth']}, body {body}, {ending}{mended}"
        )
    return True
