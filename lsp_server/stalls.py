"""How long the event loop was held, and by whom: a probe that wakes up every few milliseconds and sees how late it is.

It may be late because a handler took long, because another thread had Python's lock, or because the machine was busy
with something else. So it is told apart how much of that the processor was ours, what each thread had of it, and what
each was at when the loop could go on: a thread that is made to give up the lock stands at the very call that had it.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import threading
import time
from collections import defaultdict
from contextlib import suppress
from types import FrameType
from typing import NamedTuple

log = logging.getLogger(__name__)
EVERY = 0.002  # seconds
LATE = 0.005  # seconds; whoever had the processor in a look that was later than this is told
_SHOWN = 5
_HOLDERS = 12


class _Thread(NamedTuple):
    """What is known of a thread at one moment."""

    name: str
    used: float  # of the processor, in seconds


_NEW = _Thread("", 0.0)


class Stalls:
    """Watches a loop until it is stopped. What threads are at is told by functions of some packages."""

    def __init__(self, packages: tuple[str, ...] = ("indexer.", "lsp_server.")) -> None:
        self._packages = packages
        self._late: list[float] = []
        self._busy: list[float] = []  # what all threads took of the processor meanwhile, at most as long as it was late
        self._alone: list[float] = []  # the most that one thread beside the loop's took of it
        self._worked: list[float] = []  # what handlers took of the processor meanwhile
        self._taken: list[float] = []  # what each handler took
        self._longest: dict[str, float] = defaultdict(float)  # the same, by name
        self._held: dict[str, float] = defaultdict(float)  # seconds of the processor in late looks, by thread
        self._at: dict[str, float] = defaultdict(float)  # the same, by what the thread was at
        self._elsewhere = 0.0  # seconds of late looks in which the processor was not ours
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
        own = threading.get_ident()
        while True:
            before = _threads()
            asleep, worked, used = time.perf_counter(), time.thread_time(), time.process_time()
            await asyncio.sleep(EVERY)
            late = time.perf_counter() - asleep - EVERY
            at = sys._current_frames() if late > LATE else {}
            self._late.append(late)
            self._busy.append(min(late, time.process_time() - used))
            self._worked.append(time.thread_time() - worked)
            now = _threads()
            had = {thread: max(one.used - before.get(thread, _NEW).used, 0.0) for thread, one in now.items()}
            self._alone.append(max((seconds for thread, seconds in had.items() if thread != own), default=0.0))
            if late > LATE:
                self._elsewhere += max(late - sum(had.values()), 0.0)
                for thread, seconds in had.items():
                    kind = _kind(now[thread].name)
                    self._held[kind] += seconds
                    if thread != own:
                        self._at[f"{kind} {self._place(at.get(thread))}"] += seconds

    def _place(self, frame: FrameType | None) -> str:
        """The innermost function of ours that a thread is in, with its line."""
        while frame is not None:
            module = str(frame.f_globals.get("__name__"))
            if module.startswith(self._packages):
                return f"{module}.{frame.f_code.co_qualname}:{frame.f_lineno}"
            frame = frame.f_back
        return "elsewhere"

    def told(self) -> str:
        """The longest stalls and what they come from, in words for a log."""
        if not self._late:
            return "the loop was not watched"
        return (
            f"the loop was held longest for {_longest(self._late)} of {len(self._late)} looks;"
            f" all threads used {_longest(self._busy)} of the processor in these,"
            f" one thread beside it {_longest(self._alone)} between looks,"
            f" its own handlers {_longest(self._worked)},"
            f" {_longest(self._taken)} of {len(self._taken)} handlers; {self._named()}"
        )

    def causes(self) -> str:
        """Who had the processor while the loop was held."""
        late = [each for each in self._late if each > LATE]
        lines = [
            f"while the loop was held for more than {1000 * LATE:.0f} ms,"
            f" {len(late)} times and {sum(late):.2f} s in all,"
            f" the processor was elsewhere for {self._elsewhere:.2f} s, and of ours had it"
        ]
        lines += (f"{seconds:9.3f} s  {thread}" for thread, seconds in _most(self._held)[:_SHOWN])
        lines += (f"{seconds:9.3f} s  {place}" for place, seconds in _most(self._at)[:_HOLDERS])
        return "\n".join(lines)

    def _named(self) -> str:
        return ", ".join(f"{name} {1000 * taken:.1f} ms" for name, taken in _most(self._longest)[:_SHOWN])


def _threads() -> dict[int, _Thread]:
    """The threads there are, and what each has had of the processor, where the system tells."""
    found: dict[int, _Thread] = {}
    if sys.platform == "linux":
        for thread in threading.enumerate():
            if thread.ident is not None and thread.native_id is not None:
                with suppress(OSError):  # it has just ended
                    found[thread.ident] = _Thread(thread.name, time.clock_gettime(_clock(thread.native_id)))
    return found


def _clock(thread: int) -> int:
    """The clock of a thread's processor time, as Linux numbers it. The library's way to ask for it may crash where the
    thread has ended meanwhile."""
    return (~thread << 3) | 6


def _kind(thread: str) -> str:
    """The name of a thread without its number in a pool."""
    return thread.rstrip("0123456789").rstrip("_")


def _name(handle: asyncio.Handle) -> str:
    """What a handle runs: a step of a task by its coroutine, else the function."""
    callback = handle._callback  # type: ignore[attr-defined]
    owner = getattr(callback, "__self__", None)
    named = owner.get_coro() if isinstance(owner, asyncio.Task) else callback
    return str(getattr(named, "__qualname__", type(named).__name__))


def _most(seconds: dict[str, float]) -> list[tuple[str, float]]:
    return sorted(seconds.items(), key=lambda each: -each[1])


def _longest(seconds: list[float]) -> str:
    ordered = sorted(seconds, reverse=True)
    longest = ", ".join(f"{1000 * each:.1f}" for each in ordered[:_SHOWN])
    return f"{longest} ms, p99 {1000 * ordered[len(ordered) // 100]:.1f} ms"
