"""`outcrop clear`: delete the index of a folder. It is built again when it is needed."""

from __future__ import annotations

import argparse
from pathlib import Path

from indexer.cli.outcome import FOUND, NOTHING, Failure
from indexer.cli.paths import folder_of, settings_for
from indexer.cli.terminal import print_json
from indexer.looking import is_folder
from indexer.store import repositories
from indexer.store.place import cache_folder, index_folder


def run(options: argparse.Namespace) -> int:
    root = folder_of(options.path)
    folder = index_folder(root, cache_folder(settings_for(root).settings.cache_dir))
    there = is_folder(folder)
    if there:
        delete(folder)
    if options.json:
        print_json({"root": str(root), "index_dir": str(folder), "deleted": there})
    else:
        print(f"deleted {folder}" if there else f"{root} has no index")
    return FOUND if there else NOTHING


def delete(path: Path) -> None:
    """Deletes an index, or says why it cannot."""
    try:
        repositories.delete(path)
    except repositories.InUse as problem:
        raise Failure(str(problem)) from problem
    except OSError as error:
        raise Failure(f"{path}: {error.strerror or error}") from error
