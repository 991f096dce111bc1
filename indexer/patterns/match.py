"""A match: a span of a document's bytes and the spans its metavariables or captures stand for."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from tree_sitter import Node, Query, QueryCursor

from indexer.text.linear import Linear

MATCH_LIMIT = 4096  # half-finished matches a cursor may hold; past this it drops some
SECONDS = 2.0  # for one query over one tree


@dataclass(frozen=True, slots=True)
class Match:
    """Where code has the wanted shape. A `$$$NAME` that stands for nothing is not among the captures."""

    start: int
    end: int
    captures: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    counts: Mapping[str, int] = field(default_factory=dict)  # how many nodes each stands for


class Shape(Protocol):
    """What can be looked for in trees of one grammar: a pattern, a tree query, a measure."""

    @property
    def grammar(self) -> str: ...
    @property
    def looks_at_siblings(self) -> bool: ...  # top-level nodes may have to be seen together
    @property
    def words_of_parts(self) -> tuple[bytes, ...]: ...  # texts that a definition must have for a match in it
    @property
    def runs_of_parts(self) -> tuple[Linear, ...]: ...  # what finds something in each such definition
    def may_be_in(self, data: bytes) -> bool: ...  # as far as that is told without a tree
    def find(self, root: Node, data: bytes, offset: int = 0) -> Found: ...


@dataclass(frozen=True, slots=True)
class Found:
    """Matches in order of their place, each span once. `complete` is False when a limit cut the search short."""

    matches: list[Match]
    complete: bool


def without_cut(*results: Found) -> list[Found]:
    """The results of different readings of one text with errors, without matches that one reading cut short.

    Where both have matches that begin at one place and none of them ends where another does, the longer ones count.
    """
    ends = [_ends(result) for result in results]
    kept = []
    for at, result in enumerate(results):
        others = [each for number, each in enumerate(ends) if number != at]
        matches = [match for match in result.matches if not _is_cut(ends[at][match.start], match.start, others)]
        kept.append(Found(matches, result.complete))
    return kept


def _ends(result: Found) -> dict[int, set[int]]:
    found: dict[int, set[int]] = {}
    for match in result.matches:
        found.setdefault(match.start, set()).add(match.end)
    return found


def _is_cut(ends: set[int], start: int, others: list[dict[int, set[int]]]) -> bool:
    rivals = [other[start] for other in others if start in other]
    return any(not ends & rival and max(rival) > max(ends) for rival in rivals)


def limited_cursor(query: Query) -> QueryCursor:
    """A cursor that no query can keep busy for long.

    The binding's callback for progress, which replaces its deprecated timeout, crashes the process in 0.25.2.
    """
    return QueryCursor(query, match_limit=MATCH_LIMIT, timeout_micros=int(SECONDS * 1e6))


def cut_short(cursor: QueryCursor, started: float) -> bool:
    """Whether a search that began at `started` and has just ended did so at a limit."""
    return bool(cursor.did_exceed_match_limit) or time.monotonic() - started >= SECONDS
