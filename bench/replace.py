"""Rewriting a large tree, against ast-grep on a copy: `python -m bench.replace FOLDER`.

Both are whole processes that write what they change: `outcrop replace --write` with a warm index, and
`ast-grep run --rewrite --update-all`. After each run the changed files are put back, and the index is brought up to
date. The table says how many files have the same bytes after both; where they differ, ours has kept the layout
(`tests.oracles.replace` looks at each such place).
"""

from __future__ import annotations

import filecmp
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

RUNS = int(os.environ.get("OUTCROP_BENCH_RUNS", "3"))
REWRITES = (
    ("c", "mutex_lock(&$A->$B)", "mutex_lock_nested(&$A->$B, 0)"),
    ("c", "spin_lock_init(&$A->$B)", "raw_spin_lock_init(&$A->$B)"),
    ("c", "memcpy($A, $B, $C)", "copy($A, $C, $B)"),
    ("python", "isinstance($A, $B)", "is_a($A, $B)"),
    ("go", "assert.Equal(t, $A, $B)", "require.Equal(t, $A, $B)"),
)


class Cost(NamedTuple):
    """Seconds on the clock, and of all processors."""

    clock: float
    processor: float


def main() -> None:
    source = Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory(prefix="outcrop-bench-") as folder:
        ours, theirs = Path(folder, "ours"), Path(folder, "theirs")
        for copy in (ours, theirs):
            shutil.copytree(source, copy, symlinks=True, ignore=shutil.ignore_patterns(".git"))
        os.environ["OUTCROP_CACHE_DIR"] = str(Path(folder, "cache"))
        _index(ours)
        print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}; {source.name}\n")
        print("| rewrite | files | same bytes | outcrop | ast-grep | clock | processor |\n" + 7 * "|---" + "|")
        for language, pattern, template in REWRITES:
            _compare(source, ours, theirs, language, pattern, template)


def _compare(source: Path, ours: Path, theirs: Path, language: str, pattern: str, template: str) -> None:
    query = f'pattern:"{pattern}" lang:{language}'
    costs: list[tuple[Cost, Cost]] = []
    changed: set[str] = set()
    same = 0
    for _ in range(RUNS):
        command = [
            sys.executable,
            "-m",
            "indexer.cli.main",
            "replace",
            query,
            template,
            str(ours),
            "--write",
            "--force",
        ]
        mine = _timed(command)
        judge = ["ast-grep", "run", "-p", pattern, "-r", template, "-l", language, "--update-all", str(theirs)]
        costs.append((mine, _timed(judge)))
        changed = _changed(source, ours) | _changed(source, theirs)
        same = sum(filecmp.cmp(ours / path, theirs / path, shallow=False) for path in changed)
        for path in changed:
            for copy in (ours, theirs):
                shutil.copy2(source / path, copy / path)
        _index(ours)
    if not changed:
        return
    mine, other = (
        Cost(*(statistics.median(cost[at] for cost in side) for at in (0, 1))) for side in zip(*costs, strict=True)
    )
    print(
        f"| `{pattern}` => `{template}` | {len(changed)} | {same} | {mine.clock:.2f} ({mine.processor:.2f}) s |"
        f" {other.clock:.2f} ({other.processor:.2f}) s | **{mine.clock / other.clock:.2f}×** |"
        f" {mine.processor / other.processor:.2f}× |",
        flush=True,
    )


def _changed(source: Path, copy: Path) -> set[str]:
    """The files of a copy that are not as their originals, told by their times."""
    found: set[str] = set()
    for folder, _, names in os.walk(copy):
        for name in names:
            path = Path(folder, name)
            inside = path.relative_to(copy)
            if path.is_symlink():
                continue
            if path.stat().st_mtime_ns != (source / inside).stat().st_mtime_ns:
                found.add(inside.as_posix())
    return found


def _index(root: Path) -> None:
    subprocess.run([sys.executable, "-m", "indexer.cli.main", "index", str(root)], check=True, capture_output=True)


def _timed(command: list[str]) -> Cost:
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    subprocess.run(command, check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Cost(time.monotonic() - started, used)


if __name__ == "__main__":
    main()
