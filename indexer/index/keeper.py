"""The indexing process itself: keeps the indexes of a server's roots as the files are. See indexer.index.process."""

from __future__ import annotations

import faulthandler
import logging
import queue
import sqlite3
import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from indexer.child import protocol_output, read_message, write_message
from indexer.files.walk import decides_on_others
from indexer.index.indexer import Indexer, Progress, Stopped
from indexer.index.process import Command, Event
from indexer.index.watching import Watcher
from indexer.index.workers import Pool
from indexer.outlet import Outlet
from indexer.settings import FILE_NAME, Settings
from indexer.store.database import Unusable, problem_of
from indexer.store.records import Damaged
from indexer.store.writer import Writer

log = logging.getLogger(__name__)

NICE = 10  # workers of a server give way to the server
STALLED = 600.0  # seconds without any progress; the longest single step, on a slow disk, is far from it
_FOLLOW = 1.0  # seconds between looks whether the writer of an index has gone
_RETRY = 60.0  # seconds until an index that could not be written is tried again
_MENDINGS = 5  # in that time, before an index that is always damaged is given up
_MANY_PATHS = 300  # changes at once, as when a branch is switched: looking through all files is faster
_ENDS_UPDATE = ("open", "close", "rebuild")


class Watchdog:
    """Ends this process, with a word on where it was, when nothing has moved for long. Whoever started it starts anew.

    It works while C code keeps Python from running. Who waits for something to do rests.
    """

    def __init__(self, seconds: float = STALLED) -> None:
        self._seconds = seconds
        self._fed = 0.0

    def feed(self) -> None:
        now = time.monotonic()
        if now - self._fed > self._seconds / 100:
            self._fed = now
            faulthandler.dump_traceback_later(self._seconds, exit=True, file=sys.__stderr__ or sys.stderr)

    def rest(self) -> None:
        self._fed = 0.0
        faulthandler.cancel_dump_traceback_later()


class _Root:
    """One root inside the process."""

    def __init__(self, command: Command) -> None:
        assert command.settings is not None
        self.name = command.root
        self.path = Path(command.root)
        self.settings = Settings(**command.settings)
        self.folder = Path(command.folder)
        self.writer: Writer | None = None
        self.bulk: Indexer | None = None
        self.quick: Indexer | None = None
        self.pending: set[str] = set()
        self.during: set[str] = set()  # brought in while all files were looked through, which may have seen less
        self.watcher: Watcher | None = None
        self.next_try = 0.0  # when to look again whether its index can be written
        self.mended: list[float] = []  # when its index was made anew of late


