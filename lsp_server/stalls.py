"""How long the event loop was held: a probe that wakes up every few milliseconds and notes how late it was.

It may be late because a handler took long, because another thread held Python's lock, or because the machine was busy
with something else; so it is told apart for how much of that the processor was ours, what handlers took of it, and
which took longest.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import defaultdict

log = logging.getLogger(__name__)
EVERY = 0.002  # seconds
_SHOWN = 5


class Stalls:
    """Watches a loop until it is stopped."""

    def __init__(self) -> None:
        self._late: list[float] = []
        self._busy: list[float] = []  # what all threads took of the processor meanwhile, at most as long as it was late
        self._worked: list[float] = []  # what handlers took of the processor meanwhile
        self._taken: list[float] = []  # what each handler took
        self._longest: dict[str, float] = defaultdict(float)  # the same, by name
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begins to watch the running loop."""
        run = asyncio.Handle._run

        def noted(handle: asyncio.Handle) -> None:
            started, name = time.thread_time(), _name(handle)  # which a handle that has run does not know any more
            run(handle)
            taken = time.thread_time() - started
            self._taken.append(taken)
            self._longest[name] = max(self._longest[name], taken)

        asyncio.Handle._run = noted  # type: ignore[method-assign, assignment]  # a program that watches its loop has one
        self._task = asyncio.get_running_loop().create_task(self._watch())

    async def _watch(self) -> None:
        while True:
            asleep, worked, used = time.perf_counter(), time.thread_time(), time.process_time()
            await asyncio.sleep(EVERY)
            late = time.perf_counter() - asleep - EVERY
            self._late.append(late)
            self._busy.append(min(late, time.process_time() - used))
            self._worked.append(time.thread_time() - worked)

    def told(self) -> str:
        """The longest stalls, in words for a log."""
        if not self._late:
            return "the loop was not watched"
        return (
            f"the loop was held longest for {_longest(self._late)} of {len(self._late)} looks;"
            f" all threads used {_longest(self._busy)} of the processor in these,"
            f" its own handlers used {_longest(self._worked)} of the processor between looks,"
            f" {_longest(self._taken)} of {len(self._taken)} handlers; {self._named()}"
        )

    def _named(self) -> str:
        ordered = sorted(self._longest.items(), key=lambda each: -each[1])[:_SHOWN]
        return ", ".join(f"{name} {1000 * taken:.1f} ms" for name, taken in ordered)


def _name(handle: asyncio.Handle) -> str:
    """What a handle runs: a step of a task by its coroutine, else the function."""
    callback = handle._callback  # type: ignore[attr-defined]
    owner = getattr(callback, "__self__", None)
    named = owner.get_coro() if isinstance(owner, asyncio.Task) else callback
    return str(getattr(named, "__qualname__", type(named).__name__))


def _longest(seconds: list[float]) -> str:
    ordered = sorted(seconds, reverse=True)
    longest = ", ".join(f"{1000 * each:.1f}" for each in ordered[:_SHOWN])
    return f"{longest} ms, p99 {1000 * ordered[len(ordered) // 100]:.1f} ms"
