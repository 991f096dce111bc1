"""Many files at once, and of each the most that its blocks can score: few have a block that comes among the first.

The index knows the rows of a file's blocks. So it is enough to know in which rows the searched words stand: how many of
them each block has is then told for many files together. Only where that is promising the other words of a block are
counted, and only where it still is, names are looked at. What is told so is a bound and never an answer: what may come
among the first is looked at as any other file.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from indexer.query.tree import Text
from indexer.search.rank.bounds import Numbers, against
from indexer.search.rank.joined import Joined, Room
from indexer.store.columns import row_columns

T = TypeVar("T")

_HEAD = 8192  # bytes of a file
_WHOLE = -1  # the file, among the numbers of its blocks

Counted = npt.NDArray[np.unsignedinteger[Any]]
Worths = npt.NDArray[np.float64]


class Sifted(NamedTuple, Generic[T]):
    """A file that has a hit: those of its blocks that have all the words, and the most that each is worth."""

    file: T
    blocks: Numbers
    worth: Worths
    rows: Callable[[], list[Numbers]]  # in which each word stands

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
        return any(bool((rows.searchsorted(firsts) < rows.searchsorted(lasts, "right")).any()) for rows in self.rows())


class _File(NamedTuple, Generic[T]):
    file: T
    data: bytes
    blocks: bytes


class Sieve(Generic[T]):
    """What sifts files whose texts are ASCII with rows that line feeds end, for blocks that have all of some words."""

    def __init__(self, words: Sequence[Text], idf: Sequence[float]) -> None:
        """See `can_sift` for the words."""
        rarest = sorted(range(len(words)), key=lambda word: -idf[word])
        self._words = [(words[at].text.encode(), words[at].ignore_case) for at in rarest]
        self._idf = [idf[at] for at in rarest]
        self._files: list[_File[T]] = []
        self.size = 0  # bytes of the texts that are in it
        self._room = Room()

    def add(self, file: T, data: bytes, blocks: bytes) -> None:
        """Puts in a file: its text, and its blocks as the index has them packed."""
        self._files.append(_File(file, data, blocks))
        self.size += len(data)

    def sifted(self, stopped: Callable[[], bool]) -> list[Sifted[T]]:
        """Of what was put in since this was last asked, the files that have a hit; none once the search is stopped."""
        files, self._files, self.size = self._files, [], 0
        joined = Joined([one.data for one in files], self._room)
        places: list[Numbers] = []
        having = np.arange(len(files))
        for word in self._words:
            if not having.size or stopped():
                return []
            if having.size * 2 < len(files):  # the others need not be read any further
                files = [files[at] for at in having.tolist()]
                joined, places = joined.only(having, places)
                having = np.arange(len(files))
            places.append(joined.starts(*word))
            having = having[np.diff(joined.cuts(places[-1]))[having] > 0]
        return self._told(files, joined, places, having) if having.size else []

    def _told(
        self, files: list[_File[T]], joined: Joined, places: Sequence[Numbers], having: Numbers
    ) -> list[Sifted[T]]:
        """What is told of those of some files that have all the words."""
        files = [files[at] for at in having.tolist()]
        starts = joined.begins[having]
        bases = joined.rows(starts)
        rows = [joined.rows(each) for each in places]
        chosen = _Blocks([one.blocks for one in files], bases).with_all(rows, self._idf)
        # A file is the hit where no block is. All of it has no fewer words than its head, and is seldom among the best.
        alone = np.setdiff1d(np.arange(len(files)), chosen.files)
        ends = starts + np.array([min(len(one.data), _HEAD) for one in files])
        heads, tails = joined.spans(chosen.firsts, chosen.lasts)
        words = joined.words(np.append(heads, starts[alone]), np.append(tails, ends[alone]))
        cuts = [joined.cuts(each) for each in places]
        of_files = _weights([np.diff(each)[having[alone]] for each in cuts], self._idf)
        owners = np.append(chosen.files, alone)
        order = owners.argsort(kind="stable")
        worth = against(np.append(chosen.weights, of_files), words)[order]
        blocks = np.append(chosen.numbers, np.full(len(alone), _WHOLE))[order]
        parts = owners[order].searchsorted(np.arange(len(files) + 1)).tolist()
        found: list[Sifted[T]] = []
        for number, (one, at, (low, high)) in enumerate(zip(files, having.tolist(), pairwise(parts), strict=True)):
            mine = partial(_rows_of, rows, cuts, at, bases[number])
            found.append(Sifted(one.file, blocks[low:high], worth[low:high], mine))
        return found


class _Chosen(NamedTuple):
    """Blocks with all the words."""

    files: Numbers  # in which each is, by their numbers
    numbers: Numbers  # of each in its file
    firsts: Numbers  # rows
    lasts: Numbers
    weights: Worths  # of the words


class _Blocks:
    """Those of many files, one file after the other, with their rows."""

    def __init__(self, packed: Sequence[bytes], bases: Numbers) -> None:
        """`bases` are the rows with which the files begin."""
        columns = [row_columns(each) for each in packed]
        counts = [len(steps) for steps, _ in columns]
        self._ends: Numbers = np.array([0, *counts], np.int64).cumsum()
        sums = np.concatenate([np.zeros(1, np.int64), *(steps for steps, _ in columns)]).cumsum()
        self._firsts: Numbers = sums[1:] + np.repeat(bases - sums[self._ends[:-1]], counts)
        self._lengths = np.concatenate([lengths for _, lengths in columns])

    def with_all(self, rows: Sequence[Numbers], idf: Sequence[float]) -> _Chosen:
        """Those that have all of some words, given the rows of each."""
        chosen: Numbers = np.arange(len(self._firsts))
        counts: dict[int, Numbers] = {}
        for word in sorted(range(len(rows)), key=lambda word: len(rows[word])):  # what leaves out most is first
            firsts = self._firsts[chosen]
            counted = rows[word].searchsorted(firsts + self._lengths[chosen], "right") - rows[word].searchsorted(firsts)
            kept = counted.nonzero()[0]
            chosen = chosen[kept]
            counts = {known: each[kept] for known, each in counts.items()} | {word: counted[kept]}
        firsts = self._firsts[chosen]
        files = self._ends.searchsorted(chosen, "right") - 1
        weights = _weights([counts[word] for word in range(len(rows))], idf)
        return _Chosen(files, chosen - self._ends[files], firsts, firsts + self._lengths[chosen], weights)


def can_sift(word: Text) -> bool:
    """Whether a text is found in plain files by its bytes."""
    return not word.regex and bool(word.text) and word.text.isascii() and "\n" not in word.text


def _rows_of(rows: Sequence[Numbers], cuts: Sequence[Numbers], file: int, base: int) -> list[Numbers]:
    """The rows of each word in one of many files, counted from its first."""
    return [each[cut[file] : cut[file + 1]] - base for each, cut in zip(rows, cuts, strict=True)]


def _weights(counts: Sequence[Numbers], idf: Sequence[float]) -> Worths:
    weights = np.zeros(len(counts[0]))
    for count, rarity in zip(counts, idf, strict=True):
        weights += rarity * np.log1p(count)
    return weights