class _Keeper:
    """The process' main loop."""

    def __init__(self, tell: Callable[[Event], None]) -> None:
        self._tell = tell
        self._commands: queue.Queue[Command | None] = queue.Queue()
        self._later: deque[Command | None] = deque()  # what came while something else was under way
        self._roots: dict[str, _Root] = {}
        self._bulk_pool: Pool | None = None
        self._quick_pool = Pool(1, nice=NICE)
        self._watchdog = Watchdog()

    def run(self) -> None:
        threading.Thread(target=self._receive, name="commands", daemon=True).start()
        while True:
            waiting = any(root.writer is None for root in self._roots.values())
            self._watchdog.rest()
            try:
                command = self._next(_FOLLOW if waiting else None)
                self._watchdog.feed()
            except queue.Empty:
                self._watchdog.feed()
                for root in self._roots.values():
                    if root.writer is None and time.monotonic() > root.next_try:
                        self._take_over(root)
                continue
            if command is None:
                break
            self._do(command)
            for root in list(self._roots.values()):
                with self._guarded(root):
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
            self._note(root, command.paths)
        elif command.what == "update":
            self._tell(Event("settings", root.name))  # they too may have changed unseen
            self._update(root)
        elif command.what == "rebuild":
            self._close(root)
            self._take_over(root, first=True, anew=True)

    def _note(self, root: _Root, paths: tuple[str, ...]) -> None:
        root.pending.update(paths)
        if FILE_NAME in paths:  # who opened the root knows what else is set, and opens it anew if need be
            self._tell(Event("settings", root.name))

    def _take_over(self, root: _Root, first: bool = False, anew: bool = False) -> None:
        """Becomes the writer of a root's index if nobody is, and brings it up to date."""
        try:
            root.writer = Writer.open(root.folder, root.path, anew)
        except Unusable as problem:
            self._give_up(root, f"no index can be kept: {problem}")
            return
        if root.writer is None:
            if first:
                self._tell(Event("follows", root.name))
            return
        if self._bulk_pool is None:
            self._bulk_pool = Pool(root.settings.workers or None, nice=NICE)
        root.bulk = Indexer(root.path, root.settings, root.writer, self._bulk_pool)
        root.quick = Indexer(root.path, root.settings, root.writer, self._quick_pool)
        root.bulk.between = lambda: self._meanwhile(root)
        if root.settings.watch and root.watcher is None:
            root.watcher = Watcher(root.path, lambda paths: self._saw(root, paths))
        self._update(root)

    def _saw(self, root: _Root, paths: list[str] | None) -> None:
        """On the watcher's thread."""
        what = "update" if paths is None else "paths"
        self._commands.put(Command(what, root.name, None, tuple(paths or ())))

    def _update(self, root: _Root) -> None:
        def report(progress: Progress) -> None:
            self._watchdog.feed()
            self._tell(Event("progress", root.name, progress))

        if root.bulk is None:
            return
        with self._guarded(root):
            try:
                summary = root.bulk.update(report)
            except Stopped:
                self._defer(Command("update", root.name))  # it goes on after what came in between
            else:
                self._tell(Event("ready", root.name, problems=tuple(summary.problems)))
            finally:
                root.pending |= root.during
                root.during = set()

    @contextmanager
    def _guarded(self, root: _Root) -> Iterator[None]:
        """A damaged index is made anew; one that cannot be written is given up for a while, with a word to the user."""
        try:
            yield
        except (Unusable, Damaged, sqlite3.Error, OSError) as error:
            problem = problem_of(error)
            log.error("%s: %s", root.name, problem)
            self._close(root)
            now = time.monotonic()
            root.mended = [when for when in root.mended if now - when < _RETRY] + [now]
            if isinstance(problem, Unusable) or len(root.mended) > _MENDINGS:
                self._give_up(root, f"the index cannot be written: {problem}")
            else:
                self._take_over(root, anew=True)

    def _give_up(self, root: _Root, message: str) -> None:
        root.next_try = time.monotonic() + _RETRY
        self._tell(Event("problem", root.name, message=message))

    def _meanwhile(self, root: _Root) -> None:
        """What has come in while a long update is under way: a changed file goes first, an end ends it."""
        self._watchdog.feed()
        while True:
            try:
                command = self._commands.get_nowait()
            except queue.Empty:
                break
            if command is None or (command.root == root.name and command.what in _ENDS_UPDATE):
                self._later.appendleft(command)
                raise Stopped
            if command.what == "paths":
                other = self._roots.get(command.root)
                if other is not None:
                    self._note(other, command.paths)
            else:
                self._defer(command)
        if len(root.pending) <= _MANY_PATHS:
            root.during |= root.pending
            self._flush(root)

    def _defer(self, command: Command) -> None:
        """Another root waits for its turn, and so does another look at this one."""
        if command not in self._later:
            self._later.append(command)

    def _flush(self, root: _Root) -> None:
        """Brings in the single files that changed; where they are many, or rule over others, all are looked through."""
        if not root.pending or root.quick is None:
            return
        paths, root.pending = root.pending, set()
        if len(paths) > _MANY_PATHS or not paths.isdisjoint({"", "."}) or any(map(decides_on_others, paths)):
            self._defer(Command("update", root.name))
            return
        summary = root.quick.update_paths(sorted(paths))
        if summary.changed or summary.removed:
            self._tell(Event("changed", root.name, problems=tuple(summary.problems)))

    def _close(self, root: _Root) -> None:
        if root.watcher is not None:
            root.watcher.stop()
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
    log_format = "%(asctime)s %(levelname)s indexing: %(message)s"
    logging.basicConfig(level="WARNING", format=log_format, stream=Outlet(sys.stderr))
    output = protocol_output()
    lock = threading.Lock()

    def tell(event: Event) -> None:
        with lock, suppress(OSError):  # the server is gone; the end of the input says so
            write_message(output, event)

    _Keeper(tell).run()


if __name__ == "__main__":
    main()
