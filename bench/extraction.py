"""`python -m bench.extraction FOLDER...`: what everything that is found in a file costs, against parsing it.

Bare parsing is the grammar's parser over the text the grammar sees. The parts are: the structure query and its items,
symbols with their docs and signatures, references, and blocks. Files with syntax errors are counted apart: there the
parts that hold the damage are looked for with many small parses before anything is extracted. Processor time, the
fastest of several takes for each file and part, without the search for cycles, as in the workers of an index.
"""

from __future__ import annotations

import argparse
import gc
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

from indexer.blocks.syntax import syntax_blocks
from indexer.documents import Document
from indexer.engine import Unreadable, read_document
from indexer.extract.references import references
from indexer.extract.structure import extract
from indexer.extract.symbols import symbols
from indexer.files.walk import walk
from indexer.syntax.grammars import parser
from indexer.syntax.queries import structure_query

PARTS = ("parse", "query", "symbols", "references", "blocks")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("folder", type=Path, nargs="+")
    options.add_argument("--language", action="append", help="only these languages")
    options.add_argument("--limit", type=int, default=0, metavar="N", help="at most N files of a language")
    options.add_argument("--takes", type=int, default=3, metavar="N")
    chosen = options.parse_args()
    gc.disable()
    spent: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    for folder in chosen.folder:
        for path in walk(folder):
            document = read_document(path)
            if isinstance(document, Unreadable) or document.language is None:
                continue
            name = document.language.name
            if chosen.language and name not in chosen.language:
                continue
            if chosen.limit and spent[name]["files"] >= chosen.limit:
                continue
            measure(document, spent[name], chosen.takes)
    print("| language | files | MB | parse MB/s | with everything MB/s | ratio |", " | ".join(PARTS[1:]), "| broken |")
    print("|---|---|---|---|---|---|" + "---|" * len(PARTS))
    for name, of in sorted(spent.items()):
        if of["parse"]:
            print(row(name, of))


def measure(document: Document, spent: dict[str, float], takes: int) -> None:
    """Adds what one document costs."""
    structure = document.structure
    if structure is None:
        return
    parse, query = parser(structure.grammar), structure_query(structure.grammar)
    assert parse is not None and query is not None
    if not structure.clean:
        spent["broken"] += 1
        return
    seen = document._masked
    tree = parse.parse(seen)
    text, known = document.text, document.symbols()
    spent["files"] += 1
    spent["bytes"] += len(seen)
    questions: dict[str, Callable[[], object]] = {
        "parse": lambda: parse.parse(seen),
        "query": lambda: extract(tree, query, seen),
        "symbols": lambda: symbols(text, list(structure.items()), structure.grammar),
        "references": lambda: references(text, structure.items(), known),
        "blocks": lambda: syntax_blocks(text, structure.items()),
    }
    for part, question in questions.items():
        spent[part] += fastest(question, takes)


def fastest(take: Callable[[], object], takes: int) -> float:
    best = float("inf")
    for _ in range(takes):
        begun = time.process_time()
        take()
        best = min(best, time.process_time() - begun)
    return best


def row(name: str, of: dict[str, float]) -> str:
    """A table row; the columns of the parts are in units of parsing."""
    total = sum(of[part] for part in PARTS)
    size = of["bytes"] / 1e6
    parts = " | ".join(f"{of[part] / of['parse']:.2f}" for part in PARTS[1:])
    return (
        f"| {name} | {of['files']:.0f} | {size:.1f} | {size / of['parse']:.1f} | {size / total:.1f}"
        f" | {total / of['parse'] - 1:.2f} | {parts} | {of['broken']:.0f} |"
    )


if __name__ == "__main__":
    main()
