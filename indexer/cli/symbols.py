"""`outcrop symbols`: definitions anywhere under a folder, by name or by a query."""

from __future__ import annotations

import argparse
import math
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from indexer.cli.outcome import FOUND, NOTHING, Record
from indexer.cli.paths import opened
from indexer.cli.search import explanation, refused, say_what_is_missing, shown_path
from indexer.cli.terminal import paint, print_json
from indexer.engine import Encoding, Limits, position_of
from indexer.looking import is_file

if TYPE_CHECKING:
    from indexer.engine import Hit, Targets


def run(options: argparse.Namespace) -> int:
    limits = Limits(hits=options.limit or None, seconds=math.inf)
    with opened(options.paths) as (engine, targets):
        answer = engine.find_symbols(options.query, limits, explain=True)
    if answer.problems:
        return refused(options, answer.problems, {"symbols": [], "truncated": False})
    records = [_record(targets, hit) for hit in answer.hits]
    if options.json:
        print_json({"symbols": records, "truncated": answer.truncated})
    else:
        for record, hit in zip(records, answer.hits, strict=True):
            place = paint(f"{shown_path(targets, hit)}:{record['name_line']}", "magenta")
            container = paint(f"  in {record['container']}", "dim") if "container" in record else ""
            print(f"{paint(record['kind'], 'dim')} {paint(record['name'], 'bold')}  {place}{container}")
            if options.explain:
                print(f"  {explanation(hit)}")
    say_what_is_missing(answer)
    if not records and not options.paths and is_file(Path(options.query)):
        asked = shlex.join(["outcrop", "symbols", "", options.query])
        print(f"outcrop: {options.query} is a file: `{asked}` lists what it defines", file=sys.stderr)
    return FOUND if records else NOTHING


def _record(targets: Targets, hit: Hit) -> Record:
    """A Symbol of the JSON contract."""
    symbol = hit.symbol
    span = symbol.name_span if symbol else hit.found.span
    row, column = position_of(hit.text, span.start, Encoding.UTF32)
    part = targets.holding(hit.root, hit.path)
    record: Record = {
        "name": hit.found.name or "",
        "kind": hit.found.kind or "",
        "file": part.relative(hit.path),
        "root": str(part.folder),
        "language": hit.language,
        "line_start": hit.found.block[0] + 1,
        "line_end": hit.found.block[1] + 1,
        "name_line": row + 1,
        "name_column": column + 1,
    }
    named = [ancestor.name for ancestor in hit.found.ancestry if ancestor.name is not None]
    if named:
        record["container"] = named[-1]
    if symbol is not None and symbol.signature:
        record["signature"] = symbol.signature
    if symbol is not None and symbol.doc:
        record["doc"] = symbol.doc
    return record
