"""`outcrop refs`: where something is called, imported, inherited from or named as a type."""

from __future__ import annotations

import argparse
import math
import sys
from typing import TYPE_CHECKING

from indexer.cli.outcome import FOUND, NOTHING, Record
from indexer.cli.paths import opened
from indexer.cli.terminal import paint, print_json
from indexer.engine import Encoding, Limits, position_of

if TYPE_CHECKING:
    from indexer.engine import FoundReference, Targets


def run(options: argparse.Namespace) -> int:
    with opened(options.paths) as (engine, targets):
        one_more = options.limit + 1 if options.limit else None  # tells whether there are more
        places = engine.graph.references_to(options.name, Limits(one_more, math.inf))
        notes = engine.notes(bool(places)) + ([] if places else engine.why_unreferenced(options.name))
    truncated = one_more is not None and len(places) == one_more
    if truncated:
        notes.append("there is more; --limit 0 for all")
    found = [(place, _record(targets, place)) for place in places[: options.limit or None]]
    if options.json:
        print_json({"references": [record for _, record in found], "truncated": truncated})
    else:
        for reference, record in found:
            shown = targets.holding(reference.root, reference.path).shown(reference.path)
            place = paint(f"{shown}:{record['line']}:{record['column']}", "magenta")
            inside = paint(f"  in {record['in']}", "dim") if record["in"] else ""
            why = paint(f"  {_why(targets, reference)}", "dim")
            print(f"{place}  {paint(record['kind'], 'cyan')}  {record['text'].strip()[:160]}{inside}{why}")
    for note in notes:
        print(f"outcrop: {note}", file=sys.stderr)
    return FOUND if found else NOTHING


def _record(targets: Targets, found: FoundReference) -> Record:
    part = targets.holding(found.root, found.path)
    row, column = position_of(found.text, found.reference.span.start, Encoding.UTF32)
    return {
        "file": part.relative(found.path),
        "root": str(part.folder),
        "line": row + 1,
        "column": column + 1,
        "kind": found.reference.kind,
        "text": found.text.row_bytes(row).decode("utf-8", "replace").rstrip("\r\n"),
        "in": found.around.name if found.around else None,
        "evidence": found.evidence,
        "target": _target(targets, found),
    }


def _target(targets: Targets, found: FoundReference) -> Record | None:
    """Where what is referred to is defined."""
    target = found.target
    if target is None or target.corpus is None:
        return None
    file = targets.holding(target.corpus.root, target.path).relative(target.path)
    return {"file": file, "line": found.target_row + 1}


def _why(targets: Targets, found: FoundReference) -> str:
    """What a reference means and why that is believed, for a person."""
    if found.evidence is None:
        return "defined nowhere here"
    target = found.target
    if target is None or target.corpus is None:
        return found.evidence
    shown = targets.holding(target.corpus.root, target.path).shown(target.path)
    return f"{found.evidence} {shown}:{found.target_row + 1}"
