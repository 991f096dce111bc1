"""`outcrop refs`: where something is called, imported, inherited from or named as a type."""

from __future__ import annotations

import argparse
import sys

from indexer.cli.indexed import Prepared, prepared
from indexer.cli.outcome import FOUND, NOTHING, Record
from indexer.cli.terminal import paint, print_json
from indexer.model import Limits
from indexer.search.navigate.references import FoundReference, find_references
from indexer.text.positions import Encoding, position_of


def run(options: argparse.Namespace) -> int:
    ready = prepared(options.path)
    with ready.corpus() as corpus:
        records = [
            _record(ready, found) for found in find_references(options.name, [corpus], Limits(options.limit or None))
        ]
    if options.json:
        print_json({"references": records})
    else:
        for record in records:
            place = paint(f"{record['file']}:{record['line']}:{record['column']}", "magenta")
            inside = paint(f"  in {record['in']}", "dim") if record["in"] else ""
            print(f"{place}  {paint(record['kind'], 'cyan')}  {record['text'].strip()[:160]}{inside}")
    for note in ready.notes_for(bool(records)):
        print(f"outcrop: {note}", file=sys.stderr)
    return FOUND if records else NOTHING


def _record(ready: Prepared, found: FoundReference) -> Record:
    row, column = position_of(found.text, found.reference.span.start, Encoding.UTF32)
    return {
        "file": found.path.removeprefix(ready.below),
        "line": row + 1,
        "column": column + 1,
        "kind": found.reference.kind,
        "text": found.text.row_bytes(row).decode("utf-8", "replace").rstrip("\r\n"),
        "in": found.around.name if found.around else None,
    }
