"""`outcrop repos`: the folders that have an index, and how to delete one."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from indexer.cli.clear import delete
from indexer.cli.outcome import FOUND, NOTHING, USAGE, Failure, Record
from indexer.cli.paths import settings_for
from indexer.cli.terminal import print_json, table
from indexer.store.place import cache_folder
from indexer.store.repositories import Repository, repositories


def run(options: argparse.Namespace) -> int:
    cache = cache_folder(settings_for(Path.cwd()).settings.cache_dir)
    known = [_record(repository) for repository in repositories(cache)]
    if options.action == "delete" and options.root is None:
        print("outcrop: repos delete needs the folder whose index to delete", file=sys.stderr)
        return USAGE
    if options.action == "delete":
        wanted = str(Path(options.root).resolve())
        chosen = [repo for repo in known if wanted == repo["root"] or options.root == Path(repo["index_dir"]).name]
        if not chosen:
            raise Failure(f"{options.root} has no index; `outcrop repos list` shows those that have")
        for repo in chosen:
            delete(Path(repo["index_dir"]))
        known = chosen
    if options.json:
        print_json({"repos": known})
    elif options.action == "delete":
        for repo in known:
            print(f"deleted {repo['index_dir']}")
    else:
        rows = [(repo["root"], f"{repo['files']:,}", f"{repo['index_bytes'] / 1e6:,.1f} MB") for repo in known]
        table(rows, ("root", "files", "index"))
    return FOUND if known else NOTHING


def _record(repository: Repository) -> Record:
    root = repository.root or "damaged"
    return {
        "root": root,
        "files": repository.files,
        "index_dir": str(repository.folder),
        "index_bytes": repository.bytes,
    }
