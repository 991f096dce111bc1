"""`outcrop index`: bring the index of a folder up to date, completely."""

from __future__ import annotations

import argparse
import sys
import time

from indexer.cli.outcome import FOUND
from indexer.cli.paths import opened_folder
from indexer.cli.terminal import print_json


def run(options: argparse.Namespace) -> int:
    started = time.monotonic()
    with opened_folder(options.path, exactly=True, rebuild=options.rebuild) as found:
        survey = found.survey()
    totals, index = survey.totals, found.targets.all[0].index
    summary = index.summary
    problems = dict([*totals.problems, *summary.problems])
    elapsed = time.monotonic() - started
    if options.json:
        record = {
            "root": str(survey.root),
            "files": totals.files,
            "bytes": totals.bytes,
            "symbols": totals.symbols,
            "references": totals.references,
            "changed": summary.changed,
            "unchanged": summary.unchanged,
            "removed": summary.removed,
            "skipped": totals.skipped + summary.skipped,
            "languages": totals.languages,
            "problems": [{"file": path, "reason": reason} for path, reason in sorted(problems.items())],
            "elapsed_ms": round(elapsed * 1000, 1),
            "index_dir": str(survey.folder),
        }
        print_json(record)
        return FOUND
    print(
        f"{totals.files:,} files, {totals.symbols:,} symbols, {totals.references:,} references;"
        f" {summary.changed:,} changed, {summary.removed:,} removed, {elapsed:.1f} s"
    )
    if problems:
        print(f"outcrop: {len(problems):,} files have problems; --json lists them", file=sys.stderr)
    if index.elsewhere:
        print("outcrop: another process keeps this index; it brings in what has changed", file=sys.stderr)
    return FOUND
