"""How long the event loop was held: a probe that wakes up every few milliseconds and notes how late it was."""

from __future__ import annotations

import asyncio
import logging
import time

log = logging.getLogger(__name__)
EVERY = 0.002  # seconds
_SHOWN = 5


class Stalls:
    """Watches a loop until it is stopped."""

    def __init__(self) -> None:
        self._late: list[float] = []
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begins to watch the running loop."""
        self._task = asyncio.get_running_loop().create_task(self._watch())

    async def _watch(self) -> None:
        while True:
            asleep = time.perf_counter()
            await asyncio.sleep(EVERY)
            self._late.append(time.perf_counter() - asleep - EVERY)

    def told(self) -> str:
        """The longest stalls, in words for a log."""
        late = sorted(self._late, reverse=True)
        if not late:
            return "the loop was not watched"
        longest = ", ".join(f"{1000 * each:.1f}" for each in late[:_SHOWN])
        p99 = 1000 * late[len(late) // 100]
        return f"the loop was held longest for {longest} ms; p99 {p99:.1f} ms of {len(late)} looks"
