"""`outcrop repos`: the folders that have an index, and how to delete one."""

from __future__ import annotations

import argparse
import json
import sqlite3
import sys
from pathlib import Path

from indexer.cli.clear import delete
from indexer.cli.indexed import settings_for
from indexer.cli.outcome import FOUND, NOTHING, USAGE, Failure, Record
from indexer.cli.terminal import table
from indexer.store.database import open_to_read
from indexer.store.place import cache_folder
from indexer.store.records import Damaged


def run(options: argparse.Namespace) -> int:
    cache = cache_folder(settings_for(Path.cwd()).settings.cache_dir)
    known = [_described(folder) for folder in sorted(cache.iterdir()) if folder.is_dir()] if cache.is_dir() else []
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
        print(json.dumps({"repos": known}, ensure_ascii=False))
    elif options.action == "delete":
        for repo in known:
            print(f"deleted {repo['index_dir']}")
    else:
        rows = [(repo["root"], f"{repo['files']:,}", f"{repo['index_bytes'] / 1e6:,.1f} MB") for repo in known]
        table(rows, ("root", "files", "index"))
    return FOUND if known else NOTHING


def _described(folder: Path) -> Record:
    root, files = "?", 0
    try:
        connection = open_to_read(folder)
        (root,) = connection.execute("SELECT value FROM meta WHERE key = 'root'").fetchone()
        (files,) = connection.execute("SELECT count(*) FROM files").fetchone()
        connection.close()
    except (Damaged, sqlite3.Error, TypeError):
        root = "damaged"
    size = sum(path.stat().st_size for path in folder.iterdir() if path.is_file())
    return {"root": root, "files": files, "index_dir": str(folder), "index_bytes": size}
