"""Threads that take turns: of several that work long, one works at a time, each for a moment.

Python runs one thread at a time anyway, and who wants to be next waits longer the more there are that want it, too:
beside four threads that search, the one that answers keys waits four times as long as beside one. So those that search
wait for each other first. Nobody needs a turn to go on: who has waited long goes on without, for the one whose turn it
is may wait for something that another has.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager

TURN = 0.01  # seconds
_LONGEST = 0.1  # seconds that one waits for its turn


class _Own(threading.local):
    turns: Turns | None = None


_own = _Own()


class Turns:
    """Whose turn it is among some threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._holder: int | None = None
        self._since = 0.0
        self._waiting: deque[tuple[int, threading.Lock]] = deque()

    @contextmanager
    def taken(self) -> Iterator[None]:
        """In it, this thread is one of them, and it begins when it is its turn."""
        _own.turns = self
        try:
            self.take()
            yield
        finally:
            self.give()
            _own.turns = None

    def take(self) -> None:
        """Waits for this thread's turn; for the next one, if it has had one long enough and others wait."""
        if _own.turns is not self:
            return  # it is none of them
        own = threading.get_ident()
        with self._lock:
            if self._holder == own:
                if not self._waiting or time.monotonic() - self._since < TURN:
                    return
                self._pass_on()
            elif self._holder is None:
                self._holder, self._since = own, time.monotonic()
                return
            gate = threading.Lock()
            gate.acquire()
            self._waiting.append((own, gate))
        if not gate.acquire(timeout=_LONGEST):
            with self._lock:
                if (own, gate) in self._waiting:  # else it is its turn now
                    self._waiting.remove((own, gate))

    def give(self) -> None:
        """Ends this thread's turn, if it has one."""
        with self._lock:
            if self._holder == threading.get_ident():
                self._pass_on()

    def _pass_on(self) -> None:
        self._holder, self._since = None, time.monotonic()
        if self._waiting:
            self._holder, gate = self._waiting.popleft()
            gate.release()


def others_first() -> None:
    """This thread is about to wait for something, so that others can have its turn."""
    if _own.turns is not None:
        _own.turns.give()
