"""Helpers for a search that takes long: other processes look for shapes in the files that come next.

Nearly all that a search for a pattern costs is parsing, and one process has one processor. So once such a search has
taken a while, workers like those of the index parse the candidates ahead of it and tell where the shapes are. All else
is done here, in the same order, so the answer is the same. The workers end with the search.
"""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator
from typing import Any, TypeVar

from indexer.child import ChildFailed
from indexer.index.file_reader import Shape
from indexer.index.workers import Pool, Task
from indexer.query.fields import PARSED
from indexer.query.tree import Pattern, Query, Size, TreeQuery, walk
from indexer.search.run.corpus import Candidate, Told

T = TypeVar("T")

ALONE = 2.0  # seconds of the processor that a search takes without helpers: to start some takes a good part of that
PATIENCE = 4.0  # times as long on the clock, where a child parses or the processor has other work
HELPERS = min(os.cpu_count() or 1, 8)  # with more, what is done here takes longer than what they do


class Alone:
    """A search that has no helpers yet."""

    def __init__(self) -> None:
        self._worked, self._started = time.process_time(), time.monotonic()

    def wants_helpers(self) -> bool:
        """Whether it takes so long that it is worth it to start some. Where the processor is busy with something else,
        they would not be faster."""
        worked, waited = time.process_time() - self._worked, time.monotonic() - self._started
        return HELPERS > 1 and (worked > ALONE or waited > PATIENCE * ALONE)


def shapes_asked(query: Query) -> tuple[Shape, ...]:
    """The shapes that a query may ask for in a file."""
    found: dict[Shape, None] = {}
    for node in walk(query.root):
        if isinstance(node, Pattern | TreeQuery):
            found[Shape("pattern_matches" if isinstance(node, Pattern) else "ts_matches", node.source)] = None
        elif isinstance(node, Size) and node.measure in PARSED:
            found[Shape("measures")] = None
    if query.sort in PARSED:
        found[Shape("measures")] = None
    return tuple(found)


def with_helpers(
    items: Iterator[T],
    candidate_of: Callable[[T], Candidate],
    shapes_of: Callable[[T], tuple[Shape, ...]],
    stopped: Callable[[], bool],
) -> Generator[tuple[T, Told]]:
    """The items in their order, each with what helpers found in its candidate, if they could look into it.

    An item for which no shapes are asked is not for helpers.
    """
    waiting: deque[tuple[T, int | None]] = deque()
    told: dict[int, Any] = {}

    def tasks() -> Iterator[Task]:
        for number, item in enumerate(items):
            shapes = shapes_of(item)
            asked = candidate_of(item).for_helper() if shapes else None
            waiting.append((item, None if asked is None else number))
            if asked is not None:
                yield Task("shapes", asked.size, (asked, shapes), number)

    pool = Pool(HELPERS)
    answers = pool.run(tasks(), stopped)
    try:
        while True:
            while waiting and (waiting[0][1] is None or waiting[0][1] in told):
                item, number = waiting.popleft()
                yield item, None if number is None else told.pop(number)
            try:
                task, answer = next(answers)
            except (StopIteration, ChildFailed, OSError):
                break  # all is done, nobody waits any more, or there can be no helpers
            told[task.key] = answer
        yield from ((item, None) for item, _ in waiting)
        yield from ((item, None) for item in items)
    finally:
        pool.stop()
