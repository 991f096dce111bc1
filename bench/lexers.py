"""`python -m bench.lexers FOLDER… [--against CHECKOUT]`: what the statement lexers cost, against another checkout.

For each language with a lexer: the time to find the heredocs of all files, which may skip rows, and that to read every
row. With `--against`, both checkouts read the same files in turns, so that a busy machine slows both alike, the take
that took least counts, and what they say of the files is compared. The times are the processor's.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import subprocess
import sys
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

from indexer.engine import Unreadable, language_named, read_document
from indexer.files.walk import walk
from indexer.syntax.statements.lexers import lexer_for
from indexer.syntax.statements.tracker import StatementTracker
from indexer.text.document_text import Text

TAKES = 5
MOST_FILES = 150  # of a language, the largest
_TAKE = "import runpy, sys; del sys.argv[0]; runpy.run_path(sys.argv[0], run_name='__main__')"
HERE = Path(__file__).parent.parent


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("folders", nargs="+", type=Path)
    options.add_argument("--against", type=Path, help="another checkout, with this script or not")
    options.add_argument("--files", type=int, default=MOST_FILES, help="at most so many files a language")
    options.add_argument("--only", action="append", help="a language; may be given several times")
    options.add_argument("--take", action="store_true", help=argparse.SUPPRESS)
    chosen = options.parse_args()
    if chosen.take:
        print(json.dumps(take(json.loads(sys.stdin.read()))))
        return
    files = by_language(chosen.folders, chosen.files, chosen.only)
    checkouts = [HERE, *([chosen.against.resolve()] if chosen.against else [])]
    best: list[dict[str, Any]] = [{} for _ in checkouts]
    for number in range(TAKES):
        for at in range(len(checkouts)) if number % 2 else reversed(range(len(checkouts))):
            for name, found in taken(checkouts[at], files).items():
                known = best[at].setdefault(name, found)
                best[at][name] = {**found, **{key: min(known[key], found[key]) for key in ("heredocs", "rows")}}
    print("\n".join(table(files, best)))


def by_language(folders: list[Path], most: int, only: list[str] | None) -> dict[str, list[str]]:
    """The largest files of each language that has a lexer."""
    found: dict[str, list[tuple[int, str]]] = defaultdict(list)
    for path in sorted({path for folder in folders for path in walk(folder)}):
        document = read_document(path)
        if isinstance(document, Unreadable) or document.language is None or document.language.lexer is None:
            continue
        if not only or document.language.name in only:
            found[document.language.name].append((len(document.text.data), str(path.resolve())))
    return {name: [path for _, path in sorted(sizes, reverse=True)[:most]] for name, sizes in sorted(found.items())}


def taken(checkout: Path, files: dict[str, list[str]]) -> dict[str, Any]:
    """One take in a process that imports the packages of a checkout."""
    result = subprocess.run(
        [sys.executable, "-c", _TAKE, str(Path(__file__).resolve()), "--take", "-"],
        input=json.dumps(files),
        capture_output=True,
        text=True,
        check=True,
        cwd=checkout,
        env={**os.environ, "PYTHONPATH": str(checkout), "PYTHONHASHSEED": "0"},
    )
    measured: dict[str, Any] = json.loads(result.stdout)
    return measured


def take(files: dict[str, list[str]]) -> dict[str, Any]:
    """What the lexers of this process cost, and a digest of what they say."""
    measured = {}
    for name, paths in files.items():
        language = language_named(name)
        lexer = lexer_for(language) if language is not None else None
        assert lexer is not None
        spent = {"heredocs": 0.0, "rows": 0.0}
        said = hashlib.sha256()
        for path in paths:
            document = read_document(Path(path), language)
            assert not isinstance(document, Unreadable)
            text = Text.of(document.text.data)
            _ = text.lines
            begun = time.process_time()
            tracker = StatementTracker.scan(lexer, text.data, text.lines)
            heredocs = tracker.heredocs()
            between = time.process_time()
            statements = StatementTracker.scan(lexer, text.data, text.lines).statements()
            spent["rows"] += time.process_time() - between
            spent["heredocs"] += between - begun
            said.update(repr((heredocs, statements)).encode())
        measured[name] = {**spent, "said": said.hexdigest()}
    return measured


def table(files: dict[str, list[str]], best: list[dict[str, Any]]) -> list[str]:
    lines = ["| language | files | MB | heredocs | every row |", "|---|---|---|---|---|"]
    for name, paths in files.items():
        size = sum(Path(path).stat().st_size for path in paths) / 1e6
        mine, *other = (measured[name] for measured in best)
        cells = [f"{mine[key]:.2f} s" for key in ("heredocs", "rows")]
        if other:
            cells = [
                f"{cell}, × {mine[key] / other[0][key]:.3f}"
                for cell, key in zip(cells, ("heredocs", "rows"), strict=True)
            ]
            if mine["said"] != other[0]["said"]:
                cells.append("**they say different things**")
        lines.append(f"| {name} | {len(paths)} | {size:.1f} | {' | '.join(cells)} |")
    return lines


if __name__ == "__main__":
    main()
