"""What the client sends, read by a thread of its own.

pygls hands each line of a message and its body from the loop to another thread and back, which costs more than many an
answer. Here whatever has come is handed over at once, and most messages are there whole before anybody asks for them.
"""

from __future__ import annotations

import asyncio
import re
import threading
import time
from collections.abc import Callable

# At the end of a line that may begin with the rest of a message whose length was wrong, for a body ends with no line.
_LENGTH = re.compile(rb"Content-Length: *(\d{1,12})\r?\n", re.IGNORECASE)
_CHUNK = 64 * 1024
_TURN = 0.001  # seconds that messages may follow each other without a turn of the loop, which takes as long as a few do
_WAITING = 16  # chunks that nobody has taken yet; then the client has to wait


class Inlet:
    """What the loop reads messages from, given by how to read some bytes of it, which may wait."""

    def __init__(self, read: Callable[[int], bytes]) -> None:
        self._input = read
        self._loop = asyncio.get_running_loop()
        self._room = threading.Semaphore(_WAITING)
        self._chunks: list[bytes] = []
        self._read = b""  # the chunks that were taken
        self._at = 0  # how much of them has been asked for
        self._let_others = 0.0  # when whoever else waited for the loop was let go first
        self._came = asyncio.Event()
        self._ended = False
        threading.Thread(target=self._wait, name="inlet", daemon=True).start()

    def _wait(self) -> None:
        chunk = b" "
        while chunk:
            self._room.acquire()
            try:
                chunk = self._input(_CHUNK)
            except OSError:  # a terminal or a connection that is gone
                chunk = b""
            try:
                self._loop.call_soon_threadsafe(self._take, chunk)
            except RuntimeError:  # the loop has ended
                return

    def _take(self, chunk: bytes) -> None:
        self._ended = not chunk
        self._chunks.append(chunk)
        self._came.set()

    async def _more(self) -> bool:
        """Waits for more; False at the end."""
        if not self._chunks and not self._ended:
            self._came.clear()
            await self._came.wait()
            self._let_others = time.monotonic()  # whoever waited had a turn, too
        if not self._chunks:
            return False
        for _ in self._chunks:
            self._room.release()
        self._read = b"".join((self._read[self._at :], *self._chunks))
        self._at = 0
        self._chunks.clear()
        return True

    async def message(self) -> bytes | None:
        """The body of the next message; None at the end. Lines before it that say nothing of its length are ignored."""
        length = 0
        while line := await self._line():
            found = _LENGTH.search(line)
            if found is not None and not length:
                length = int(found[1])
            elif length and not line.strip():
                body = await self._body(length)
                return body if len(body) == length else None
        return None

    async def _line(self) -> bytes:
        parts: list[bytes] = []
        while (end := self._read.find(b"\n", self._at) + 1) == 0:
            parts.append(self._taken(len(self._read)))
            if not await self._more():
                return b"".join(parts)
        parts.append(self._taken(end - self._at))
        return b"".join(parts)

    async def _body(self, count: int) -> bytes:
        """So many bytes, or all that is left. Whoever else has waited for the loop for a while goes first."""
        if (now := time.monotonic()) - self._let_others > _TURN:
            await asyncio.sleep(0)
            self._let_others = now
        parts = [self._taken(count)]
        missing = count - len(parts[0])
        while missing > 0 and await self._more():
            parts.append(self._taken(missing))
            missing -= len(parts[-1])
        return b"".join(parts) if len(parts) > 1 else parts[0]

    def _taken(self, count: int) -> bytes:
        taken = self._read[self._at : self._at + count]
        self._at += len(taken)
        return taken
