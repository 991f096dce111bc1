"""A worker whose answers are as large as its tasks: far more than a pipe holds. For tests/test_child.py."""

from __future__ import annotations

import sys
import time

from indexer.child import protocol_output, read_message, write_message
from indexer.index.workers import READY, Task

SIZE = 4 * 1024 * 1024


def main() -> None:
    output = protocol_output()
    write_message(output, READY)
    while True:
        try:
            task: Task = read_message(sys.stdin.buffer)
        except EOFError:
            return
        if task.what == "hang":
            time.sleep(3600)
        write_message(output, (task.key, bytes(SIZE)))
