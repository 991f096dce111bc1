"""How long the queries of a language take to compile, for which all threads stand still: `python -m bench.queries`.

The first file of a language waits for it, in a server as in a terminal, and each process does it again. Times are the
best of three, in processor time: what an outline needs, all that comes after it, the scopes of names; and, against
these, the query of a grammar that asks for nothing, which no query can come below.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

from tree_sitter import Query

from indexer.grammars.compiling import compiled
from indexer.grammars.parsers import grammar
from indexer.grammars.queries import Pass, split_patterns, structure_query
from indexer.graph.bindings import query_source
from indexer.languages.registry import languages


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--language", action="append", default=[], help="only this one (may be repeated)")
    wanted = set(options.parse_args().language)
    rows = [
        (max(row[1:]), name, row)
        for name in sorted(
            {each.grammar for each in languages() if each.grammar and (not wanted or each.name in wanted)}
        )
        if (row := times(name))
    ]
    print("| grammar | nothing, ms | outline | the rest | scopes |\n|---|---|---|---|---|")
    for _, name, row in sorted(rows, reverse=True):
        print(f"| {name} | {' | '.join(f'{each:.1f}' for each in row)} |")


def times(name: str) -> tuple[float, ...]:
    """What is spent on each query of a grammar, in milliseconds."""
    language, query = grammar(name), structure_query(name)
    if language is None or query is None:
        return ()
    scopes = split_patterns(query_source(name))
    return (
        _spent(lambda: Query(language, "(ERROR) @error")),
        _spent(lambda: _compile(query.first)),
        _spent(lambda: _compile(query.rest)),
        _spent(lambda: compiled(language, scopes)) if scopes else 0.0,
    )


def _compile(one: Pass) -> None:
    """Compiles what was compiled before, or not."""
    for made in ("of_file", "others", "near", "anywhere"):
        vars(one).pop(made, None)
    _ = one.of_file, one.near, one.anywhere


def _spent(take: Callable[[], object]) -> float:
    taken = []
    for _ in range(3):
        begun = time.process_time()
        take()
        taken.append(time.process_time() - begun)
    return min(taken) * 1000


if __name__ == "__main__":
    main()
