"""What it takes to ask who calls what: `python -m bench.graph FOLDER NAME…`.

For each name `outcrop callers --depth 3` and `outcrop impact` as whole processes with a warm index, the first time and
again, beside `outcrop symbols`, which has the same start; then the same question twice in one process, as a server has
it. Seconds are of the processor. At the end, what is kept of names beside the index, as a share of the sources.
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
from pathlib import Path

from indexer.engine import Engine, Limits
from indexer.graph.kept import FILE


def _process(cache: Path, *arguments: str) -> float:
    """The processor's time that a command takes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [sys.executable, "-m", "indexer.cli.main", *arguments]
    done = subprocess.run(
        command, env={**os.environ, "OUTCROP_CACHE_DIR": str(cache)}, capture_output=True, text=True, check=False
    )
    assert done.returncode in (0, 1), done.stderr
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _asked(engine: Engine, name: str) -> tuple[float, int]:
    started = time.process_time()
    found = engine.graph.callers(name, 3, Limits(None, math.inf))
    return time.process_time() - started, len(found.edges)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("names", nargs="+")
    options = parser.parse_args()
    folder = options.folder.resolve()
    with tempfile.TemporaryDirectory() as made:
        cache = Path(made)
        _process(cache, "index", str(folder))
        print(
            "| name | edges | `symbols` | `callers --depth 3`, first | again | `impact` | in a server, first | again |"
        )
        print("|---|---|---|---|---|---|---|---|")
        for name in options.names:
            start = _process(cache, "symbols", name, str(folder))
            callers = ["callers", name, str(folder), "--depth", "3", "--limit", "0", "--json"]
            first, again = _process(cache, *callers), _process(cache, *callers)
            _process(cache, "impact", name, str(folder), "--json")
            impact = _process(cache, "impact", name, str(folder), "--json")
            os.environ["OUTCROP_CACHE_DIR"] = made
            engine = Engine()
            engine.open_paths({str(folder): folder}, lambda progress: None)
            (here, edges), (warm, _) = _asked(engine, name), _asked(engine, name)
            engine.shutdown()
            figures = (start, first, again, impact, here, warm)
            print(f"| `{name}` | {edges} | {' | '.join(f'{each:.2f} s' for each in figures)} |")
        kept = sum(file.stat().st_size for file in cache.rglob(FILE))
        whole = sum(file.stat().st_size for file in cache.rglob("*") if file.is_file())
        sources = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
        print(f"\nkept of names: {kept / sources:.1%} of the sources; the whole index: {whole / sources:.1%}")


if __name__ == "__main__":
    main()
