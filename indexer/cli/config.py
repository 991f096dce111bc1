"""`outcrop config`: the settings in force, where each comes from, and what is wrong with them."""

from __future__ import annotations

import argparse
import json
import sys
from dataclasses import asdict

from indexer.cli.outcome import FOUND, USAGE
from indexer.cli.paths import folder_of
from indexer.cli.terminal import print_json, table
from indexer.settings import described, load


def run(options: argparse.Namespace) -> int:
    loaded = load(folder_of(options.path))
    values = asdict(loaded.settings)
    if options.json:
        record = {"settings": values, "sources": dict(loaded.sources), "problems": list(loaded.problems)}
        print_json(record)
    elif options.action == "show":
        names = [about.name for about in described()]
        rows = [(name, json.dumps(values[name]), loaded.sources.get(name, "default")) for name in names]
        table(rows, ("setting", "value", "from"))
    elif not loaded.problems:
        print("all settings are in order")
    if not options.json:
        for problem in loaded.problems:
            print(f"outcrop: {problem}", file=sys.stderr)
    return USAGE if loaded.problems else FOUND
