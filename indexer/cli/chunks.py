"""`outcrop chunks`: files in pieces for a language model, each with its exact lines and the headings around it."""

from __future__ import annotations

import argparse
from pathlib import PurePath

from indexer.cli.named_files import run_on_files
from indexer.cli.outcome import Record
from indexer.cli.terminal import paint
from indexer.engine import Document


def run(options: argparse.Namespace) -> int:
    return run_on_files(options, chunks, _show)


def chunks(document: Document, file: str) -> Record:
    return {
        "chunks": [
            {
                "file": file,
                "type": chunk.type,
                "title": chunk.title,
                "breadcrumb": chunk.breadcrumb,
                "language": chunk.language,
                "line_start": chunk.row_start + 1,
                "line_end": chunk.row_end + 1,
                "tokens": chunk.tokens,
                "content": chunk.content,
            }
            for chunk in document.chunks(PurePath(file).name)
        ]
    }


def _show(document: Document, record: Record) -> bool:
    if not record["chunks"]:
        return False
    print(paint(record["chunks"][0]["file"], "bold", "magenta"))
    width = len(str(len(document.text.lines)))
    for chunk in record["chunks"]:
        lines = paint(f"{chunk['line_start']:>{width}}-{chunk['line_end']:<{width}}", "green")
        print(f"{lines}  {paint(chunk['type'], 'dim')} {chunk['tokens']:>3}  {chunk['breadcrumb']}")
    return True
