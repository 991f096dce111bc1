"""`outcrop files`: the files that are searched, and with `--skipped` those that are not, and why."""

from __future__ import annotations

import argparse

from indexer.cli.indexed import folder_of, prepared
from indexer.cli.outcome import FOUND, NOTHING
from indexer.cli.terminal import paint, print_json
from indexer.query.paths import lies_in


def run(options: argparse.Namespace) -> int:
    ready = prepared(folder_of(options.path), options.path, everything=False)
    with ready.snapshot() as snapshot:
        rows = [row for row in snapshot.table.rows if lies_in(row.path, ready.below)]
    records = [
        {
            "file": row.path.removeprefix(ready.below),
            "language": row.language,
            "bytes": row.size,
            "lines": row.lines,
            **({"skipped": row.skipped} if row.skipped else {}),
            **({"problem": row.problem} if row.problem else {}),
        }
        for row in rows
        if options.skipped == (row.skipped is not None)
    ]
    if options.skipped:
        skipped = [(path, reason) for path, reason in ready.summary.problems if lies_in(path, ready.below)]
        records += [{"file": path.removeprefix(ready.below), "skipped": reason} for path, reason in skipped]
        records.sort(key=lambda record: str(record["file"]))
    if options.json:
        print_json({"files": records})
    else:
        for record in records:
            note = record.get("skipped") or record.get("problem")
            print(f"{ready.shown(ready.below + str(record['file']))}{paint(f'  {note}', 'dim') if note else ''}")
    return FOUND if records else NOTHING
