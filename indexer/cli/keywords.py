"""`outcrop keywords`: the words that open and close blocks, learned from code whose blocks are certain."""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

from indexer.blocks.keywords import Counts, count_tokens, learned
from indexer.blocks.keywords import merged as merged_counts
from indexer.cli.named_files import paths_of, reading
from indexer.cli.outcome import FOUND, NOTHING, Record
from indexer.cli.terminal import paint, print_json
from indexer.engine import Document, Unreadable, read_document

SHOWN = 12


def run(options: argparse.Namespace) -> int:
    languages = {name: _record(counts) for name, counts in sorted(learn(paths_of([options.path])).items())}
    languages = {name: record for name, record in languages.items() if record["header"] or record["footer"]}
    if options.json:
        print_json({"languages": languages})
    else:
        for name, record in languages.items():
            print(paint(name, "bold"))
            for side in ("header", "footer"):
                words = "  ".join(f"{word['token']} {word['ratio']:.0%}" for word in record[side][:SHOWN])
                print(f"  {paint(side, 'dim')}  {words}")
    return FOUND if languages else NOTHING


def learn(paths: Iterable[Path]) -> dict[str, Counts]:
    """What the files with a syntax tree teach, by language. The order of the files does not matter."""
    counted: dict[str, list[Counts]] = defaultdict(list)
    with reading() as reader:
        for path in paths:
            document = read_document(path)
            if not isinstance(document, Unreadable) and document.language is not None:
                adapter, blocks = reader.ask(str(path), document, Document.blocks).result
                if adapter == "syntax":
                    counted[document.language.name].append(count_tokens(blocks, document.text))
    return {name: merged_counts(counts) for name, counts in counted.items()}


def _record(counts: Counts) -> Record:
    return {
        side: [{"token": word.token, "ratio": round(word.ratio, 4), "count": word.count} for word in words]
        for side, words in learned(counts).items()
    }
