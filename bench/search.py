"""Searching warm indexes, against peers on the same folders: `python -m bench.search FOLDER[=INDEX]…`.

Prints tables in Markdown: for each query the first hundred hits as an editor asks for them, all hits without what is
around them as `--format grep` prints them, the whole answer with the ancestry of every hit, and what each costs against
peers that are on the PATH (`rg`, `csearch` with `cindex`, `ast-grep`), which print every hit. With several folders,
the smallest first, also how the costs grow. Times are medians of runs in a row; on a machine with other work a ratio of
processor seconds says more than one of seconds, so both stand there. An index is built where there is none, and used
as it is where there is one.
"""

from __future__ import annotations

import gc
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import NamedTuple

from bench.index import build
from indexer.index.indexer import Indexer
from indexer.index.workers import Pool
from indexer.model import Limits
from indexer.safe_reader import SafeReader
from indexer.search.run.corpus import Corpus
from indexer.search.run.search import Answer, find_symbols, search
from indexer.settings import Settings
from indexer.store.place import DATABASE
from indexer.store.reader import Store
from indexer.store.writer import Writer

RUNS = int(os.environ.get("OUTCROP_BENCH_RUNS", "5"))
LONG = 20.0  # seconds; what takes longer is run once
TEXTS = (
    "get_absolute_url",
    "ext4_da_write_begin",
    "container_of",
    r"/def \w+_url\(/",
    r"/static int __init \w+_setup/",
    r"/kfree\w*\(skb\)/",
)
PATTERNS = (("python", "isinstance($A, str)"), ("c", "kfree_skb($A)"), ("c", "mutex_lock(&$A->$B)"))
NAMES = (
    *("kfree", "getuser", "skb", "ext4wb", "init", "parser", "url", "usb_driver", "a", "xfsib"),
    *(
        "schedule",
        "task_struct",
        "alloc_pages",
        "mutexlock",
        "tcp_sendmsg",
        "probe",
        "xyzzyq",
        "netdev",
        "model",
        "gfp",
    ),
)
EVERY = Limits(hits=None, seconds=600)
LINES = Limits(hits=None, seconds=600, detail="place")


class Cost(NamedTuple):
    """Seconds on the clock, and of all processors."""

    clock: float
    processor: float


class Row(NamedTuple):
    """What one query cost in one folder."""

    first: Cost
    lines: Cost
    whole: Cost
    hits: int
    peers: dict[str, Cost]


def main() -> None:
    folders = [argument.partition("=") for argument in sys.argv[1:]]
    gc.disable()  # as the server and the command have it
    print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f} at the start.\n")
    tables = {Path(root).resolve(): _measured(Path(root).resolve(), index) for root, _, index in folders}
    if len(tables) > 1:
        (small, few), *_, (large, many) = tables.items()
        print(
            f"\n## Growth from {small.name} to {large.name}\n\n| query | first 100 | lines | whole |\n|---|---|---|---|"
        )
        for query in few.keys() & many.keys():
            grown = (many[query][at].processor / few[query][at].processor for at in range(3))  # type: ignore[union-attr]
            print(f"| `{query}` | " + " | ".join(f"{times:.1f}×" for times in grown) + " |")
    print(f"\nLoad {os.getloadavg()[0]:.1f} at the end.")


