"""A server at work on a folder, asked over its wire: how soon a change is found, what typing costs while it indexes
and searches, how long its loop was held, how much it holds. What a key costs by language is told by bench.typing, whose
keys are typed here.

The folder is copied first, because files in it are changed.
"""

from __future__ import annotations

import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Any

from bench.typing import keys_of, position
from tests.e2e.wire import Wire

_ROUNDS = 15
_EDITS = 150
_STARTS = 5


def server_rows(root: Path, scratch: Path) -> list[tuple[str, str, str]]:
    """Rows for the table: what, figure, against."""
    copy = scratch / root.name
    shutil.copytree(root, copy, symlinks=True)
    rows: list[tuple[str, str, str]] = []
    edited = _ordinary_python(copy)
    server = Server(scratch / "cache")
    server.open(copy)
    busy = server.edits(edited, _EDITS, until=lambda: server.state() != "ready", searching=True)
    server.wait()
    server.wire.end()
    held = server.stalls()
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
        rows += ((f"{name}: {line.partition(': ')[2] or line}", "", "goal p99 5 ms") for line in lines)
    again, bare = [], []
    for _ in range(_STARTS):
        again.append(_second_start(copy, scratch / "cache"))
        bare.append(_bare_start())
    ratio = statistics.median(again) / statistics.median(bare)
    rows.append(("importing the framework alone, ms", _spread(bare), ""))
    rows.append(("second start, process to first answer, ms", _spread(again), f"{ratio:.1f} x that; goal 1000 ms"))
    return rows


class Server:
    """A running server."""

    def __init__(self, cache: Path) -> None:
        self.wire = Wire("--stalls", environment={"OUTCROP_CACHE_DIR": str(cache)})
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
        """What the server that ended said of its loop."""
        return [line for line in self.wire.errors().splitlines() if "the loop was" in line]

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
