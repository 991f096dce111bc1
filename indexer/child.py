"""A child process that is asked and answers in messages, and that can be given up on.

Used wherever C code that nobody can interrupt runs: a grammar's scanner may loop for ever or crash, and then the
child is ended and a new one takes its place. The child is a fresh Python, not a fork, on every platform.
"""

from __future__ import annotations

import os
import pickle
import selectors
import struct
import subprocess
import sys
import time
from contextlib import suppress
from typing import IO, Any

_LENGTH = struct.Struct("<Q")
START_LIMIT = 60.0  # seconds; a slow machine may take long to start Python


class ChildFailed(Exception):
    """The child did not answer: the reason, in words for a log."""


class Child:
    """The parent's side of one child that runs `python -m MODULE ARGUMENTS`."""

    def __init__(self, module: str, *arguments: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", module, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        assert self._process.stdin is not None and self._process.stdout is not None
        self._input: IO[bytes] = self._process.stdin
        self._output: IO[bytes] = self._process.stdout
        os.set_blocking(self._output.fileno(), False)
        self._received = bytearray()

    def fileno(self) -> int:
        """For a selector: readable when a message, or the end, may be there."""
        return self._output.fileno()

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def code(self) -> int | None:
        """How it ended, if it did: its exit code, or the number of a signal, negative."""
        return self._process.poll()

    def alive(self) -> bool:
        return self._process.poll() is None

    def send(self, message: object) -> None:
        try:
            write_message(self._input, message)
        except (OSError, ValueError) as error:
            raise ChildFailed(self._ending()) from error

    def receive(self, limit: float) -> Any:
        """The next message, waited for no longer than `limit` seconds."""
        deadline = time.monotonic() + limit
        with selectors.DefaultSelector() as selector:
            selector.register(self._output, selectors.EVENT_READ)
            while True:
                messages = self._complete(1)
                if messages:
                    return messages[0]
                left = deadline - time.monotonic()
                if left <= 0 or not selector.select(left):
                    raise ChildFailed(f"no answer within {limit:.1f} seconds")
                self._read()

    def arrived(self) -> list[Any]:
        """The messages that are there, without waiting; ChildFailed when the child has ended."""
        self._read()
        return self._complete()

    def _read(self) -> None:
        while True:
            try:
                part = os.read(self._output.fileno(), 1 << 20)
            except BlockingIOError:
                return
            if not part:
                if len(self._received) > _LENGTH.size:
                    return  # what was said before the end is still heard
                raise ChildFailed(self._ending())
            self._received += part
            if len(part) < 1 << 16:
                return

    def _complete(self, most: int = 1 << 30) -> list[Any]:
        messages: list[Any] = []
        at = 0
        received = self._received
        while len(messages) < most and len(received) - at >= _LENGTH.size:
            end = at + _LENGTH.size + _LENGTH.unpack_from(received, at)[0]
            if len(received) < end:
                break
            messages.append(pickle.loads(memoryview(received)[at + _LENGTH.size : end]))
            at = end
        if at:
            del received[:at]
        return messages

    def _ending(self) -> str:
        with suppress(subprocess.TimeoutExpired):
            return f"its process ended with code {self._process.wait(5)}"
        return "its process closed its output"

    def dismiss(self, limit: float) -> None:
        """Says that there is nothing more to do, and ends the child if it is still there after `limit` seconds."""
        with suppress(OSError):
            self._input.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(limit)
        self.end()

    def end(self) -> None:
        """Ends the child at once."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._input, self._output):
            with suppress(OSError):  # what was still to be written has no reader any more
                pipe.close()


def write_message(pipe: IO[bytes], message: object) -> None:
    data = pickle.dumps(message, protocol=pickle.HIGHEST_PROTOCOL)
    pipe.write(_LENGTH.pack(len(data)) + data)
    pipe.flush()


def read_message(pipe: IO[bytes]) -> Any:
    """The next message, or EOFError when the other side has closed."""
    head = pipe.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        raise EOFError
    return pickle.loads(pipe.read(_LENGTH.unpack(head)[0]))


def protocol_output() -> IO[bytes]:
    """The child's standard output for messages; a stray print goes to standard error from now on."""
    output = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    return output
