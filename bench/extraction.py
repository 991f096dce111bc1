"""`python -m bench.extraction FOLDER...`: what everything that is found in a file costs, against parsing it.

Bare parsing is the grammar's parser over the text the grammar sees. The parts are: the structure query and its items,
symbols with their docs and signatures, references, and blocks. With `--floors` the query is taken apart: the visit of
every node by a query that finds nothing, the matches without the nodes they captured, and with them; the rest of the
query is what makes items of them. Files with syntax errors are counted apart: there the parts that hold the damage are
looked for with many small parses before anything is extracted. Processor time, the fastest of several takes for each
file and part, without the search for cycles, as in the workers of an index.
"""

from __future__ import annotations

import argparse
import gc
import time
from collections import defaultdict
from collections.abc import Callable
from functools import cache
from pathlib import Path

from tree_sitter import Query, QueryCursor

from indexer.blocks.syntax import syntax_blocks
from indexer.documents import Document
from indexer.engine import Unreadable, read_document
from indexer.extract.references import references
from indexer.extract.structure import _matches, extract
from indexer.extract.symbols import symbols
from indexer.files.walk import walk
from indexer.grammars.parsers import grammar, parser
from indexer.grammars.queries import query_source, split_patterns, structure_query

PARTS = ("parse", "query", "symbols", "references", "blocks")
FLOORS = ("visit", "matches", "captures")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("folder", type=Path, nargs="+")
    options.add_argument("--language", action="append", help="only these languages")
    options.add_argument("--limit", type=int, default=0, metavar="N", help="at most N files of a language")
    options.add_argument("--takes", type=int, default=3, metavar="N")
    options.add_argument("--floors", action="store_true", help="what the query is made of")
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
            measure(document, spent[name], chosen.takes, chosen.floors)
    columns = (*(FLOORS if chosen.floors else ()), *PARTS[1:])
    print("| language | files | MB | parse MB/s | with everything MB/s | ratio |", " | ".join(columns), "| broken |")
    print("|---|---|---|---|---|---|" + "---|" * (len(columns) + 1))
    for name, of in sorted(spent.items()):
        if of["parse"]:
            print(row(name, of, columns))


def measure(document: Document, spent: dict[str, float], takes: int, floors: bool) -> None:
    """Adds what one document costs."""
    structure = document.structure
    if structure is None:
        return
    parse, query = parser(structure.grammar), structure_query(structure.grammar)
    assert parse is not None and query is not None
    if not structure.clean:
        spent["broken"] += 1
        return
    seen = document.masked
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
    if floors and query.whole.others is not None:
        nothing, bare = floor_queries(structure.grammar)
        questions["visit"] = lambda: QueryCursor(nothing).matches(tree.root_node)
        questions["matches"] = lambda: QueryCursor(bare).matches(tree.root_node)
        questions["captures"] = lambda: _matches(query.whole, tree)
    for part, question in questions.items():
        spent[part] += fastest(question, takes)


@cache
def floor_queries(name: str) -> tuple[Query, Query]:
    """A query that finds nothing in a clean tree, and the structure query without its captures."""
    language = grammar(name)
    assert language is not None
    bare = Query(language, "\n".join(split_patterns(query_source(name)[0])))
    count: int = bare.capture_count  # type: ignore[assignment]  # an attribute; its stub says a method
    for capture in {bare.capture_name(at) for at in range(count)}:
        bare.disable_capture(capture)
    return Query(language, "(ERROR) @error"), bare


def fastest(take: Callable[[], object], takes: int) -> float:
    best = float("inf")
    for _ in range(takes):
        begun = time.process_time()
        take()
        best = min(best, time.process_time() - begun)
    return best


def row(name: str, of: dict[str, float], columns: tuple[str, ...]) -> str:
    """A table row; the columns of the parts are in units of parsing, and each of the floors holds the one before it."""
    total = sum(of[part] for part in PARTS)
    size = of["bytes"] / 1e6
    parts = " | ".join(f"{of[part] / of['parse']:.2f}" for part in columns)
    return (
        f"| {name} | {of['files']:.0f} | {size:.1f} | {size / of['parse']:.1f} | {size / total:.1f}"
        f" | {total / of['parse'] - 1:.2f} | {parts} | {of['broken']:.0f} |"
    )


if __name__ == "__main__":
    main()
