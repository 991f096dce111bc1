"""Candidates for the best blocks, those first that can have them.

Many files are bounded before one is looked at, so that most are never looked at: whatever cannot beat the last hit that
is kept is counted and left.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import NamedTuple, Protocol, TypeVar

from indexer.lazy import lazy
from indexer.query.tree import File, Lang, Query
from indexer.query.tree import Text as Word
from indexer.search.match.evaluate import Evaluation
from indexer.search.match.matches import has_hits
from indexer.search.plan.narrow import conjuncts
from indexer.search.plan.plan import Plan
from indexer.search.rank.bounds import MOST, UNCLUSTERED, BlockBound
from indexer.search.rank.sieve import Sieve, Sifted, can_sift
from indexer.search.rank.symbols import Key
from indexer.search.run.corpus import Candidate, Corpus

T = TypeVar("T")

_TOGETHER = 2_000_000  # bytes of texts whose blocks are bounded together
_AT_ONCE = 64_000_000  # bytes of texts that are bounded before the best of them are looked at


class Item(NamedTuple):
    """A candidate with the least sort key that a hit in it can have."""

    bound: Key
    candidate: Candidate
    corpus: Corpus
    symbols: Sequence[int] | None = None  # the definitions that are hits, where the index knows them
    least: int = 0  # hits that it is sure to have
    sifted: Sifted[Item] | None = None  # its blocks, as long as names have not been looked at
    is_named: bool = False  # whether they have


class Running(Protocol):
    """The search that it is for."""

    @property
    def last(self) -> Key | None: ...  # of the last hit that is kept, once there are as many as were asked for
    def is_over(self) -> bool: ...
    def asked(self, item: Item, ask: Callable[[Candidate], Sequence[T]]) -> Sequence[T]: ...


class BestFirst:
    """What puts the candidates of one search in order, while it goes on."""

    def __init__(
        self,
        query: Query,
        plan: Plan,
        rarities: Sequence[float],
        words: Sequence[str | None],
        corpora: Sequence[Corpus],
    ) -> None:
        """`rarities` and `words` are of the terms of the plan."""
        needed = list(conjuncts(query.root))
        self.bound = BlockBound(plan, [term in needed for term, _ in plan.terms], rarities, words)
        self._parts = needed
        self._plan = plan
        self._rarities = rarities
        self._corpora = corpora

    def ordered(self, items: Iterable[Item], running: Running) -> Iterator[Item]:
        """The candidates that can have hits, with what the best block of each can score."""
        part: list[Item] = []
        size = 0
        for item in sorted(items, key=lambda item: -self.bound.promise(item.candidate.path)):
            if running.is_over():
                break
            part += running.asked(item, partial(self._bounded, item))
            size += item.candidate.size
            if self.sieve is not None and (self.sieve.size > _TOGETHER or size > _AT_ONCE):
                part += self.sifted(running.is_over)
            if size > _AT_ONCE:
                yield from self._by_names(part, running)
                part, size = [], 0
        part += self.sifted(running.is_over)
        yield from self._by_names(part, running)

    @lazy
    def sieve(self) -> Sieve[Item] | None:
        """For files of which the index tells whether all but the words holds, where there is nothing else."""
        parts = [part for part in self._parts if not isinstance(part, Lang | File)]
        words = [part for part in parts if isinstance(part, Word) and can_sift(part)]
        is_all = self._plan.smallest and len(words) == len(parts) == len(self._plan.terms)
        return Sieve(words, self._rarities) if is_all else None

    def _bounded(self, item: Item, candidate: Candidate) -> Sequence[Item]:
        """A candidate with its bound; nothing where it has no hit, or is in the sieve now."""
        plain = None if self.sieve is None else candidate.plain()
        if self.sieve is not None and plain is not None:
            self.sieve.add(item, *plain)
            return ()
        asked = Evaluation(candidate.anew())  # texts are not kept: there are too many
        value = self.bound.of(asked, candidate.generated)
        if not value:
            return ()
        is_hit = self._are_words or has_hits(self._plan, asked)
        return (item._replace(bound=self._key(value, item), least=int(is_hit)),)

    def _key(self, value: float, item: Item) -> Key:
        return -value, self._corpora.index(item.corpus), item.candidate.path

    @lazy
    def _are_words(self) -> bool:
        """Whether a block with all the words is a hit, whatever else it is."""
        return self._plan.smallest and all(isinstance(part, Word) for part in self._parts)

    def sifted(self, stopped: Callable[[], bool]) -> Iterator[Item]:
        """What is in the sieve, with bounds."""
        for found in [] if self.sieve is None else self.sieve.sifted(stopped):
            candidate = found.file.candidate
            value = self.bound.of_worth(found.most, candidate.path, candidate.generated)
            yield found.file._replace(bound=self._key(value, found.file), least=1, sifted=found)

    def _by_names(self, items: Iterable[Item], running: Running) -> Iterator[Item]:
        """Those with the least bound first. Before one is looked at, names tell whether it can be so good."""
        heap = [(item.bound, number, item) for number, item in enumerate(items)]
        heapq.heapify(heap)
        while heap:
            _, number, item = heapq.heappop(heap)
            last = running.last
            if not item.is_named and (last is None or item.bound < last):
                values = running.asked(item, partial(self.with_names, item, last))
                bound = self._key(values[0], item) if values else item.bound
                item = item._replace(bound=bound, is_named=True, sifted=None)
                heapq.heappush(heap, (bound, number, item))
            else:
                yield item  # what was read of a file goes with its item

    def with_names(self, item: Item, last: Key | None, candidate: Candidate) -> Sequence[float]:
        """What a candidate can score as its names and the parts of its blocks let it; nothing where nobody knows."""
        packed, path, sifted = candidate.packed, candidate.path, item.sifted
        if packed is None:
            return ()
        if sifted is None:
            return (self.bound.with_names(-item.bound[0], path, packed.names()),)

        def share(block: int | None, enough: float) -> float:
            named = self.bound.share_of_named((path,) if block is None else (path, *packed.names_about(block)))
            if block is None or named <= enough or sifted.has_word_in(*packed.parts_of(block)):
                return named
            return named * UNCLUSTERED

        return (self.bound.of_worth(sifted.most_with(_floor(last), share), path, candidate.generated),)


def _floor(last: Key | None) -> float:
    """What the words of a block must be worth at least for it to come before a hit."""
    return 0.0 if last is None else -float(last[0]) / MOST
