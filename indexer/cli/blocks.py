"""`outcrop blocks`: the nested blocks of files, and which block each line is in."""

from __future__ import annotations

import argparse

from indexer.blocks.keywords import Keywords
from indexer.blocks.keywords import merged as merged_counts
from indexer.blocks.select import line_map
from indexer.cli.keywords import learn
from indexer.cli.named_files import paths_of, run_on_files
from indexer.cli.outcome import Record
from indexer.cli.terminal import paint
from indexer.engine import Document


def run(options: argparse.Namespace) -> int:
    keywords = None
    paths = paths_of(options.files)
    if len(paths) > 1:
        # What the exact blocks of these files teach serves those of them that have no grammar.
        keywords = Keywords.of(merged_counts(learn(paths).values()))
    return run_on_files(options, blocks, _show, keywords)


def blocks(document: Document, file: str, keywords: Keywords | None) -> Record:
    adapter, found = document.blocks(keywords)
    rows = len(document.text.lines)
    if document.text.data.endswith((b"\n", b"\r")):
        rows -= 1  # the empty row after the last line end is no line
    return {
        "file": file,
        "language": document.language.name if document.language else None,
        "adapter": adapter,
        "blocks": [
            {
                "kind": block.kind,
                **({"name": block.name} if block.name is not None else {}),
                "level": block.level,
                "line_start": block.row_start + 1,
                "line_end": block.row_end + 1,
                "header": block.header,
                "parent": block.parent,
            }
            for block in found
        ],
        "line_map": line_map(found, rows),
    }


def _show(document: Document, record: Record) -> bool:
    if not record["blocks"]:
        return False
    print(f"{paint(record['file'], 'bold', 'magenta')} {paint('by ' + record['adapter'], 'dim')}")
    width = len(str(len(document.text.lines)))
    for block in record["blocks"]:
        lines = paint(f"{block['line_start']:>{width}}-{block['line_end']:<{width}}", "green")
        print(f"{lines}  {'  ' * block['level']}{paint(block['kind'], 'dim')} {block['header']}")
    return True
