"""Building an index and keeping it, against peers and limits: `python -m bench.index FOLDER [--server] [--keep INDEX]`.

`--server` also asks a real server on a copy of the folder (bench/live.py).
The folder's index goes to a temporary place, and a copy to where `--keep` says, for `bench.search` to use. Peers that
are not on the PATH (`cindex`, `ctags`, `ast-grep`, `rg`, `rfx`) are left out of the table. Seconds are those on the
clock, and behind them those of all processors, which say more on a machine with other work; ratios are given of both.

`rfx` writes beside the files, so it gets a copy of them, and looks for symbols in a process that outlives the command:
both are in the table, when the command ends and when that process does.
"""

from __future__ import annotations

import argparse
import ctypes
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

from bench.live import server_rows
from indexer.files.walk import Walk
from indexer.grammars.parsers import parser
from indexer.grammars.trust import is_fuzzed
from indexer.index.indexer import Indexer, Progress
from indexer.index.workers import Pool
from indexer.languages.detect import detect
from indexer.settings import Settings
from indexer.store.writer import Writer
from indexer.text.decoding import to_utf8

_TAKES = 5
_LONGEST = 1200  # seconds that a peer may take behind our back
_SET_CHILD_SUBREAPER = 36  # of prctl, on Linux


def main() -> None:
    reading = argparse.ArgumentParser(prog="python -m bench.index")
    reading.add_argument("folder", type=Path)
    reading.add_argument("--server", action="store_true")
    reading.add_argument("--keep", type=Path, metavar="INDEX")
    arguments = reading.parse_args()
    root = arguments.folder.resolve()
    entries = list(Walk(root))
    size = sum(entry.size for entry in entries)
    print(f"{root.name}: {len(entries):,} files, {size / 1e6:,.0f} MB, {os.cpu_count()} cores\n")
    folder = Path(tempfile.mkdtemp(prefix="outcrop-bench-"))
    try:
        rows = [("what", "seconds", "against")]
        limit = _parse_limit(root, [entry.path for entry in entries])
        rows.append(("bare tree-sitter parsing, trusted grammars", str(limit), ""))
        peer = _cindex(root, folder / "codesearch")
        if peer is not None:
            rows.append(("cindex", str(peer), ""))
        for name, command in (
            ("ctags -R", ["ctags", "-R", "-f", str(folder / "tags"), str(root)]),
            ("ast-grep outline", ["ast-grep", "outline", "--json=stream", str(root)]),
        ):
            if shutil.which(command[0]):
                cost = _cost(partial(_timed, command))
                rows.append((name, str(cost), f"{cost.against(limit)} bare parsing"))
        rows += [(name, str(cost), f"{cost.against(limit)} bare parsing") for name, cost in _rfx(root, folder / "rfx")]
        text, names, everything = build_stages(root, folder / "index")
        rows.append(("text ready", str(text), f"{text.against(peer)} cindex" if peer else ""))
        rows.append(("names ready, after the text", str(names - text), f"{(names - text).against(limit)} bare parsing"))
        rows.append(("everything ready", str(everything), f"{everything.against(limit)} bare parsing"))
        second = build_stages(root, folder / "second")[2]  # it finds the first one beside it
        shutil.rmtree(folder / "second")
        rows.append(("everything ready in a second work tree", str(second), f"{second.against(everything)} the first"))
        again = build(root, folder / "index")[0]
        listed = _timed(["rg", "--files", "--hidden", str(root)])
        rows.append(
            ("unchanged, brought up to date", f"{again:.2f}", f"{again / listed:.1f} x rg --files" if listed else "")
        )
        rows.append(("first answer of a second start", f"{_first_answer(root, folder / 'index'):.3f}", ""))
        stored = sum(path.stat().st_size for path in (folder / "index").iterdir())
        rows.append(("index on disk, MB", f"{stored / 1e6:.0f}", f"{stored / size:.2f} x source"))
        rows += _few_changes(root, [entry.path for entry in entries], folder / "thousand")
        if arguments.keep:
            shutil.copytree(folder / "index", arguments.keep)
        if arguments.server:
            rows += server_rows(root, folder)
        for row in rows:
            print("  ".join(cell.ljust(width) for cell, width in zip(row, (46, 16, 0), strict=True)).rstrip())
    finally:
        shutil.rmtree(folder)


class Cost(NamedTuple):
    """Seconds on the clock, and of all processors."""

    clock: float
    processor: float

    def __sub__(self, other: Cost) -> Cost:
        return Cost(self.clock - other.clock, self.processor - other.processor)

    def against(self, other: Cost) -> str:
        return f"{self.clock / other.clock:.2f} x ({self.processor / other.processor:.2f} x)"

    def __str__(self) -> str:
        return f"{self.clock:.1f} ({self.processor:.1f})"


