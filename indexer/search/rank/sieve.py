"""Many files at once, and of each the most that its blocks can score: few have a block that comes among the first.

The index knows the rows of a file's blocks. So it is enough to know in which rows the searched words stand: how many of
them each block has is then told for hundreds of files together. Only where that is promising the other words of a block
are counted, and only where it still is, names are looked at. What is told so is a bound and never an answer: what may
come among the first is looked at as any other file.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from indexer.query.tree import Text
from indexer.search.match.places import literal_starts
from indexer.search.rank.bounds import Numbers, against, word_starts
from indexer.store.columns import row_columns

T = TypeVar("T")

_FEW = 60  # places of which the rows are counted one after the other: finding all row ends takes longer
_ENOUGH = 8192  # bytes of a file in which words are counted: all of it has no fewer, and is seldom among the best
_WHOLE = -1  # the file, among the numbers of its blocks
_LINE_FEED = ord("\n")

Counted = npt.NDArray[np.unsignedinteger[Any]]
Worths = npt.NDArray[np.float64]


class Sifted(NamedTuple, Generic[T]):
    """A file that has a hit: those of its blocks that have all the words, and the most that each is worth."""

    file: T
    blocks: Numbers
    worth: Worths
    rows: list[Numbers]  # in which each word stands

    @property
    def most(self) -> float:
        return float(self.worth.max())

    def most_with(self, floor: float, share: Callable[[int | None, float], float]) -> float:
        """The most that a block is worth if only a share of it counts, told for those above `floor`. What tells it is
        given a block, or None for the file, and how small a share would be as good as none."""
        most = 0.0
        for at in (-self.worth).argsort().tolist():
            worth, enough = float(self.worth[at]), max(most, floor)
            if worth <= enough:
                return max(most, worth)
            block = int(self.blocks[at])
            most = max(most, worth * share(None if block == _WHOLE else block, enough / worth))
        return most

    def has_word_in(self, firsts: Numbers, lasts: Numbers) -> bool:
        """Whether a word stands in one of some ranges of rows."""
        return any(bool((rows.searchsorted(firsts) < rows.searchsorted(lasts, "right")).any()) for rows in self.rows)


class _File(NamedTuple, Generic[T]):
    file: T
    data: bytes
    rows: list[Numbers]  # in which each word stands
    steps: Counted  # to the first row of each block, from that of the one before
    lengths: Counted  # rows to its last


class Sieve(Generic[T]):
    """What sifts files whose texts are ASCII with rows that line feeds end, for blocks that have all of some words."""

    def __init__(self, words: Sequence[Text], idf: Sequence[float]) -> None:
        """See `can_sift` for the words."""
        self._words = [
            (word.text.lower().encode(), True) if word.ignore_case else (word.text.encode(), False) for word in words
        ]
        self._ignores_case = any(word.ignore_case for word in words)
        self._idf = idf
        self._files: list[_File[T]] = []
        self.size = 0  # bytes of the texts that are in it

    def add(self, file: T, data: bytes, blocks: bytes) -> None:
        """Puts in a file, if it has a hit: its text, and its blocks as the index has them packed."""
        lower = data.lower() if self._ignores_case else data
        places: list[list[int]] = []
        for word, ignores_case in self._words:
            places.append(literal_starts(word, lower if ignores_case else data))
            if not places[-1]:
                return
        ends = np.frombuffer(data, np.uint8) == _LINE_FEED
        self._files.append(_File(file, data, [_rows_of(some, ends) for some in places], *row_columns(blocks)))
        self.size += len(data)

    def sifted(self, floor: float) -> list[Sifted[T]]:
        """What was put in since this was last asked. Of blocks that are worth no more than `floor` less is told."""
        files, self._files, self.size = self._files, [], 0
        if not files:
            return []
        together = _Together(files)
        chosen, weights = together.weights(self._idf)
        worth = against(weights, np.zeros(1, np.int64))
        found: list[Sifted[T]] = []
        cuts = np.searchsorted(chosen, [*together.begins, len(together.firsts)]).tolist()
        for at, (one, (low, high)) in enumerate(zip(files, pairwise(cuts), strict=True)):
            if low == high:
                found.append(Sifted(one.file, np.array([_WHOLE]), self._of_whole(one), one.rows))
                continue
            mine = worth[low:high]
            near = (mine > floor).nonzero()[0]
            if near.size:
                mine[near] = against(weights[low:high][near], together.words(at, chosen[low:high][near]))
            found.append(Sifted(one.file, chosen[low:high] - together.begins[at], mine, one.rows))
        return found

    def _of_whole(self, one: _File[T]) -> Worths:
        """What a file is worth itself, which is a hit where no block is."""
        counts = [np.array([len(rows)]) for rows in one.rows]
        return against(_weights(counts, self._idf), np.array([len(word_starts(one.data, 0, _ENOUGH))]))


class _Together(Generic[T]):
    """The rows of words and blocks of many files, one file after the other."""

    def __init__(self, files: Sequence[_File[T]]) -> None:
        self._files = files
        counts = [len(one.steps) for one in files]
        self.begins = _before_each(counts)
        self._bases = _before_each([len(one.data) + 1 for one in files])  # no file has more rows than that
        sums = np.concatenate([np.zeros(1, np.int64), *(one.steps for one in files)]).cumsum()
        self.firsts: Numbers = sums[1:] + np.repeat(self._bases - sums[self.begins], counts)
        self._lengths = np.concatenate([one.lengths for one in files])

    def weights(self, idf: Sequence[float]) -> tuple[Numbers, Worths]:
        """The blocks that have all the words, and what these are worth."""
        rows = [self._rows(word) for word in range(len(idf))]
        chosen: Numbers = np.arange(len(self.firsts))
        counts: dict[int, Numbers] = {}
        for word in sorted(range(len(idf)), key=lambda word: len(rows[word])):  # the one that leaves out most is first
            firsts = self.firsts[chosen]
            lasts = firsts + self._lengths[chosen]
            counted = rows[word].searchsorted(lasts, "right") - rows[word].searchsorted(firsts)
            kept = counted.nonzero()[0]
            chosen = chosen[kept]
            counts = {known: each[kept] for known, each in counts.items()} | {word: counted[kept]}
        return chosen, _weights([counts[word] for word in range(len(idf))], idf)

    def _rows(self, word: int) -> Numbers:
        rows = [one.rows[word] for one in self._files]
        return np.concatenate(rows) + np.repeat(self._bases, [len(each) for each in rows])

    def words(self, at: int, blocks: Numbers) -> Numbers:
        """How many words some blocks of a file have, of all blocks."""
        data = self._files[at].data
        ends = (np.frombuffer(data, np.uint8) == _LINE_FEED).nonzero()[0]
        firsts = self.firsts[blocks] - self._bases[at]
        starts = np.append(0, ends + 1)[firsts]
        stops = np.append(ends, len(data))[firsts + self._lengths[blocks]]
        begins = word_starts(data, int(starts.min()), int(stops.max()))
        counted: Numbers = begins.searchsorted(stops) - begins.searchsorted(starts)
        return counted


def can_sift(word: Text) -> bool:
    """Whether a text is found in plain files by its bytes."""
    return not word.regex and bool(word.text) and word.text.isascii() and "\n" not in word.text


def _rows_of(places: Sequence[int], ends: npt.NDArray[np.bool_]) -> Numbers:
    """The rows in which places are, told from which bytes end one."""
    if len(places) > _FEW:
        found: Numbers = ends.nonzero()[0].searchsorted(places)
        return found
    rows: list[int] = []
    row = before = 0
    for place in places:
        row += int(np.count_nonzero(ends[before:place]))
        before = place
        rows.append(row)
    return np.array(rows, np.int64)


def _before_each(counts: Sequence[int]) -> Numbers:
    sums = np.array([0, *counts], np.int64).cumsum()
    return sums[:-1]


def _weights(counts: Sequence[Numbers], idf: Sequence[float]) -> Worths:
    weights = np.zeros(len(counts[0]))
    for count, rarity in zip(counts, idf, strict=True):
        weights += rarity * np.log1p(count)
    return weights
