"""A server at work on a folder, asked over its wire: how soon a change is found, what typing costs while it indexes
and searches, how long its loop was held, how much it holds. What a key costs by language is told by bench.typing, whose
keys are typed here.

`python -m bench.live FOLDER` is about the loop alone: how long it was held while the folder is indexed, searched and
typed in, and by whom. Beside it runs a loop that has nothing to do: as late as that one is, nobody can help.

The folder is copied first, because files in it are changed.
"""

from __future__ import annotations

import argparse
import asyncio
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any

from bench.typing import keys_of, position
from tests.e2e.wire import SERVER, Wire

_ROUNDS = 15
_EDITS = 150
_STARTS = 5
_EVERY = 0.002  # seconds between the looks of the loop that has nothing to do, as between those of the server's


def main() -> None:
    reading = argparse.ArgumentParser(prog="python -m bench.live")
    reading.add_argument("folder", type=Path)
    root = reading.parse_args().folder.resolve()
    scratch = Path(tempfile.mkdtemp(prefix="outcrop-bench-"))
    try:
        copy = scratch / root.name
        shutil.copytree(root, copy, symlinks=True)
        times, lines = _under_load(copy, scratch / "cache")
        print(f"key + outline, p50 / p99 / max, ms: {_keys(times)}, {len(times)} keys")
        print("\n".join(lines))
    finally:
        shutil.rmtree(scratch)


def server_rows(root: Path, scratch: Path) -> list[tuple[str, str, str]]:
    """Rows for the table: what, figure, against."""
    copy = scratch / root.name
    shutil.copytree(root, copy, symlinks=True)
    rows: list[tuple[str, str, str]] = []
    edited = _ordinary_python(copy)
    busy, held = _under_load(copy, scratch / "cache")
    server = Server(scratch / "cache")  # another one, for each tells of its loop when it ends
    server.open(copy)
    server.wait()
    idle = server.edits(edited, _EDITS)
    for name, times in (("while indexing and searching", busy), ("idle", idle)):
        if times:
            rows.append((f"key + outline {name}, p50 / p99 / max, ms", _keys(times), f"{len(times)} keys"))
    if busy:
        rows.append(("  the one over the other, p95", f"{_p95(busy) / _p95(idle):.2f}", "goal 2"))
    saved = [server.save(copy / f"outcrop_saved_{number}.py", number) for number in range(_ROUNDS)]
    rows.append(("saved, until its symbol is found, ms", _spread(saved), "goal 50"))
    seen = [server.found_by_watching(copy / f"outcrop_seen_{number}.py", number) for number in range(_ROUNDS)]
    rows.append(("changed by another program, the same, ms", _spread(seen), ""))
    rows.append(("server's memory, MB", f"{server.memory():.0f}", "goal 150 (Django), 400 (kernel)"))
    server.wire.end()
    for name, lines in (("while indexing and searching", held), ("idle", server.stalls())):
        rows += ((f"{name}: {line}", "", "goal p99 5 ms" if "held longest" in line else "") for line in lines)
    again, bare = [], []
    for _ in range(_STARTS):
        again.append(_second_start(copy, scratch / "cache"))
        bare.append(_bare_start())
    ratio = statistics.median(again) / statistics.median(bare)
    rows.append(("importing the framework alone, ms", _spread(bare), ""))
    rows.append(("second start, process to first answer, ms", _spread(again), f"{ratio:.1f} x that; goal 1000 ms"))
    return rows