def _now() -> Cost:
    """The clock, and what this process and its children have used of the processors, also those that still run."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    ticks = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            said = stat.read_text().rpartition(")")[2].split()
            ticks += sum(map(int, said[11:13])) if int(said[1]) == os.getpid() else 0
    return Cost(
        time.monotonic(), sum(each.ru_utime + each.ru_stime for each in used) + ticks / os.sysconf("SC_CLK_TCK")
    )


def _cost(work: Callable[[], object]) -> Cost:
    before = _now()
    work()
    return _now() - before


def build(root: Path, folder: Path) -> tuple[float, float, float]:
    """Seconds until text search is complete, until names are, and until all structure is there."""
    text, names, everything = build_stages(root, folder)
    return text.clock, names.clock, everything.clock


def build_stages(root: Path, folder: Path) -> tuple[Cost, Cost, Cost]:
    """What it costs until text search is complete, until names are, and until all structure is there."""
    started = _now()
    text: Cost | None = None
    names: Cost | None = None

    def report(progress: Progress) -> None:
        nonlocal text, names
        if progress.stage in ("names", "structure") and text is None:
            text = _now() - started
        if progress.stage == "structure" and progress.done == 0 and text is not None and names is None:
            names = _now() - started

    writer = Writer.open(folder, root)
    assert writer is not None
    pool = Pool()
    try:
        Indexer(root, Settings(), writer, pool).update(report)
    finally:
        pool.stop()
        writer.close()
    whole = _now() - started
    text = text or whole
    return text, names if names and names.clock - text.clock > 0.001 else whole, whole  # a small folder: at once


def _few_changes(root: Path, paths: list[str], folder: Path) -> list[tuple[str, str, str]]:
    """Ten files of a thousand change: until all of it is in the index, when told which, and when it has to look."""
    tree = folder / "tree"
    thousand = [path for path in paths if path.endswith((".py", ".c", ".h", ".js", ".rb", ".go"))][:1000]
    for path in thousand:
        (tree / path).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(root / path, tree / path)
    build(tree, folder / "index")
    writer = Writer.open(folder / "index", tree)
    assert writer is not None
    pool = Pool()
    indexer = Indexer(tree, Settings(), writer, pool)
    taken: dict[str, list[float]] = {"told which": [], "looking": []}
    try:
        for number in range(2 * _TAKES):
            changed = thousand[number * 7 % 90 :: 100]
            for path in changed:
                with (tree / path).open("a") as file:
                    file.write(f"\n# change {number}\n")
            started = time.monotonic()
            if number % 2:
                indexer.update_paths(changed)
            else:
                indexer.update()
            taken["told which" if number % 2 else "looking"].append(time.monotonic() - started)
    finally:
        pool.stop()
        writer.close()
    return [
        (f"10 changed of {len(thousand):,} files, {how}", f"{statistics.median(times):.3f}", "goal 0.2")
        for how, times in taken.items()
    ]


def _first_answer(root: Path, folder: Path) -> float:
    """Seconds from opening an index that is there to the first answer from it."""
    code = (
        "import sys; from pathlib import Path; from indexer.store.reader import Store;"
        "from indexer.search.run.corpus import Corpus; from indexer.search.run.search import search;"
        "from indexer.safe_reader import SafeReader\n"
        "with Store(Path(sys.argv[2])).snapshot() as s:\n"
        " search('kfree OR get_user', [Corpus(Path(sys.argv[1]), s, SafeReader())])"
    )
    return _timed([sys.executable, "-c", code, str(root), str(folder)]) or 0.0


def _timed(command: list[str]) -> float | None:
    if shutil.which(command[0]) is None:
        return None
    started = time.monotonic()
    subprocess.run(command, stdout=subprocess.DEVNULL, check=False)
    return time.monotonic() - started


def _cindex(root: Path, index: Path) -> Cost | None:
    if shutil.which("cindex") is None:
        return None
    environment = {**os.environ, "CSEARCHINDEX": str(index)}
    return _cost(lambda: subprocess.run(["cindex", str(root)], env=environment, capture_output=True, check=True))


def _rfx(root: Path, copy: Path) -> list[tuple[str, Cost]]:
    """What `rfx index` costs, until it ends and until it has its symbols."""
    if shutil.which("rfx") is None:
        return []
    shutil.copytree(root, copy, symlinks=True)
    _adopt()
    before = _now()
    subprocess.run(["rfx", "index", "--quiet", "--force", str(copy)], stdout=subprocess.DEVNULL, check=True)
    found = [("rfx index, until it ends", _now() - before)]
    until = time.monotonic() + _LONGEST
    while time.monotonic() < until:
        said = subprocess.run(["rfx", "index", "status"], cwd=copy, capture_output=True, text=True, check=False).stdout
        if "Completed" in said:
            found.append(("rfx index, with its symbols", _now() - before))
            break
        time.sleep(0.5)
    shutil.rmtree(copy)
    return found


def _adopt() -> None:
    """Has processes whose parents end become ours, so that what they cost is counted."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def _parse_limit(root: Path, paths: list[str]) -> Cost:
    """What parsing alone takes on all cores, without looking at the trees."""
    workers = os.cpu_count() or 1
    shares = [paths[at::workers] for at in range(workers)]

    def parsed() -> None:
        with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
            list(pool.map(_parse, [str(root)] * workers, shares))

    return _cost(parsed)


def _parse(root: str, paths: list[str]) -> None:
    for path in paths:
        try:
            decoded = to_utf8(Path(root, path).read_bytes())
        except OSError:
            continue
        language = detect(path, decoded[0][:8192]) if decoded else None
        if decoded and language is not None and language.grammar is not None and is_fuzzed(language.grammar):
            parse = parser(language.grammar)
            if parse is not None:
                parse.parse(decoded[0])


if __name__ == "__main__":
    main()
