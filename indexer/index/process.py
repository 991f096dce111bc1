"""The server's handle on the indexing process, one child that keeps the indexes of all its roots.

A server must answer keystrokes, and Python runs one thing at a time, so nothing of indexing happens in the server's
own process. It says what to do in messages and is told what happened; the index itself is read from disk. When that
process dies it is started again, and answers come from the last committed state meanwhile.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any, NamedTuple

from indexer.child import Child, ChildFailed
from indexer.index.indexer import Progress
from indexer.settings import Settings

log = logging.getLogger(__name__)

_RESTARTS = 3
_RESTART_WINDOW = 3600.0  # seconds; one that stalls is ended after ten minutes
_FAREWELL = 2.0  # seconds to leave the index in order; one that was not is checked at the next start


class Command(NamedTuple):
    """What the server wants: "open", "close", "update", "paths" or "rebuild" of a root."""

    what: str
    root: str
    settings: dict[str, Any] | None = None
    paths: tuple[str, ...] = ()
    folder: str = ""  # of its index; the server says where it is, and the process runs in another folder


class Event(NamedTuple):
    """What happened to a root.

    "progress", "ready", "changed", "settings" (those in its file may have changed), "follows" (another process writes)
    or "problem".
    """

    what: str
    root: str
    progress: Progress | None = None
    message: str = ""
    problems: tuple[tuple[str, str], ...] = ()


class IndexProcess:
    """The server's side. `listener` is called with events, on a thread of its own."""

    def __init__(self, listener: Callable[[Event], None]) -> None:
        self._listener = listener
        self._child: Child | None = None
        self._lock = threading.Lock()
        self._open: dict[str, Command] = {}
        self._ended = False
        self._starts: list[float] = []

    def open(self, root: Path, settings: Settings, folder: Path) -> None:
        self._say(Command("open", str(root), asdict(settings), folder=str(folder)))

    def close(self, root: Path) -> None:
        self._say(Command("close", str(root)))

    def update(self, root: Path) -> None:
        self._say(Command("update", str(root)))

    def rebuild(self, root: Path) -> None:
        self._say(Command("rebuild", str(root)))

    def changed(self, root: Path, paths: list[str]) -> None:
        """Files or folders of a root may have changed, appeared or gone."""
        self._say(Command("paths", str(root), None, tuple(paths)))

    def stop(self) -> None:
        with self._lock:
            self._ended = True
            child, self._child = self._child, None
        if child is not None:
            child.dismiss(_FAREWELL)

    def _say(self, command: Command) -> None:
        with self._lock:
            if command.what == "open":
                self._open[command.root] = command
            elif command.what == "close":
                self._open.pop(command.root, None)
            if self._ended:
                return
            if self._child is None:
                self._start()
                return  # a new child is told of all that is open
            with suppress(ChildFailed):  # its end is noticed where its events are read
                self._child.send(command)

    def _start(self) -> None:
        now = time.monotonic()
        self._starts = [start for start in self._starts if now - start < _RESTART_WINDOW] + [now]
        if len(self._starts) > _RESTARTS + 1:
            for root in self._open:
                self._listener(Event("problem", root, message="indexing keeps failing and was given up; see the log"))
            self._ended = True
            return
        child = self._child = Child("indexer.index.keeper")
        for command in self._open.values():
            with suppress(ChildFailed):
                child.send(command)
        threading.Thread(target=self._listen, args=(child,), name="index events", daemon=True).start()

    def _listen(self, child: Child) -> None:
        while True:
            try:
                event = child.receive(3600.0)
            except ChildFailed as failure:
                if child.alive():
                    continue  # nothing happened for an hour
                with self._lock:
                    if self._child is not child:
                        return
                    log.error("the indexing process ended (%s) and is started again", failure)
                    self._start()
                return
            except (OSError, ValueError):  # the pipe was closed by stop()
                return
            self._listener(event)