def _measured(root: Path, index: str) -> dict[str, Row]:
    folder = Path(index) if index else Path(tempfile.mkdtemp(prefix="outcrop-bench-"))
    _arrange(root, folder)
    codesearch = folder / "codesearch"
    if shutil.which("cindex") and not codesearch.exists():
        _run(["cindex", str(root)], CSEARCHINDEX=str(codesearch))
    if shutil.which("rg"):
        _run(["rg", "--hidden", "-c", "", str(root)])  # so that all files are in memory for everyone
    rows: dict[str, Row] = {}
    reader = SafeReader()
    with Store(folder).snapshot() as snapshot:
        corpus = Corpus(root, snapshot, reader)
        totals = snapshot.totals()
        print(f"## {root.name}: {totals.files:,} files, {totals.bytes / 1e6:,.0f} MB, {totals.symbols:,} symbols\n")
        print("Milliseconds on the clock, of processors in brackets; ratios of the first 100, lines, whole.\n")
        print("| query | first 100 | lines | whole | hits | peer | peer's | clock | processor |\n" + 9 * "|---" + "|")
        for text in TEXTS:
            rows[text] = _text(text, corpus, codesearch)
            _print(text, rows[text])
        for language, pattern in PATTERNS:
            rows[pattern] = _pattern(language, pattern, corpus)
            _print(pattern, rows[pattern])
        times = sorted(
            (_once(partial(find_symbols, name, [corpus], Limits())) for name in NAMES for _ in range(3)),
            key=lambda cost: cost.clock,
        )
    reader.stop()
    p95, middle = times[int(len(times) * 0.95)], times[len(times) // 2]
    print(f"\n`workspace/symbol`, {len(NAMES)} names: median {_ms(middle)} ms, p95 {_ms(p95)} ms", flush=True)
    return rows


def _arrange(root: Path, folder: Path) -> None:
    """Makes the index if it is not there, and leaves it as a server does when it has nothing else to do."""
    if not (folder / DATABASE).exists():
        build(root, folder)
    writer, pool = Writer.open(folder, root), Pool()
    assert writer is not None
    Indexer(root, Settings(), writer, pool).arrange()
    pool.stop()
    writer.close()


def _text(text: str, corpus: Corpus, codesearch: Path) -> Row:
    pattern = text[1:-1] if text.startswith("/") else text
    commands: dict[str, Callable[[], object]] = {}
    if shutil.which("rg"):
        commands["rg"] = lambda: _run(["rg", "--hidden", "-n", "-e", pattern, str(corpus.root)])
    if shutil.which("csearch"):
        commands["csearch"] = lambda: _run(["csearch", "-n", pattern], CSEARCHINDEX=str(codesearch))
    return _row(f"{text} select:line case:yes", corpus, commands)


def _pattern(language: str, pattern: str, corpus: Corpus) -> Row:
    command = ["ast-grep", "run", "--pattern", pattern, "--lang", language, "--no-ignore", "hidden", str(corpus.root)]
    commands = {"ast-grep": lambda: _run(command)} if shutil.which("ast-grep") else {}
    return _row(f'pattern:"{pattern}" lang:{language}', corpus, commands)


def _row(query: str, corpus: Corpus, commands: Mapping[str, Callable[[], object]]) -> Row:
    answer: Answer = search(query, [corpus], EVERY)
    work: dict[str, Callable[[], object]] = {
        "first": lambda: search(query, [corpus], Limits(seconds=600)),
        "lines": lambda: search(query, [corpus], LINES),
        "whole": lambda: search(query, [corpus], EVERY),
        **commands,
    }
    costs: dict[str, list[Cost]] = {}
    for name, todo in work.items():  # in a row, so that each finds the processor's caches as it left them
        costs[name] = [_once(todo)]
        while len(costs[name]) < RUNS and costs[name][0].clock < LONG:
            costs[name].append(_once(todo))
    medians = {
        name: Cost(statistics.median(cost.clock for cost in each), statistics.median(cost.processor for cost in each))
        for name, each in costs.items()
    }
    return Row(medians.pop("first"), medians.pop("lines"), medians.pop("whole"), answer.total, medians)


def _print(query: str, row: Row) -> None:
    ours = row.first, row.lines, row.whole
    head = f"| `{query}` | {' | '.join(map(_ms, ours))} | {row.hits:,} |"
    for name, cost in row.peers.items():
        clock, processor = (", ".join(f"{one[at] / cost[at]:.2f}" for one in ours) if cost[at] else "" for at in (0, 1))
        print(f"{head} {name} | {_ms(cost)} | {clock} | {processor} |", flush=True)
        head = "| | | | | |"


def _ms(cost: Cost) -> str:
    return f"{cost.clock * 1000:.1f} ({cost.processor * 1000:.0f})"


def _run(command: list[str], **environment: str) -> None:
    subprocess.run(command, env={**os.environ, **environment}, stdout=subprocess.DEVNULL, check=False)


def _processor_seconds() -> float:
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


def _once(work: Callable[[], object]) -> Cost:
    clock, processor = time.monotonic(), _processor_seconds()
    work()
    return Cost(time.monotonic() - clock, _processor_seconds() - processor)


if __name__ == "__main__":
    main()
