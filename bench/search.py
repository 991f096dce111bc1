"""Searching a warm index, against peers on the same folder: `python -m bench.search FOLDER`.

Medians of several runs, whole answers (no limit) so that both sides do the same work, and the first hundred hits as an
editor asks for them. Peers that are not on the PATH (`rg`, `csearch` with `cindex`, `ast-grep`) are left out.
"""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from bench.index import build
from indexer.isolation import Isolation
from indexer.model import Limits
from indexer.search.corpus import Corpus
from indexer.search.execute import find_symbols, search
from indexer.store.reader import Store

RUNS = 5
TEXTS = (
    "container_of",
    "ext4_da_write_begin",
    r"/static int __init \w+_setup/",
    r"/kfree\w*\(skb\)/",
    "get_absolute_url",
)
PATTERNS = (("c", "kfree_skb($A)"), ("c", "mutex_lock(&$A->$B)"), ("python", "isinstance($A, str)"))
NAMES = ("kfree", "getuser", "skb", "ext4wb", "init", "parser", "url", "usb_driver", "a", "xfsib")


def main() -> None:
    root = Path(sys.argv[1]).resolve()
    folder = Path(sys.argv[2]) if len(sys.argv) > 2 else Path(tempfile.mkdtemp(prefix="outcrop-bench-"))
    build(root, folder)
    codesearch = folder / "codesearch"
    if shutil.which("cindex"):
        environment = {**os.environ, "CSEARCHINDEX": str(codesearch)}
        subprocess.run(["cindex", str(root)], env=environment, capture_output=True, check=True)
    isolation = Isolation()
    print(f"{'query':46} {'ours ms':>9} {'all hits':>9} {'first 100':>10}  ratios (all hits)")
    with Store(folder).snapshot() as snapshot:
        corpus = Corpus(root, snapshot, isolation)
        for query in TEXTS:
            _text(query, corpus, codesearch)
        for language, pattern in PATTERNS:
            _pattern(language, pattern, corpus)
        times = [
            _once(lambda name=name: find_symbols(name, [corpus], Limits(hits=100))) for name in NAMES for _ in range(3)
        ]
        totals = snapshot.totals()
    times.sort()
    print(
        f"\nworkspace/symbol over {totals.symbols:,} symbols: median {statistics.median(times) * 1000:.1f} ms,"
        f" p95 {times[int(len(times) * 0.95)] * 1000:.1f} ms"
    )
    isolation.stop()


def _text(query: str, corpus: Corpus, codesearch: Path) -> None:
    pattern = query[1:-1] if query.startswith("/") else query
    every = Limits(hits=None, seconds=100)
    ours = _median(lambda: search(f"{query} select:line case:yes", [corpus], every))
    first = _median(lambda: search(f"{query} select:line case:yes", [corpus], Limits()))
    total = search(f"{query} select:line case:yes", [corpus], every).total
    peers = []
    if shutil.which("rg"):
        peers.append(("rg", _median(lambda: _run(["rg", "--hidden", "-n", "-e", pattern, str(corpus.root)]))))
    if shutil.which("csearch"):
        peers.append(("csearch", _median(lambda: _run(["csearch", "-n", pattern], CSEARCHINDEX=str(codesearch)))))
    _row(query, ours, total, first, peers)


def _pattern(language: str, pattern: str, corpus: Corpus) -> None:
    query = f'pattern:"{pattern}" lang:{language}'
    every = Limits(hits=None, seconds=300)
    ours = _once(lambda: search(query, [corpus], every))
    first = _median(lambda: search(query, [corpus], Limits(seconds=100)))
    total = search(query, [corpus], every).total
    peers = []
    if shutil.which("ast-grep"):
        command = [
            "ast-grep",
            "run",
            "--pattern",
            pattern,
            "--lang",
            language,
            "--no-ignore",
            "hidden",
            str(corpus.root),
        ]
        peers.append(("ast-grep", _once(lambda: _run(command))))
    _row(query, ours, total, first, peers)


def _row(query: str, ours: float, total: int, first: float, peers: list[tuple[str, float]]) -> None:
    ratios = ", ".join(f"{ours / seconds:.2f} x {name} ({seconds * 1000:.0f} ms)" for name, seconds in peers)
    print(f"{query:46} {ours * 1000:9.1f} {total:9,} {first * 1000:10.1f}  {ratios}", flush=True)


def _run(command: list[str], **environment: str) -> None:
    subprocess.run(command, env={**os.environ, **environment}, stdout=subprocess.DEVNULL, check=False)


def _once(work: Callable[[], object]) -> float:
    started = time.monotonic()
    work()
    return time.monotonic() - started


def _median(work: Callable[[], object]) -> float:
    return statistics.median(_once(work) for _ in range(RUNS))


if __name__ == "__main__":
    main()
