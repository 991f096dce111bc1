"""Watching a root for changes that no client reports, and not giving up on it.

The watcher of the operating system can fail: there are too many folders for it, a name is not in UTF-8, the root is
removed and made again. Then it starts anew, and whoever is told learns that anything may have changed.
"""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable, Iterable
from pathlib import Path

from indexer.files.walk import VERSION_CONTROL, decides_on_others

log = logging.getLogger(__name__)

_LOOK = 1000  # milliseconds between looks whether the root is still the same folder
_FIRST_WAIT = 0.5  # seconds until a watcher that failed is started again; they double
_LONGEST_WAIT = 30.0  # where no watcher works, this is how often all files are looked through


class Watcher:
    """Watches one root on a thread of its own, until `stop`.

    `changed` is called there with paths relative to the root, or with None when anything may have changed: also at
    first, because what happened before all folders were watched was not seen.
    """

    def __init__(self, root: Path, changed: Callable[[list[str] | None], None]) -> None:
        self._root = root
        self._changed = changed
        self._ended = threading.Event()
        threading.Thread(target=self._run, name="watch", daemon=True).start()

    def stop(self) -> None:
        self._ended.set()

    def _run(self) -> None:
        wait = _FIRST_WAIT
        while not self._ended.is_set():
            try:
                if self._watched():
                    wait = _FIRST_WAIT
            except (OSError, RuntimeError) as error:
                log.warning("watching %s failed and is tried again: %s", self._root, error)
                self._changed(None)
            self._ended.wait(wait)
            wait = min(2 * wait, _LONGEST_WAIT)

    def _watched(self) -> bool:
        """Watches until the root is another folder or gone. Whether it was there at all."""
        from watchfiles import watch  # takes a while to import

        root = _identity(self._root)
        if root is None:
            return False
        begun = False
        for found in watch(
            self._root,
            watch_filter=None,
            stop_event=self._ended,
            debounce=150,
            step=20,
            rust_timeout=_LOOK,
            yield_on_timeout=True,
            raise_interrupt=False,
            ignore_permission_denied=True,
        ):
            if not begun or _identity(self._root) != root:
                self._changed(None)
            elif paths := self._relative(path for _, path in found):
                self._changed(paths)
            begun = True
            if _identity(self._root) != root:
                break
        return True

    def _relative(self, paths: Iterable[str]) -> list[str]:
        relative = (os.path.relpath(path, self._root).replace(os.sep, "/") for path in paths)
        return [path for path in relative if VERSION_CONTROL.isdisjoint(path.split("/")) or decides_on_others(path)]


def _identity(root: Path) -> tuple[int, int] | None:
    try:
        found = root.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
