"""The processes that read and parse for the index. A file that hangs or crashes one costs that file, nothing else.

A worker answers its tasks in order, so the first one without an answer is the one it is at. When that takes longer
than it may, or the worker dies, the task comes back as failed, the worker is replaced, and what it had not begun goes
to another. If somebody ended the worker, that says nothing about the file, and another one tries it once more.

What counts is the time the processor spends on a file: on a machine that is busy with something else a good file may
take long on the clock, and what failed is not tried again. A worker ends itself when that time is over; the clock is
for one that waits for something, a file on a lost network drive or a debugger.
"""

from __future__ import annotations

import os
import queue
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any, NamedTuple

from indexer.child import PATIENCE, START_LIMIT, TOO_LONG, Arrival, Child, ChildFailed, Inbox
from indexer.turns import others_first

TIME_LIMIT = 10.0  # seconds of the processor for a file of ordinary size
SLOWEST = 50_000  # bytes a second that even a slow machine parses
READY = "ready"  # what a worker says that has started, or is prepared
_LOOK = 0.2  # seconds between looks at the clock
_AHEAD = 24  # tasks a worker may have waiting
_AHEAD_BYTES = 512 * 1024


class Task(NamedTuple):
    """Something a worker does: a name in `indexer.index.tasks.TASKS`, and its arguments."""

    what: str
    size: int  # bytes to go through, which decide how long it may take
    arguments: tuple[Any, ...]
    key: int = 0  # for whoever gave the task
    disturbed: bool = False  # somebody ended the worker that was at it


def limit(task: Task, seconds: float) -> float:
    """How long the processor may be busy with a task, if `seconds` are enough for a file of ordinary size."""
    return seconds + task.size / SLOWEST


class Failed(NamedTuple):
    """Why a task has no result."""

    reason: str


class _Worker:
    def __init__(self, module: str, nice: int, time_limit: float, inbox: Inbox) -> None:
        self.child = Child(module, str(nice), str(time_limit), inbox=inbox)
        self.tasks: deque[Task] = deque()
        self.waiting = 0  # bytes of its tasks
        self.since = time.monotonic() + START_LIMIT  # when it began the first of its tasks


class Pool:
    """Some workers. They start when there is work and end with `stop`."""

    def __init__(
        self,
        count: int | None = None,
        time_limit: float = TIME_LIMIT,
        nice: int = 0,
        module: str = "indexer.index.worker",
    ) -> None:
        self.count = count or os.cpu_count() or 1
        self._time_limit = time_limit
        self._nice = nice
        self._module = module
        self._workers: list[_Worker] = []
        self._inbox: Inbox = queue.SimpleQueue()  # what all workers say; some may be gone by then

    def run(self, tasks: Iterable[Task], stopped: Callable[[], bool] = bool) -> Iterator[tuple[Task, Any]]:
        """Does tasks, in any order, and gives each with its result or its failure as it ends, until it is stopped."""
        source = iter(tasks)
        again: deque[Task] = deque()
        exhausted = False
        try:
            while True:
                while again or not exhausted:
                    task = again.popleft() if again else next(source, None)
                    if task is None:
                        exhausted = True
                        break
                    worker = self._free()
                    if worker is None:
                        again.appendleft(task)
                        break
                    self._give(worker, task)
                if stopped() or not any(worker.tasks for worker in self._workers):
                    return
                for arrival in self._arrived(_LOOK):
                    yield from self._answers(arrival, again)
                for worker in list(self._workers):
                    if worker.tasks and time.monotonic() > worker.since + self._patience(worker.tasks[0]):
                        yield self._lost(worker, again)._replace(disturbed=False), Failed(TOO_LONG)
        finally:
            for worker in list(self._workers):
                if worker.tasks:  # nobody wants the answers any more
                    self._drop(worker)

    def prepare(self) -> None:
        """Starts the workers, and has them import what reading texts takes, before there is something to read."""
        while len(self._workers) < self.count:
            with suppress(ChildFailed):
                self._started().child.send(Task("prepare", 0, ()))

    def _started(self) -> _Worker:
        worker = _Worker(self._module, self._nice, self._time_limit, self._inbox)
        self._workers.append(worker)
        return worker

    def _free(self) -> _Worker | None:
        """The worker that has least to do, if it may get more."""
        idle = min(self._workers, key=lambda worker: worker.waiting, default=None)
        if (idle is None or idle.tasks) and len(self._workers) < self.count:
            idle = self._started()
        if idle is not None and idle.tasks and (idle.waiting > _AHEAD_BYTES or len(idle.tasks) >= _AHEAD):
            return None
        return idle

    def _give(self, worker: _Worker, task: Task) -> None:
        if not worker.tasks:
            worker.since = max(time.monotonic(), worker.since)
        worker.tasks.append(task)
        worker.waiting += task.size
        with suppress(ChildFailed):  # its end is noticed where its answers are read
            worker.child.send(task)

    def _patience(self, task: Task) -> float:
        return PATIENCE * limit(task, self._time_limit)

    def _arrived(self, seconds: float) -> Iterator[Arrival]:
        """What has been said by now, waited for no longer than that."""
        others_first()
        with suppress(queue.Empty):
            yield self._inbox.get(timeout=seconds)
            while True:
                yield self._inbox.get_nowait()

    def _answers(self, arrival: Arrival, again: deque[Task]) -> Iterator[tuple[Task, Any]]:
        worker = next((one for one in self._workers if one.child is arrival.child), None)
        if worker is None:
            return  # one that has been given up
        try:
            answer = arrival.message
        except ChildFailed as failure:
            if not worker.tasks:
                self._drop(worker)
                return
            disturbed = worker.child.was_ended()
            task = self._lost(worker, again)
            if disturbed and not task.disturbed:
                again.append(task._replace(disturbed=True))
            else:
                yield task._replace(disturbed=False), Failed(str(failure))
            return
        worker.since = time.monotonic()
        if answer == READY:
            return
        task = worker.tasks.popleft()
        worker.waiting -= task.size
        yield task._replace(disturbed=False) if task.disturbed else task, answer

    def _lost(self, worker: _Worker, again: deque[Task]) -> Task:
        """What a worker was at that does not answer any more; others do what it had before it."""
        task = worker.tasks.popleft()
        again.extend(worker.tasks)
        self._drop(worker)
        return task

    def _drop(self, worker: _Worker) -> None:
        self._workers.remove(worker)
        worker.child.end()

    def stop(self) -> None:
        """Ends all workers at once."""
        for worker in list(self._workers):
            self._drop(worker)
