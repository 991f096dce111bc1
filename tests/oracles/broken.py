"""Broken code: break one definition in a real file and see whether the others keep their names and lines.

The judge is the unbroken file. `python -m tests.oracles.broken FOLDER…` prints, for each language, how many of the
other definitions survive each way of breaking, and how often the broken one itself keeps its name and first row.
Definitions around and inside the broken one do not count.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from indexer.documents import Document
from indexer.engine import Unreadable, read_document
from indexer.files.walk import walk
from indexer.model import Symbol

GOAL = 0.99
BREAKABLE = {"function", "method", "constructor", "class"}
COUNTED = BREAKABLE | {"struct", "interface", "trait", "impl", "enum", "module", "namespace", "type", "macro"}
# A bracket in a language without brackets around its blocks says less, so each way looks for what is there.
_CLOSER = re.compile(rb"[)\]}]|\b(?:end|fi|done|esac)\b")

Edit = tuple[int, int, bytes]


def ways(data: bytes, symbol: Symbol, chance: random.Random) -> Iterator[tuple[str, Edit]]:
    """Edits that break the definition, each with its name. The edits stay inside it."""
    body = data.find(b"\n", symbol.name_span.end, symbol.span.end)
    if body < 0:
        return
    low, high = body + 1, symbol.span.end
    rows = [match.start() for match in re.finditer(rb"(?m)^", data[low:high])]
    row = low + chance.choice(rows)
    row_end = data.find(b"\n", row, high)
    row_end = high if row_end < 0 else row_end
    closers = [low + match.start() for match in _CLOSER.finditer(data[low:high])]
    if closers:
        at = chance.choice(closers)
        yield "closer gone", (at, at + 1, b"")
    yield "unclosed bracket", (row_end, row_end, b" (")
    yield "unclosed brace", (row_end, row_end, b" {")
    yield "unclosed quote", (row_end, row_end, b' "')
    yield "half a line", ((row + row_end) // 2, row_end, b"")
    yield "merge conflict", (row, row, b"<<<<<<< HEAD\n=======\n>>>>>>> other\n")


def survivors(document: Document, symbol_at: int, edit: Edit) -> tuple[int, int, bool]:
    """How many definitions outside the broken one there are, how many keep name and lines, and whether it stays."""
    before = document.symbols()
    broken = before[symbol_at]
    start, end, new = edit
    after = Document.of(document.language, document.text.data[:start] + new + document.text.data[end:])
    delta = len(after.text.lines) - len(document.text.lines)
    found: dict[tuple[str, int, int], int] = defaultdict(int)
    for symbol in after.symbols():
        found[symbol.name, symbol.row_start, symbol.row_end] += 1
    stay = set(found)
    others = kept = 0
    for symbol in before:
        apart = symbol.span.end <= broken.span.start or symbol.span.start >= broken.span.end
        if symbol.kind not in COUNTED or not apart or symbol.row_end == broken.row_start:
            continue
        moved = delta if symbol.span.start >= end else 0
        others += 1
        key = (symbol.name, symbol.row_start + moved, symbol.row_end + moved)
        if found[key]:
            found[key] -= 1
            kept += 1
    return others, kept, any(name == broken.name and first == broken.row_start for name, first, _ in stay)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("paths", nargs="+", type=Path)
    parser.add_argument("--files", type=int, default=20, help="files a language")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--show", type=int, default=0, help="print so many of the worst cases")
    parser.add_argument("--lost", type=int, default=0, help="print so many of the definitions that did not stay")
    options = parser.parse_args(arguments)
    chance = random.Random(options.seed)
    chosen: dict[str, list[tuple[Path, Document]]] = defaultdict(list)
    paths = [path for given in options.paths for path in (walk(given) if given.is_dir() else [given])]
    chance.shuffle(paths)
    for path in paths:
        document = read_document(path)
        if isinstance(document, Unreadable) or document.structure is None or not document.structure.clean:
            continue
        assert document.language is not None
        if len(chosen[document.language.name]) < options.files and 5_000 < len(document.text.data) < 100_000:
            chosen[document.language.name].append((path, document))
    print(f"{'language':12} files breaks others    kept  itself   worst way")
    total = [0, 0]
    worst: list[tuple[float, str]] = []
    lost: list[str] = []
    for name in sorted(chosen):
        counts: dict[str, list[int]] = defaultdict(lambda: [0, 0])
        breaks = stay = 0
        for path, document in chosen[name]:
            symbols = document.symbols()
            candidates = [at for at, s in enumerate(symbols) if s.kind in BREAKABLE and s.row_end - s.row_start >= 3]
            for at in chance.sample(candidates, min(2, len(candidates))):
                for way, edit in ways(document.text.data, symbols[at], chance):
                    others, kept, stays = survivors(document, at, edit)
                    stay += stays
                    if not stays:
                        lost.append(f"{path} {way} {symbols[at].name} {edit}")
                    counts[way][0] += others
                    counts[way][1] += kept
                    breaks += 1
                    if others and kept < others:
                        worst.append((kept - others, f"{path} {way} {symbols[at].name} {edit} {kept}/{others}"))
        others = sum(count[0] for count in counts.values())
        kept = sum(count[1] for count in counts.values())
        total = [total[0] + others, total[1] + kept]
        if others:
            low = min((count[1] / count[0], way) for way, count in counts.items() if count[0])
            line = f"{name:12} {len(chosen[name]):5} {breaks:6} {others:6} {kept / others:7.2%} {stay / breaks:7.2%}"
            print(f"{line}   {low[1]} {low[0]:.2%}")
    for _, line in sorted(worst)[: options.show]:
        print(line)
    for line in lost[: options.lost]:
        print(line)
    share = total[1] / total[0] if total[0] else 0.0
    print(f"all: {share:.2%} of {total[0]} definitions beside a broken one kept name and lines")
    return 0 if share >= GOAL else 1


if __name__ == "__main__":
    sys.exit(main())
