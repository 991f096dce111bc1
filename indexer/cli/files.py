"""`outcrop files`: the files that are searched, and with `--skipped` those that are not, and why."""

from __future__ import annotations

import argparse

from indexer.cli.outcome import FOUND, NOTHING
from indexer.cli.paths import opened_folder
from indexer.cli.terminal import paint, print_json


def run(options: argparse.Namespace) -> int:
    with opened_folder(options.path, structure=False) as found:
        survey = found.survey()
    target = found.targets.all[0]
    rows = [row for row in survey.files if target.covers(target.root, row.path)]
    records = [
        {
            "file": row.path.removeprefix(target.below),
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
        records += [{"file": path.removeprefix(target.below), "skipped": reason} for path, reason in target.problems()]
        records.sort(key=lambda record: str(record["file"]))
    if options.json:
        print_json({"files": records})
    else:
        for record in records:
            note = record.get("skipped") or record.get("problem")
            print(f"{target.shown(target.below + str(record['file']))}{paint(f'  {note}', 'dim') if note else ''}")
    return FOUND if records else NOTHING
