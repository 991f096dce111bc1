"""`outcrop stats`: what the index of a folder holds."""

from __future__ import annotations

import argparse

from indexer.cli.indexed import folder_of, prepared
from indexer.cli.outcome import FOUND
from indexer.cli.terminal import print_json, table


def run(options: argparse.Namespace) -> int:
    ready = prepared(folder_of(options.path), options.path)
    with ready.snapshot() as snapshot:
        totals = snapshot.totals()
        kinds = snapshot.kinds()
        segments = len(snapshot.table.segments)
    size = sum(path.stat().st_size for path in ready.store.folder.iterdir() if path.is_file())
    record = {
        "root": str(ready.root),
        "files": totals.files,
        "bytes": totals.bytes,
        "symbols": totals.symbols,
        "references": totals.references,
        "skipped": totals.skipped,
        "languages": totals.languages,
        "kinds": kinds,
        "segments": segments,
        "index_dir": str(ready.store.folder),
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
    table([(name, f"{count:,}") for name, count in kinds.items()], ("kind", "symbols"))
    return FOUND
