"""Hits for somebody who does not want to wait for the end of a search.

By path what has been found stays where it is, so what is new is told. By score the best so far are told, as a whole.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from indexer.search.rank.symbols import Key

Partial = Callable[[Sequence[object], bool], None]  # is told hits, and whether they replace those told before

_REST_NEW = 0.05  # seconds between two batches
_REST_BEST = 0.3


class HitStream:
    """What one search has told of, and when it may tell more."""

    def __init__(
        self, partial: Callable[[Sequence[object], bool], None], limit: int | None, in_order: bool, started: float
    ) -> None:
        self._partial = partial
        self._limit = limit
        self._in_order = in_order
        self._rest = _REST_NEW if in_order else _REST_BEST
        self._last = started
        self._told: list[object] = []

    def is_time(self, now: float) -> bool:
        """Whether it is not too early to tell more."""
        return now - self._last >= self._rest

    def tell(self, kept: Sequence[tuple[Key, object]], now: float) -> None:
        """Tells of the hits found until now, given with their sort keys."""
        found = kept if self._in_order else sorted(kept, key=lambda one: one[0])[: self._limit]
        hits = [hit for _, hit in found]
        if len(hits) == len(self._told) and all(map(_is, hits, self._told)):
            return
        self._partial(hits[len(self._told) :] if self._in_order else hits, not self._in_order)
        self._told, self._last = hits, now


def _is(one: object, other: object) -> bool:
    return one is other
