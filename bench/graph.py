"""What it takes to ask who calls what: `python -m bench.graph FOLDER NAME…`.

For each name `outcrop callers --depth 3`, `impact` and `refs` as whole processes with a warm index, the first time
and again, beside `outcrop symbols`, which has the same start; then `callers` twice and `refs` in one process, as a
server has it. Seconds are of the processor.

Then what is on disk, part by part, as shares of the sources, and what the graph would add to an index, were it made
of all files at once: it is made of those that a question comes to, when it first does.
"""

from __future__ import annotations

import argparse
import math
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence, Sized
from pathlib import Path

from indexer.engine import Engine, Limits
from indexer.graph.kept import FILE
from indexer.graph.sources import KnownTexts, Sources
from indexer.search.run.corpus import Corpus, Gone

_LIMITS = Limits(None, math.inf)


def _process(cache: Path, *arguments: str) -> float:
    """The processor's time that a command takes, with modules that are compiled as those of an installation are."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "indexer.cli.main", *arguments]
    env = {**os.environ, "OUTCROP_CACHE_DIR": str(cache)}
    env.pop("PYTHONDONTWRITEBYTECODE", None)
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert done.returncode in (0, 1), done.stderr
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _asked(ask: Callable[[], Sized]) -> tuple[float, int]:
    started = time.process_time()
    found = len(ask())
    return time.process_time() - started, found


def _made_of_all(corpora: Sequence[Corpus]) -> int:
    """Makes the graph of all files as a question makes it of some; how many have one."""
    made = 0
    for corpus in corpora:
        sources = Sources(corpus, KnownTexts())
        for path in [] if corpus.snapshot is None else list(corpus.snapshot.table.by_path):
            try:
                if sources.names(path) is not None:
                    sources.uses(path, list(sources.source(path).referring()))
                    made += 1
            except Gone:
                continue
    return made


def _row(cache: Path, folder: Path, name: str) -> str:
    start = _process(cache, "symbols", name, str(folder))
    callers = ["callers", name, str(folder), "--depth", "3", "--limit", "0", "--json"]
    impact, refs = (["impact", name, str(folder), "--json"], ["refs", name, str(folder), "--json", "--limit", "0"])
    figures = [start]
    for command in (callers, impact, refs):
        figures += [_process(cache, *command), _process(cache, *command)]
    engine = Engine()
    engine.open_paths({str(folder): folder}, lambda progress: None)
    here, edges = _asked(lambda: engine.graph.callers(name, 3, _LIMITS).edges)
    warm, _ = _asked(lambda: engine.graph.callers(name, 3, _LIMITS).edges)
    used, uses = _asked(lambda: engine.graph.references_to(name, _LIMITS))
    engine.shutdown()
    first, *pairs = (f"{each:.2f}" for each in (*figures, here, warm))
    joined = " | ".join(f"{one}, {other}" for one, other in zip(pairs[::2], pairs[1::2], strict=True))
    return f"| `{name}` | {edges:,} | {uses:,} | {first} | {joined} | {used:.2f} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="*")
    parser.add_argument(
        "--whole", action="store_true", help="make the graph of all files, too, and tell what that takes"
    )
    options = parser.parse_args()
    folder = options.folder.resolve()
    with tempfile.TemporaryDirectory() as made:
        cache = Path(made)
        os.environ["OUTCROP_CACHE_DIR"] = made
        indexing = _process(cache, "index", str(folder))
        if options.names:
            asked = ("callers --depth 3", "impact", "refs")
            print("| name | edges | uses | `symbols`", *(f"| `{one}`, first, again" for one in asked), end=" ")
            print("| in a server: `callers`, first, again | `refs` |")
            print("|---|---|---|---|---|---|---|---|---|")
        for name in options.names:
            print(_row(cache, folder, name))
        if options.whole:
            engine = Engine()
            engine.open_paths({str(folder): folder}, lambda progress: None)
            with engine.corpora() as corpora:
                started = time.process_time()
                count = _made_of_all(corpora)
                took = time.process_time() - started
            engine.shutdown()
            share = f"{took / indexing:.0%} of the {indexing:.1f} s that the index takes"
            print(f"\nthe graph of all {count:,} files that have one: {took:.1f} s, {share}")
        sources = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
        parts: Counter[str] = Counter()
        for file in cache.rglob("*"):
            if file.is_file():
                parts[file.name if file.name == FILE else file.suffix.lstrip(".") or file.name] += file.stat().st_size
        told = ", ".join(f"{part} {size / sources:.1%}" for part, size in parts.most_common() if size / sources > 0.001)
        print(f"\non disk: {parts.total() / sources:.1%} of {sources / 1e6:.1f} MB of sources: {told}")


if __name__ == "__main__":
    main()
