"""`outcrop export`: the index as a SCIP index or a tags file."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable
from pathlib import Path

from indexer.cli.outcome import FOUND, Failure
from indexer.cli.paths import opened_folder
from indexer.cli.terminal import print_json
from indexer.export.ctags import tags
from indexer.export.scip import scip_index


def run(options: argparse.Namespace) -> int:
    written: dict[str, int] = {}
    with opened_folder(options.path) as (engine, targets):
        found = engine.exported()
    root = targets.all[0].folder
    if options.scip:
        written[options.scip] = _write(Path(options.scip), scip_index(root, found))
    if options.ctags:
        written[options.ctags] = _write(Path(options.ctags), (f"{line}\n".encode() for line in tags(found)))
    symbols = sum(len(file.symbols) for file in found)
    if options.json:
        print_json({"files": len(found), "symbols": symbols, "written": written})
    else:
        for name, size in written.items():
            print(f"{name}: {symbols:,} symbols of {len(found):,} files, {size:,} bytes")
    return FOUND


def _write(path: Path, parts: Iterable[bytes]) -> int:
    """Writes a file whole or not at all; its length."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with temporary.open("wb") as file:
            size = sum(file.write(part) for part in parts)
        temporary.replace(path)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise Failure(f"{path}: {error.strerror or error}") from error
    return size
