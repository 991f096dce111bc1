"""When the server looks for garbage: while nobody waits.

Python looks for objects that only hold each other whenever many were made, and all threads stand still meanwhile. What
is known of a few long documents is a million objects, and a look at all of them takes longer than ten keys. Nothing
that is made of documents is such garbage, so it is freed at once. Hence Python is told not to look, and the server does
when it has had nothing to do for a second: at what is new since the last look, if that is so little that nobody would
notice, and, after a rest in which its user went elsewhere, at everything.
"""

from __future__ import annotations

import asyncio
import gc
import time

REST = 1.0  # seconds without a message after which what is new is looked at
LITTLE = 20_000  # objects, which take a few milliseconds; if there are more of them, they are left for a long rest
LONG_REST = 300.0  # seconds after which everything is looked at
MOST = 2_000_000  # objects that nobody has looked at; then it is done at once, rest or not


class Garbage:
    """Looks for garbage in the rests of a loop."""

    def __init__(self) -> None:
        self._last = 0.0  # when there was something to do
        self._waiting: asyncio.TimerHandle | None = None

    def begin(self) -> None:
        """From now on nobody else looks. What is there already, modules and classes, stays."""
        gc.collect()
        gc.freeze()
        gc.disable()

    def touched(self) -> None:
        """There was something to do; the loop is running."""
        self._last = time.monotonic()
        if gc.get_count()[0] > MOST:
            gc.collect()
            gc.freeze()
        if self._waiting is None:
            self._waiting = asyncio.get_running_loop().call_later(REST, self._rested)

    def _rested(self) -> None:
        loop = asyncio.get_running_loop()
        rest = time.monotonic() - self._last
        if rest < REST:
            self._waiting = loop.call_later(REST - rest, self._rested)
        elif rest < LONG_REST:
            if gc.get_count()[0] <= LITTLE:
                gc.collect()
            gc.freeze()
            self._waiting = loop.call_later(LONG_REST - rest, self._rested)
        else:
            self._waiting = None
            look_at_all()


def look_at_all() -> None:
    """Frees all garbage there is."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()
