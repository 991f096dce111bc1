"""`outcrop refs`: where something is called, imported, inherited from or named as a type."""

from __future__ import annotations

import argparse
import math
import sys

from indexer.cli.indexed import Chosen, chosen
from indexer.cli.outcome import FOUND, NOTHING, Record
from indexer.cli.terminal import paint, print_json
from indexer.model import Limits
from indexer.search.navigate.references import FoundReference, find_references
from indexer.text.positions import Encoding, position_of


def run(options: argparse.Namespace) -> int:
    ready = chosen(options.paths)
    with ready.corpora() as corpora:
        limits = Limits(options.limit or None, math.inf)
        found = [(place, _record(ready, place)) for place in find_references(options.name, corpora, limits)]
    if options.json:
        print_json({"references": [record for _, record in found]})
    else:
        for reference, record in found:
            shown = ready.part(reference.root, reference.path).shown(reference.path)
            place = paint(f"{shown}:{record['line']}:{record['column']}", "magenta")
            inside = paint(f"  in {record['in']}", "dim") if record["in"] else ""
            print(f"{place}  {paint(record['kind'], 'cyan')}  {record['text'].strip()[:160]}{inside}")
    for note in ready.notes_for(bool(found)):
        print(f"outcrop: {note}", file=sys.stderr)
    return FOUND if found else NOTHING


def _record(ready: Chosen, found: FoundReference) -> Record:
    part = ready.part(found.root, found.path)
    row, column = position_of(found.text, found.reference.span.start, Encoding.UTF32)
    return {
        "file": part.relative(found.path),
        "root": str(part.folder),
        "line": row + 1,
        "column": column + 1,
        "kind": found.reference.kind,
        "text": found.text.row_bytes(row).decode("utf-8", "replace").rstrip("\r\n"),
        "in": found.around.name if found.around else None,
    }
