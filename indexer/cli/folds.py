"""`outcrop folds`: what an editor can collapse."""

from __future__ import annotations

import argparse

from indexer.cli.named_files import run_on_files
from indexer.cli.outcome import Record
from indexer.cli.terminal import paint
from indexer.engine import Document, decode


def run(options: argparse.Namespace) -> int:
    return run_on_files(options, folds, _show)


def folds(document: Document, file: str) -> Record:
    return {
        "file": file,
        "folds": [
            {"line_start": fold.row_start + 1, "line_end": fold.row_end + 1, "kind": fold.kind}
            for fold in document.folds()
        ],
    }


def _show(document: Document, record: Record) -> bool:
    if not record["folds"]:
        return False
    print(paint(record["file"], "bold", "magenta"))
    width = len(str(len(document.text.lines)))
    around: list[int] = []
    for fold in record["folds"]:
        while around and around[-1] < fold["line_start"]:
            around.pop()
        lines = paint(f"{fold['line_start']:>{width}}-{fold['line_end']:<{width}}", "green")
        first = decode(document.text.row_bytes(fold["line_start"] - 1)).strip()[:100]
        print(f"{lines}  {paint(fold['kind'].ljust(8), 'dim')}{'  ' * len(around)}{first}")
        around.append(fold["line_end"])
    return True
