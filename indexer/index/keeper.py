"""The indexing process itself: keeps the indexes of a server's roots as the files are. See indexer.index.process."""

from __future__ import annotations

import logging
import os
import queue
import sys
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from indexer.child import protocol_output, read_message, write_message
from indexer.index.indexer import Indexer, Progress, Stopped
from indexer.index.process import Command, Event
from indexer.index.workers import Pool
from indexer.settings import Settings
from indexer.store.database import Unusable
from indexer.store.place import cache_folder, index_folder
from indexer.store.records import Damaged
from indexer.store.writer import Writer, discard

log = logging.getLogger(__name__)

NICE = 10  # workers of a server give way to the server
_FOLLOW = 1.0  # seconds between looks whether the writer of an index has gone


class _Root:
    """One root inside the process."""

    def __init__(self, command: Command) -> None:
        self.command = command
        self.writer: Writer | None = None
        self.bulk: Indexer | None = None
        self.quick: Indexer | None = None
        self.pending: set[str] = set()
        self.watcher: threading.Event | None = None


class _Keeper:
    """The process' main loop."""

    def __init__(self, tell: Callable[[Event], None]) -> None:
        self._tell = tell
        self._commands: queue.Queue[Command | None] = queue.Queue()
        self._later: deque[Command | None] = deque()  # what came while something else was under way
        self._roots: dict[str, _Root] = {}
        self._bulk_pool: Pool | None = None
        self._quick_pool = Pool(1, nice=NICE)

    def run(self) -> None:
        threading.Thread(target=self._receive, name="commands", daemon=True).start()
        while True:
            waiting = any(root.writer is None for root in self._roots.values())
            try:
                command = self._next(_FOLLOW if waiting else None)
            except queue.Empty:
                for root in self._roots.values():
                    if root.writer is None:
                        self._take_over(root)
                continue
            if command is None:
                break
            self._do(command)
            for root in list(self._roots.values()):
                self._flush(root)
        self._end()

    def _next(self, seconds: float | None) -> Command | None:
        return self._later.popleft() if self._later else self._commands.get(timeout=seconds)

    def _receive(self) -> None:
        while True:
            try:
                self._commands.put(read_message(sys.stdin.buffer))
            except (EOFError, OSError):
                self._commands.put(None)
                return

    def _do(self, command: Command) -> None:
        root = self._roots.get(command.root)
        if command.what == "open":
            if root is not None:
                self._close(root)
            root = self._roots[command.root] = _Root(command)
            self._take_over(root, first=True)
        elif root is None:
            return
        elif command.what == "close":
            self._close(root)
            del self._roots[command.root]
        elif command.what == "paths":
            root.pending.update(command.paths)
        elif command.what == "update":
            self._update(root)
        elif command.what == "rebuild":
            if root.writer is not None:
                folder = root.writer.folder
                self._close(root)
                discard(folder, lambda error: log.warning("%s", error))
            self._take_over(root)

    def _take_over(self, root: _Root, first: bool = False) -> None:
        """Becomes the writer of a root's index if nobody is, and brings it up to date."""
        assert root.command.settings is not None
        settings = Settings(**root.command.settings)
        path = Path(root.command.root)
        try:
            root.writer = Writer.open(index_folder(path, cache_folder(settings.cache_dir)), path)
        except Unusable as problem:
            self._tell(Event("problem", root.command.root, message=f"no index can be kept: {problem}"))
            return
        if root.writer is None:
            if first:
                self._tell(Event("follows", root.command.root))
            return
        if self._bulk_pool is None:
            self._bulk_pool = Pool(settings.workers or None, nice=NICE)
        root.bulk = Indexer(path, settings, root.writer, self._bulk_pool)
        root.quick = Indexer(path, settings, root.writer, self._quick_pool)
        root.bulk.between = lambda: self._meanwhile(root)
        if settings.watch and root.watcher is None:
            root.watcher = self._watched(path)
        self._update(root)

    def _update(self, root: _Root) -> None:
        if root.bulk is None:
            return

        def report(progress: Progress) -> None:
            self._tell(Event("progress", root.command.root, progress))

        try:
            summary = root.bulk.update(report)
            self._tell(Event("ready", root.command.root, problems=tuple(summary.problems)))
        except Stopped:
            self._later.append(Command("update", root.command.root))  # it goes on after what came in between
        except (Unusable, Damaged) as problem:
            self._failed(root, problem)

    def _failed(self, root: _Root, problem: Exception) -> None:
        """A damaged index is made anew; one that cannot be written is given up, with a word to the user."""
        log.error("%s: %s", root.command.root, problem)
        if isinstance(problem, Damaged) and root.writer is not None:
            folder = root.writer.folder
            self._close(root)
            discard(folder, lambda error: log.warning("%s", error))
            self._take_over(root)
            return
        self._close(root)
        self._tell(Event("problem", root.command.root, message=f"the index cannot be written: {problem}"))

    def _meanwhile(self, root: _Root) -> None:
        """What has come in while a long update is under way: a changed file goes first, an end ends it."""
        while True:
            try:
                command = self._commands.get_nowait()
            except queue.Empty:
                break
            if command is None or (command.root == root.command.root and command.what != "paths"):
                self._later.appendleft(command)
                raise Stopped
            if command.what == "paths":
                other = self._roots.get(command.root)
                if other is not None:
                    other.pending.update(command.paths)
            else:
                self._later.append(command)  # another root waits for its turn
        self._flush(root)

    def _flush(self, root: _Root) -> None:
        """Brings in the single files that changed."""
        if not root.pending or root.quick is None:
            return
        paths, root.pending = root.pending, set()
        try:
            summary = root.quick.update_paths(sorted(paths))
        except (Unusable, Damaged) as problem:
            self._failed(root, problem)
            return
        if summary.changed or summary.removed:
            self._tell(Event("changed", root.command.root, problems=tuple(summary.problems)))

    def _watched(self, root: Path) -> threading.Event:
        """Watches a root on a thread, until the event is set."""
        ended = threading.Event()

        def watch() -> None:
            from watchfiles import watch as changes

            try:
                for found in changes(
                    root, stop_event=ended, debounce=150, step=20, rust_timeout=1000, yield_on_timeout=False
                ):
                    paths = [os.path.relpath(path, root).replace(os.sep, "/") for _, path in found]
                    self._commands.put(Command("paths", str(root), None, tuple(paths)))
            except (OSError, RuntimeError) as error:  # too many watches, or the root is gone
                log.warning("%s is not watched: %s", root, error)

        threading.Thread(target=watch, name="watch", daemon=True).start()
        return ended

    def _close(self, root: _Root) -> None:
        if root.watcher is not None:
            root.watcher.set()
            root.watcher = None
        if root.writer is not None:
            root.writer.close()
        root.writer = root.bulk = root.quick = None

    def _end(self) -> None:
        for root in self._roots.values():
            self._close(root)
        for pool in (self._bulk_pool, self._quick_pool):
            if pool is not None:
                pool.stop()


def main() -> None:
    logging.basicConfig(level="WARNING", format="%(asctime)s %(levelname)s indexing: %(message)s", stream=sys.stderr)
    output = protocol_output()
    lock = threading.Lock()

    def tell(event: Event) -> None:
        with lock, suppress(OSError):  # the server is gone; the end of the input says so
            write_message(output, event)

    _Keeper(tell).run()


if __name__ == "__main__":
    main()
