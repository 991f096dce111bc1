"""`python -m bench.trigrams FOLDER`: builds the trigram segments of a folder and asks them, beside Google codesearch.

Both see the same files in turns, after one reading of them all, so that neither profits from the disk's cache. The
seconds of the processor tell the work, those of the clock how well it spreads; on a busy machine compare the former.
`cindex` is looked for on the path; without it our own figures stand alone.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import resource
import shutil
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, TypeVar

from indexer.files.walk import Entry, Walk
from indexer.index.tasks import TextBatch, texts
from indexer.store.segment_writer import merge
from indexer.store.segments import Segment, candidates
from indexer.store.trigrams import trigrams

LITERALS = ("spin_lock_irqsave", "ext4_writepages", "EXPORT_SYMBOL_GPL", "return -EINVAL;", "static int", "TODO")
ASKED = 50
BATCH = 64 << 20
T = TypeVar("T")


class Spent(NamedTuple):
    """Seconds of the clock, and of the processor over all child processes."""

    clock: float
    processor: float


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("folder", type=Path)
    options.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    options.add_argument("--takes", type=int, default=3)
    options.add_argument("--literal", action="append", help="what to look for")
    chosen = options.parse_args()
    literals = [literal.encode() for literal in chosen.literal or LITERALS]
    begun = time.perf_counter()
    found = list(Walk(chosen.folder, size_limit=None))
    print(f"walk      {time.perf_counter() - begun:8.2f} s   {len(found)} files")
    source = sum(len((chosen.folder / entry.path).read_bytes()) for entry in found)
    with tempfile.TemporaryDirectory() as name:
        folder, peer, merged = Path(name) / "segments", Path(name) / "peer", Path(name) / "merged"
        files = building(chosen.folder, found, source, folder, peer, chosen)
        segments = [Segment.open(path) for path in sorted(folder.iterdir())]
        size = sum(path.stat().st_size for path in folder.iterdir())
        print(f"size      {size / 1e6:8.1f} MB  {size / source:.3f} x the source of {source / 1e6:.0f} MB")
        if peer.exists():
            print(f"  cindex  {peer.stat().st_size / 1e6:8.1f} MB  {peer.stat().st_size / source:.3f} x the source")
        asking(segments, literals)
        begun = time.process_time()
        merge(merged, segments, range(1, files + 1))
        print(f"merge     {time.process_time() - begun:8.2f} s   {merged.stat().st_size / 1e6:.1f} MB")
        asking([Segment.open(merged)], literals)
    extraction([chosen.folder / entry.path for entry in found if entry.path.endswith(".c")][:4000])


def building(root: Path, found: list[Entry], source: int, folder: Path, peer: Path, chosen: argparse.Namespace) -> int:
    """Builds in turns with the peer and tells what both took; the number of files."""
    ours: list[Spent] = []
    theirs: list[Spent] = []
    batches: list[TextBatch] = []
    for _ in range(chosen.takes):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        batches, spent = _timed(lambda: build(root, found, folder, chosen.processes))
        ours.append(spent)
        if shutil.which("cindex"):
            peer.unlink(missing_ok=True)
            theirs.append(_timed(lambda: codesearch(root, peer))[1])
    records = [record for batch in batches for _, record in batch.records]
    us = Spent(*(statistics.median(times) for times in zip(*ours, strict=True)))
    print(
        f"build     {us.clock:8.2f} s   {us.processor:.1f} s of processor, {source / 1e6 / us.processor:.0f} MB/s each;"
        f" {sum(record.skipped is not None for record in records)} not text,"
        f" {sum(len(batch.problems) for batch in batches)} unreadable, {sum(record.lines for record in records)} lines"
    )
    if theirs:
        them = Spent(*(statistics.median(times) for times in zip(*theirs, strict=True)))
        print(
            f"  cindex  {them.clock:8.2f} s   {them.processor:.1f} s of processor;"
            f" ours is {us.clock / them.clock:.2f} x its clock, {us.processor / them.processor:.2f} x its processor"
        )
    return len(records)


def build(root: Path, found: list[Entry], folder: Path, processes: int) -> list[TextBatch]:
    """All segments of some files, by processes that are started for it and do what an indexing worker does."""
    tasks: list[tuple[str, int, list[str], list[None], str, dict[str, str]]] = []
    paths: list[str] = []
    size = 0
    for number, entry in enumerate(found, 1):
        paths.append(entry.path)
        size += entry.size
        if size > BATCH or number == len(found):
            segment = str(folder / f"{len(tasks):04}")
            tasks.append((str(root), number - len(paths) + 1, paths, [None] * len(paths), segment, {}))
            paths, size = [], 0
    # Closed and joined rather than ended, so that the seconds of the workers are counted as ours.
    pool = multiprocessing.get_context("spawn").Pool(processes)
    batches = pool.starmap(texts, tasks, chunksize=1)
    pool.close()
    pool.join()
    return batches


def codesearch(folder: Path, index: Path) -> None:
    environment = {**os.environ, "CSEARCHINDEX": str(index)}
    subprocess.run(["cindex", str(folder.resolve())], env=environment, check=True, capture_output=True)


def asking(segments: list[Segment], literals: list[bytes]) -> None:
    for literal in literals:
        spent = []
        for _ in range(ASKED):
            begun = time.perf_counter()
            found = candidates(segments, [literal])
            spent.append(time.perf_counter() - begun)
        count = "all" if found is None else found.size
        print(
            f"ask       {min(spent) * 1e3:8.2f} ms  at best, {statistics.median(spent) * 1e3:.2f} ms in the middle:"
            f" {literal.decode()!r} in {len(segments)} segments -> {count} files"
        )


def extraction(paths: list[Path]) -> None:
    """Megabytes a second of one process that does nothing but find trigrams."""
    contents = [path.read_bytes() for path in paths]
    if contents:
        begun = time.process_time()
        for text in contents:
            trigrams(text)
        spent = time.process_time() - begun
        print(f"extract   {sum(map(len, contents)) / 1e6 / spent:8.0f} MB/s a core, {len(contents)} C files")


def _timed(take: Callable[[], T]) -> tuple[T, Spent]:
    before, begun = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    made = take()
    clock, after = time.perf_counter() - begun, resource.getrusage(resource.RUSAGE_CHILDREN)
    return made, Spent(clock, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


if __name__ == "__main__":
    main()
