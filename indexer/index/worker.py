"""A worker process: does what it is told until its input ends."""

from __future__ import annotations

import gc
import os
import sys
from contextlib import suppress
from typing import IO

from indexer.child import PATIENCE, TOO_MUCH, end_after, end_beyond, protocol_output, read_message, write_message
from indexer.index.tasks import TASKS
from indexer.index.workers import READY, TIME_LIMIT, Failed, Task, limit

_TASKS_BETWEEN_COLLECTIONS = 500


def main() -> None:
    nice, seconds = (int(sys.argv[1]), float(sys.argv[2])) if len(sys.argv) > 2 else (0, TIME_LIMIT)
    if nice and hasattr(os, "nice"):
        os.nice(nice)
    output = protocol_output()
    with suppress(BrokenPipeError):  # nobody is there any more
        _work(output, seconds)


def _work(output: IO[bytes], seconds: float) -> None:
    # What a task makes is freed when it ends; to look for cycles among its records meanwhile would take as long as
    # making them.
    gc.disable()
    done = 0
    write_message(output, READY)
    while True:
        try:
            task: Task = read_message(sys.stdin.buffer)
        except EOFError:
            return
        allowed = limit(task, seconds)
        # If the parent is killed nobody ends a worker that hangs inside a grammar, so it has a watchdog of its own.
        end_after(allowed, 2 * PATIENCE * allowed)
        end_beyond(task.size)
        try:
            answer = TASKS[task.what](*task.arguments)
        except MemoryError:
            answer = Failed(TOO_MUCH)
        except Exception as error:  # whatever it is, it is this file's problem and not the worker's end
            answer = Failed(f"{type(error).__name__}: {error}")
        end_after(0)
        write_message(output, answer)
        done += 1
        if done % _TASKS_BETWEEN_COLLECTIONS == 0:
            gc.collect()


if __name__ == "__main__":
    main()
