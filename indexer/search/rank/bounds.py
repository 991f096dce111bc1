"""The most that a block of a file can score, told from where the searched words stand in its text.

A block that is to come among the first has many of the words close together. So of a file in which they stand far
apart nothing else need be known. A block has all the words that stand between two others of it: what is best of all
runs of words that stand one after the other is a bound, however the file is divided into blocks.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from indexer.search.rank.blocks import CLUSTERED, NAMED, SMALL, naming
from indexer.search.rank.secondary import is_secondary

if TYPE_CHECKING:
    from indexer.search.match.evaluate import Evaluation
    from indexer.search.plan.plan import Plan

_MOST = 4096  # places; of more, the bound takes as long as to look at the file
_EXACT = 8  # words in a run; longer ones are bounded together with others of nearly the same length
_DIGITS = 6  # of a score
_WORDS = bytes(chr(sign).isascii() and (chr(sign).isalnum() or sign == 0x5F) for sign in range(256))

Numbers = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]


class Spread:
    """Where the words are that a query looks for in one text, and all words."""

    def __init__(
        self, places: Sequence[Sequence[int]], needed: Sequence[bool], idf: Sequence[float], data: bytes
    ) -> None:
        """`places` are where each term is found, in order; a block that has not all the `needed` ones is no hit."""
        self._terms = [np.array(each, np.int64) for each in places]
        self._needed = needed
        self._idf = idf
        self._data = data

    @cached_property
    def _begins(self) -> Numbers:
        """Where words begin."""
        letters = np.frombuffer(self._data.translate(_WORDS), np.bool_)
        found: Numbers = (letters[1:] > letters[:-1]).nonzero()[0] + 1
        return found

    def _worth(self, counts: Sequence[Numbers], words: Numbers, are_hits: Flags) -> float:
        """The most that so many places of each term are worth among so many words."""
        worth = np.zeros(words.shape)
        for count, is_needed, idf in zip(counts, self._needed, self._idf, strict=True):
            worth += idf * np.log1p(count)
            if is_needed:
                are_hits = are_hits & (count > 0)
        worth /= np.sqrt(1 + np.maximum(words, SMALL))
        return float(worth.max(where=are_hits, initial=0.0))

    def of_any_blocks(self) -> float:
        """The most that words are worth against the size of a block that has them, wherever blocks may be."""
        places = np.concatenate(self._terms)
        if not len(places):
            return 0.0
        if len(places) > _MOST:
            return math.inf
        order = places.argsort(kind="stable")
        which = np.repeat(np.arange(len(self._terms)), [len(each) for each in self._terms])[order]
        shortest, longest = _lengths(len(places))
        first = np.arange(len(places))[:, None]
        # A run from a place on has the words up to the longest of its kind, and the space up to the shortest.
        last = first + shortest - 1
        after = np.minimum(first + longest, len(places))
        before = np.searchsorted(self._begins, places[order], "right")
        words = before[np.minimum(last, len(places) - 1)] - before[first]
        counted = [np.append(0, (which == term).cumsum()) for term in range(len(self._terms))]
        return self._worth([count[after] - count[first] for count in counted], words, last < len(places))

    def of_blocks(self, starts: Numbers, ends: Numbers) -> float:
        """The same of some blocks."""
        counts, words = [
            [np.searchsorted(each, ends) - np.searchsorted(each, starts) for each in columns]
            for columns in (self._terms, [self._begins])
        ]
        return self._worth(counts, words[0], np.ones(len(starts), np.bool_))


@lru_cache(maxsize=256)
def _lengths(most: int) -> tuple[Numbers, Numbers]:
    """Kinds of runs: how many words the shortest and the longest of each have."""
    longest = list(_growing(most))
    return np.array([1, *(length + 1 for length in longest[:-1])]), np.array(longest)


def _growing(most: int) -> Iterator[int]:
    length = 1
    while length < most:
        yield length
        length += max(1, length // _EXACT)
    yield most


class BlockBound:
    """The most that blocks score that are hits of one query."""

    def __init__(self, plan: Plan, needed: Sequence[bool], idf: Sequence[float], words: Sequence[str | None]) -> None:
        """`needed` tells of each term of the plan whether every hit has it."""
        self._plan = plan
        self._needed = needed
        self._idf = idf
        self._words = [word for word in words if word is not None]

    def of(self, asked: Evaluation, generated: bool) -> Iterator[float]:
        """Of one text, each bound at least as good as the one before, and dearer."""
        terms = [asked.places((term, ())).starts for term, _ in self._plan.terms]
        data, path = asked.text.data, asked.facts.path
        spread = Spread(terms, self._needed, self._idf, data)
        most = (1 + CLUSTERED) / (2 if generated or is_secondary(path) else 1)
        yield _rounded(most * (1 + NAMED) * spread.of_any_blocks())
        rows, blocks = np.append(asked.text.lines.starts(), len(data) + 1), asked.packed.block_columns()
        # The file itself is a hit where no block is.
        starts, ends = np.append(rows[blocks.first_rows], 0), np.append(rows[blocks.last_rows + 1], len(data) + 1)
        named = 1.0
        if all(map(str.isascii, self._words)):  # else what a capital is in lower case may hang on what is beside it
            named = naming(self._words, (path, *asked.packed.names()))
        yield _rounded(most * (1 + NAMED * named) * spread.of_blocks(starts, ends))


def _rounded(value: float) -> float:
    """A bound on a score that was rounded, whatever was lost while it was added up."""
    return round(value, _DIGITS) + 2 * 10.0**-_DIGITS
