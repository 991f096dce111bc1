"""Output that never makes the writer wait for whoever reads it.

A client may write to us before it reads what we wrote to it, and give our log a pipe that nobody empties. Whoever then
waits on its own output waits for ever, and the client with it. So a thread of its own writes, and what comes meanwhile
is kept, up to a bound.
"""

from __future__ import annotations

import queue
import threading
from typing import IO, AnyStr, Generic

MOST = 256 * 1024 * 1024  # bytes or characters that may wait when more come; a reader who lets them has gone
_FAREWELL = 5.0  # seconds that the last of it may take


class Outlet(Generic[AnyStr]):
    """A stream to write to, of bytes or of text."""

    def __init__(self, stream: IO[AnyStr]) -> None:
        self._stream: IO[AnyStr] = stream
        self._queue: queue.SimpleQueue[AnyStr | None] = queue.SimpleQueue()
        self._waiting = 0
        self._lock = threading.Lock()
        self._broken = False
        self._thread = threading.Thread(target=self._pour, name="output", daemon=True)
        self._thread.start()

    def write(self, data: AnyStr) -> int:
        with self._lock:
            if self._broken or self._waiting > MOST:
                self._broken = True
                raise BrokenPipeError("nobody reads what is written")
            self._waiting += len(data)
            self._queue.put(data)
        return len(data)

    def flush(self) -> None:
        """Nothing is held back."""

    def close(self) -> None:
        """Waits a while for what was written to be read."""
        self._queue.put(None)
        self._thread.join(_FAREWELL)

    def _pour(self) -> None:
        try:
            while (data := self._queue.get()) is not None:
                self._stream.write(data)
                self._stream.flush()
                with self._lock:
                    self._waiting -= len(data)
        except (OSError, ValueError):  # it was closed
            self._broken = True
