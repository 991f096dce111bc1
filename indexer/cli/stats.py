"""`outcrop stats`: what the index of a folder holds."""

from __future__ import annotations

import argparse

from indexer.cli.outcome import FOUND
from indexer.cli.paths import opened_folder
from indexer.cli.terminal import print_json, table


def run(options: argparse.Namespace) -> int:
    with opened_folder(options.path) as found:
        survey = found.survey()
    totals = survey.totals
    size = sum(path.stat().st_size for path in survey.folder.iterdir() if path.is_file())
    record = {
        "root": str(survey.root),
        "files": totals.files,
        "bytes": totals.bytes,
        "symbols": totals.symbols,
        "references": totals.references,
        "skipped": totals.skipped,
        "languages": totals.languages,
        "kinds": survey.kinds,
        "segments": survey.segments,
        "index_dir": str(survey.folder),
        "index_bytes": size,
    }
    if options.json:
        print_json(record)
        return FOUND
    for name in ("root", "index_dir"):
        print(f"{name.replace('_', ' ')}: {record[name]}")
    print(f"{totals.files:,} files, {totals.bytes / 1e6:,.1f} MB; the index takes {size / 1e6:,.1f} MB")
    print(f"{totals.symbols:,} symbols, {totals.references:,} references\n")
    table([(name, f"{count:,}") for name, count in totals.languages.items()], ("language", "files"))
    print()
    table([(name, f"{count:,}") for name, count in survey.kinds.items()], ("kind", "symbols"))
    return FOUND
