"""The most that a block of a file can score, told from where the searched words stand in its text.

A block that is to come among the first has many of the words and few others. How many it has is told from the rows of
the blocks, which are a small part of what the index knows of a file. Where it knows none yet, a block has all the words
that stand between two others of it: what is best of all runs of words that stand one after the other is a bound,
however the file is divided into blocks.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
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
MOST = (1 + CLUSTERED) * (1 + NAMED)  # times what its words are worth a block can score
UNCLUSTERED = 1 / (1 + CLUSTERED)  # of that is left to one whose words are in no part of it
_ENOUGH = 8192  # bytes of a file in which words are counted: all of it has no fewer, and is seldom among the best
WORDS = bytes(chr(sign).isascii() and (chr(sign).isalnum() or sign == 0x5F) for sign in range(256))

Numbers = npt.NDArray[np.int64]


class Spread:
    """Where the words are that a query looks for in one text, and all words."""

    def __init__(self, places: Sequence[Numbers], needed: Sequence[bool], idf: Sequence[float], data: bytes) -> None:
        """`places` are where each term is found, in order; a block that has not all the `needed` ones is no hit."""
        self._terms = places
        self._needed = needed
        self._idf = idf
        self._data = data

    def is_empty(self) -> bool:
        """Whether a needed term is nowhere, or none is anywhere."""
        counts = [len(each) for each in self._terms]
        return not any(counts) or any(map(_is_missing, self._needed, counts))

    def _weights(self, counts: Sequence[Numbers]) -> npt.NDArray[np.float64]:
        """What so many places of each term are worth; nothing where a needed one has none."""
        weights = np.zeros(counts[0].shape)
        for count, idf in zip(counts, self._idf, strict=True):
            weights += idf * np.log1p(count)
        for count, is_needed in zip(counts, self._needed, strict=True):
            if is_needed:
                weights[count == 0] = 0.0
        return weights

    def of_any_blocks(self) -> float:
        """The most that words are worth against the size of a block that has them, wherever blocks may be."""
        if self.is_empty():
            return 0.0
        places = np.concatenate(self._terms)
        if len(places) > _MOST:
            return math.inf
        order = places.argsort(kind="stable")
        which = np.repeat(np.arange(len(self._terms)), [len(each) for each in self._terms])[order]
        shortest, longest = _lengths(len(places))
        first = np.arange(len(places))[:, None]
        # A run from a place on has the words up to the longest of its kind, and the space up to the shortest.
        last = first + shortest - 1
        after = np.minimum(first + longest, len(places))
        before = np.searchsorted(word_starts(self._data, 0, len(self._data)), places[order], "right")
        words = before[np.minimum(last, len(places) - 1)] - before[first]
        counted = [np.append(0, (which == term).cumsum()) for term in range(len(self._terms))]
        worth = against(self._weights([count[after] - count[first] for count in counted]), words)
        return float(worth.max(where=last < len(places), initial=0.0))

    def of_blocks(self, starts: Numbers, ends: Numbers) -> float:
        """The same of some blocks."""
        weights = self._weights([each.searchsorted(ends) - each.searchsorted(starts) for each in self._terms])
        chosen = weights.nonzero()[0]
        if not chosen.size:
            return 0.0
        starts, ends = starts[chosen], ends[chosen]
        begins = word_starts(self._data, int(starts.min()), int(ends.max()))
        return float(against(weights[chosen], begins.searchsorted(ends) - begins.searchsorted(starts)).max())

    def of_file(self) -> float:
        """The same of the whole text."""
        weight = sum(math.log1p(len(each)) * idf for each, idf in zip(self._terms, self._idf, strict=True))
        return weight / math.sqrt(1 + max(len(word_starts(self._data, 0, _ENOUGH)), SMALL))


def word_starts(data: bytes, start: int, end: int) -> Numbers:
    """Where words begin in a range, but for one at its start."""
    letters = np.frombuffer(data[start:end].translate(WORDS), np.bool_)
    found: Numbers = (letters[1:] > letters[:-1]).nonzero()[0]
    return found + (start + 1)


def _is_missing(is_needed: bool, count: int) -> bool:
    return is_needed and not count


def against(weights: npt.NDArray[np.float64], words: Numbers) -> npt.NDArray[np.float64]:
    """What terms are worth among so many words."""
    worth: npt.NDArray[np.float64] = weights / np.sqrt(1 + np.maximum(words, SMALL))
    return worth


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
        places = [anchor.slot[0] for anchor in plan.rows.anchors]
        self._has_term = any(needed) or (plan.rows.nodes is None and None not in places)  # every hit, of some term
        self._idf = idf
        self._words = [word for word in words if word is not None]

    def of(self, asked: Evaluation, generated: bool) -> float:
        """Of one text, whatever its blocks are called; 0 where it has no hit."""
        terms = [asked.places((term, ())).columns[0] for term, _ in self._plan.terms]
        data, path = asked.text.data, asked.facts.path
        spread = Spread(terms, self._needed, self._idf, data)
        if spread.is_empty():
            return 0.0 if self._has_term else _rounded(0.0)
        if asked.facts.packed is None:
            worth = spread.of_any_blocks()
        else:
            rows = np.append(asked.text.lines.starts(), len(data) + 1)
            firsts, lasts = asked.facts.packed.block_ranges()
            worth = spread.of_blocks(rows[firsts], rows[lasts + 1])
            if self._plan.smallest:  # the file itself is a hit where no block is
                worth = max(worth, spread.of_file())
        return self.of_worth(worth, path, generated)

    def of_worth(self, worth: float, path: str, generated: bool) -> float:
        """The same, of what the words of its best block are worth."""
        return _rounded(worth * MOST / (2 if generated or is_secondary(path) else 1))

    def share_of_named(self, names: Iterable[str]) -> float:
        """How much of the most that it could score is left to a block with these names around it."""
        if not all(map(str.isascii, self._words)):  # what a capital is in lower case may hang on what is beside it
            return 1.0
        return (1 + NAMED * naming(self._words, names)) / (1 + NAMED)

    def with_names(self, value: float, path: str, names: Iterable[str]) -> float:
        """That of a text, as far as its path and the names in it let it be."""
        return min(value, _rounded(value * self.share_of_named((path, *names))))

    def promise(self, path: str) -> float:
        """The share of the words that a path has: what is called by them is often among the best."""
        return naming(self._words, (path,))


def _rounded(value: float) -> float:
    """A bound on a score that was rounded, whatever was lost while it was added up."""
    return round(value, _DIGITS) + 2 * 10.0**-_DIGITS
