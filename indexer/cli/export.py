"""`outcrop export`: the index as a SCIP index, a tags file or Parquet tables."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from indexer.cli.outcome import FOUND, Failure
from indexer.cli.paths import opened_folder
from indexer.cli.terminal import print_json, write_to
from indexer.export.ctags import tags
from indexer.export.scip import scip_index

if TYPE_CHECKING:
    from indexer.engine import ExportedFile


def run(options: argparse.Namespace) -> int:
    written: dict[str, int] = {}
    with opened_folder(options.path) as (engine, targets):
        root = targets.all[0].folder

        def export(files: Sequence[ExportedFile]) -> tuple[int, int]:
            if options.scip:
                written[options.scip] = write_to(options.scip, scip_index(root, files))
            if options.ctags:
                written[options.ctags] = write_to(options.ctags, (f"{line}\n".encode() for line in tags(files)))
            if options.parquet:
                written[options.parquet] = _tables(Path(options.parquet), options.repository or root.name, files)
            return len(files), sum(len(file.symbols) for file in files)

        count, symbols = engine.export(export)
    if options.json:
        print_json({"files": count, "symbols": symbols, "written": written})
    else:
        for name, size in written.items():
            what = "rows" if name == options.parquet else "bytes"
            said = f"{name}: {symbols:,} symbols of {count:,} files, {size:,} {what}"
            print(said, file=sys.stderr if "-" in written else sys.stdout)
    return FOUND


def _tables(folder: Path, repository: str, files: Sequence[ExportedFile]) -> int:
    """Writes the tables; how many rows they have."""
    from indexer.export.parquet import NoLibrary, write_tables
    from indexer.export.rows import rows

    try:
        return sum(write_tables(folder, repository, rows(files)).values())
    except NoLibrary as error:
        raise Failure("--parquet needs pyarrow; install outcrop with the extra `parquet`, or pyarrow itself") from error
    except OSError as error:
        raise Failure(f"{folder}: {error.strerror or error}") from error