def _under_load(root: Path, cache: Path) -> tuple[list[float], list[str]]:
    """Keys typed while a folder is indexed and searched, and what is said of the loop meanwhile."""
    server = Server(cache)
    server.open(root)
    idle = subprocess.Popen(
        [sys.executable, "-c", "from bench.live import idle_loop; idle_loop()"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    times = server.edits(_ordinary_python(root), _EDITS, until=lambda: server.state() != "ready", searching=True)
    said, _ = idle.communicate()
    server.wait()
    server.wire.end()
    return times, [said.rstrip(), *server.stalls()]


def idle_loop() -> None:
    """Looks how late a loop is that has nothing to do, until the input ends."""
    late: list[float] = []

    async def look() -> None:
        while True:
            asleep = time.perf_counter()
            await asyncio.sleep(_EVERY)
            late.append((time.perf_counter() - asleep - _EVERY) * 1000)

    async def run() -> None:
        looking = asyncio.create_task(look())
        await asyncio.to_thread(sys.stdin.read)
        looking.cancel()

    asyncio.run(run())
    late.sort(reverse=True)
    longest = ", ".join(f"{each:.1f}" for each in late[:5])
    print(f"a loop that has nothing to do is late by {longest} ms, p99 {late[len(late) // 100]:.1f} ms here")


class Server:
    """A running server."""

    def __init__(self, cache: Path) -> None:
        self.wire = Wire("--stalls", environment={"OUTCROP_CACHE_DIR": str(cache)}, command=SERVER)
        self._version = 1

    def open(self, root: Path) -> None:
        self.wire.initialize(
            root.as_uri(), textDocument={"documentSymbol": {"hierarchicalDocumentSymbolSupport": True}}
        )

    def state(self) -> str:
        state: str = self.wire.request("outcrop/status", {}, 600)["state"]
        return state

    def wait(self) -> None:
        while self.state() != "ready":
            time.sleep(0.1)

    def edits(
        self, path: Path, count: int, until: Callable[[], bool] = lambda: True, searching: bool = False
    ) -> list[float]:
        """Milliseconds of each of some keys with the outline after it, as long as something holds."""
        uri, text = path.as_uri(), path.read_text()
        self.wire.open(text, uri)
        self.symbols(uri)
        times: list[float] = []
        for change in islice(keys_of(text), count):
            if len(times) % 10 == 0 and not until():
                break
            if searching:  # nobody waits for it
                self.wire.send("outcrop/search", {"query": "kind:if has:call", "limit": 100}, f"search {len(times)}")
            self._version += 1
            places = {"start": position(text, change.start), "end": position(text, change.end)}
            text = text[: change.start] + change.new + text[change.end :]
            document = {"uri": uri, "version": self._version}
            changes = [{"range": places, "text": change.new}]
            started = time.perf_counter()
            self.wire.send("textDocument/didChange", {"textDocument": document, "contentChanges": changes})
            self.symbols(uri)
            times.append((time.perf_counter() - started) * 1000)
            time.sleep(0.02)  # nobody types faster
        self.wire.send("textDocument/didClose", {"textDocument": {"uri": uri}})
        return times

    def stalls(self) -> list[str]:
        """What the server that ended said of its loop, and of who held it."""
        lines = self.wire.errors().splitlines()
        first = next((at for at, line in enumerate(lines) if "the loop was" in line), len(lines))
        return [line.rpartition("lsp_server.server: ")[2] for line in lines[first:]]

    def symbols(self, uri: str) -> Any:
        return self.wire.request("textDocument/documentSymbol", {"textDocument": {"uri": uri}}, 60)

    def save(self, path: Path, number: int) -> float:
        path.write_text(f"def saved_as_number_{number}():\n    pass\n")
        started = time.perf_counter()
        self.wire.send("textDocument/didSave", {"textDocument": {"uri": path.as_uri()}})
        return self._until_found(f"saved_as_number_{number}", started)

    def found_by_watching(self, path: Path, number: int) -> float:
        path.write_text(f"def seen_as_number_{number}():\n    pass\n")
        return self._until_found(f"seen_as_number_{number}", time.perf_counter())

    def _until_found(self, name: str, started: float) -> float:
        while [found["name"] for found in self.wire.request("workspace/symbol", {"query": name}, 60)] != [name]:
            time.sleep(0.002)
        taken = (time.perf_counter() - started) * 1000
        time.sleep(0.3)  # what this set off is not to weigh on the next
        return taken

    def memory(self) -> float:
        """Megabytes that the server's own process holds."""
        return resident(self.wire.process.pid)


def resident(process: int) -> float:
    listed = subprocess.run(["ps", "-o", "rss=", "-p", str(process)], capture_output=True, text=True, check=True)
    return int(listed.stdout) / 1024


def _second_start(root: Path, cache: Path) -> float:
    started = time.perf_counter()
    server = Server(cache)
    server.open(root)
    while not server.wire.request("outcrop/search", {"query": "kind:class", "limit": 1})["hits"]:
        time.sleep(0.01)
    taken = (time.perf_counter() - started) * 1000
    server.wait()
    server.wire.end()
    return taken


def _bare_start() -> float:
    """What any server made with pygls takes until it can say anything."""
    started = time.perf_counter()
    subprocess.run([sys.executable, "-c", "import pygls.lsp.server"], check=True)
    return (time.perf_counter() - started) * 1000


def _ordinary_python(root: Path) -> Path:
    """A file of about a thousand lines to type in."""
    sized = [(abs(path.stat().st_size - 40_000), path) for path in sorted(root.rglob("*.py")) or [Path(__file__)]]
    return min(sized)[1]


def _keys(times: list[float]) -> str:
    ordered = sorted(times)
    return " / ".join(f"{ordered[int(len(ordered) * share)]:.1f}" for share in (0.5, 0.99, 0.9999))


def _p95(times: list[float]) -> float:
    return sorted(times)[int(len(times) * 0.95)]


def _spread(times: list[float]) -> str:
    return f"{statistics.median(times):.0f} ({min(times):.0f}..{max(times):.0f})"


if __name__ == "__main__":
    main()
