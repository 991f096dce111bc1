"""Robot Framework's own parser judges tests, keywords and variables: `python -m tests.oracles.robot FOLDER`.

It needs the package `robotframework`. `--record` keeps the figures in judged.toml. Exit code 77 when the package is
missing or the folder has no files.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from indexer.documents import Document
from indexer.languages.registry import by_name
from tests.oracles.judged import record

_KINDS = {"TestCase": "test", "Keyword": "function", "Variable": "variable"}


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("folder", type=Path)
    options.add_argument("--record", metavar="WHAT", help="keep the figures; WHAT is what the files are")
    arguments = options.parse_args()
    try:
        parsing: Any = importlib.import_module("robot.api.parsing")
    except ImportError:
        print("SKIPPED: robotframework is not installed")
        return 77
    files = total = found = extra = 0
    for path in sorted([*arguments.folder.rglob("*.robot"), *arguments.folder.rglob("*.resource")]):
        text = path.read_bytes().decode("utf-8", "replace")
        expected = _expected(parsing, text)
        if not expected:
            continue
        ours = _ours(text)
        both = expected & ours
        files, total, found = files + 1, total + expected.total(), found + both.total()
        extra += (ours - expected).total()
        for name in (*list(expected - ours)[:2], *[("only ours", *each) for each in list(ours - expected)[:2]]):
            print(f"{path.name}: {name}")
    if not total:
        print(f"SKIPPED: no files in {arguments.folder}")
        return 77
    print(f"{files} files, {total} definitions, {found / total:.2%} found, {extra} only ours")
    if arguments.record:
        record("robot", "robotframework", arguments.record, files, total, found)
    return 0


def _expected(parsing: Any, text: str) -> Counter[tuple[str, str]]:
    found: Counter[tuple[str, str]] = Counter()
    for section in parsing.get_model(text).sections:
        for item in section.body:
            kind = _KINDS.get(type(item).__name__)
            if kind is not None and item.name:
                found[kind, item.name.strip("$@&%{}= ") if kind == "variable" else item.name] += 1
    return found


def _ours(text: str) -> Counter[tuple[str, str]]:
    symbols = Document.of(by_name("robot"), text.encode()).symbols()
    return Counter((each.kind, each.name) for each in symbols if each.kind in _KINDS.values())


if __name__ == "__main__":
    sys.exit(main())
