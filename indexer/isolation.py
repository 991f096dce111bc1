"""A child process that parses what the server must not: large texts, and grammars that nobody has proved safe.

A grammar's scanner is C code that can loop for ever or crash. In the child that costs one answer: the child is ended
after a time limit, the caller is told, and the next question starts a new child. The child keeps the last document of
each key, so an edit costs a small message and an incremental parse there.
"""

from __future__ import annotations

import os
import pickle
import selectors
import struct
import subprocess
import sys
import threading
import time
from contextlib import suppress
from typing import IO

from indexer.documents import Document
from indexer.languages.registry import Language
from indexer.text.document_text import Edit

TIME_LIMIT = 5.0  # seconds, for a text of ordinary size
SLOWEST = 100_000  # bytes a second that even a slow machine parses; a long text gets more time
_LENGTH = struct.Struct("<I")


class GrammarFailed(Exception):
    """The child did not answer: the reason, in words for a log."""


class Isolation:
    """The parent's side. Questions are asked one at a time, from any thread."""

    def __init__(self, time_limit: float = TIME_LIMIT) -> None:
        self._time_limit = time_limit
        self._child: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()
        self._known: dict[str, tuple[Language | None, bytes]] = {}  # what the child has, by key

    def ask(self, key: str, document: Document, method: str, *arguments: object) -> object:
        """The result of `document.method(*arguments)`, worked out in the child."""
        with self._lock:
            child = self._started()
            data = document.text.data
            known = self._known.get(key)
            if known is None or known[0] != document.language:
                change: object = data
            else:
                edit = Edit.between(known[1], data)
                change = (edit.start, edit.end, data[edit.start : edit.start + edit.inserted])
            message = pickle.dumps((key, document.language, change, method, arguments))
            try:
                assert child.stdin is not None
                _write(child.stdin, message)
                answer = self._answer(child, self._time_limit + len(data) / SLOWEST)
            except (OSError, EOFError, TimeoutError) as error:
                self._end()
                raise GrammarFailed(str(error) or "its process ended") from error
            self._known[key] = (document.language, data)
            return pickle.loads(answer)

    def forget(self, key: str) -> None:
        """A document was closed. The child replaces its copy when the key comes back.

        This never waits: the caller is the event loop, and another document's question may be under way.
        """
        self._known.pop(key, None)

    def stop(self) -> None:
        with self._lock:
            self._end()

    def _started(self) -> subprocess.Popen[bytes]:
        if self._child is None or self._child.poll() is not None:
            self._known.clear()
            self._child = subprocess.Popen(
                [sys.executable, "-m", "indexer.isolation"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
            assert self._child.stdout is not None
            os.set_blocking(self._child.stdout.fileno(), False)
            self._answer(self._child, 60.0)  # a slow machine may take long to start Python
        return self._child

    def _end(self) -> None:
        child, self._child = self._child, None
        self._known.clear()
        if child is not None:
            child.kill()
            child.wait()
            for pipe in (child.stdin, child.stdout):
                if pipe is not None:
                    with suppress(OSError):  # what was still to be written has no reader any more
                        pipe.close()

    def _answer(self, child: subprocess.Popen[bytes], limit: float) -> bytes:
        """One message from the child, or TimeoutError."""
        assert child.stdout is not None
        deadline = time.monotonic() + limit
        received = bytearray()
        wanted = _LENGTH.size
        with selectors.DefaultSelector() as selector:
            selector.register(child.stdout, selectors.EVENT_READ)
            while len(received) < wanted:
                left = deadline - time.monotonic()
                if left <= 0 or not selector.select(left):
                    raise TimeoutError(f"no answer within {limit:.1f} seconds")
                part = os.read(child.stdout.fileno(), 1 << 20)
                if not part:
                    raise EOFError(f"its process ended with code {child.wait()}")
                received += part
                if wanted == _LENGTH.size and len(received) >= wanted:
                    wanted += _LENGTH.unpack_from(received)[0]
        return bytes(received[_LENGTH.size :])


def _write(pipe: IO[bytes], message: bytes) -> None:
    pipe.write(_LENGTH.pack(len(message)) + message)
    pipe.flush()


def _read(pipe: IO[bytes]) -> bytes | None:
    head = pipe.read(_LENGTH.size)
    return pipe.read(_LENGTH.unpack(head)[0]) if len(head) == _LENGTH.size else None


def main() -> None:
    """The child: answers until its input ends."""
    output = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # a stray print must not disturb the messages
    documents: dict[str, Document] = {}
    _write(output, b"ready")
    while (message := _read(sys.stdin.buffer)) is not None:
        key, language, change, method, arguments = pickle.loads(message)
        documents[key] = document = _current(documents.get(key), language, change)
        _write(output, pickle.dumps(getattr(document, method)(*arguments)))


def _current(before: Document | None, language: Language, change: bytes | tuple[int, int, bytes]) -> Document:
    if isinstance(change, bytes) or before is None:
        assert isinstance(change, bytes)
        return Document.of(language, change)
    return before.edited(*change, before.version + 1)


if __name__ == "__main__":
    main()
