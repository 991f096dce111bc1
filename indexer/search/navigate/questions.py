"""Questions in plain words: which chunks of the code most likely hold the answer.

The words of the question are looked up among the names that the code defines and in its text. Rare words count more
than common ones. The files that have most of them are divided into chunks, and a chunk is worth as much as its words
are concentrated in it; words in its own name or in those around it count more. No model is asked: same question, same
answer.
"""

from __future__ import annotations

import heapq
import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from indexer.model import Chunk, Limits
from indexer.query.parser import parse
from indexer.search.navigate.files import File
from indexer.search.plan.narrow import narrowed_rows
from indexer.search.rank.secondary import is_secondary
from indexer.search.run.corpus import Corpus, Gone
from indexer.store.names import NameTable
from indexer.store.reader import FileRow, Snapshot
from indexer.text.subwords import subwords

_FILES = 24  # that are divided into chunks
_NAMES = 400  # that count
_LOOKED_AT = 20_000  # names of a table that have one of the words, the shortest
_WORTH = 0.4  # of the best file's worth: files of less are not looked at
_LARGEST = 400_000  # bytes: generated code is no answer
_NAMED = 3.0  # how much more a word counts in a name than in a text
_IN_PATH = 0.5
_SECONDARY = 0.5
_WORD = re.compile(r"[A-Za-z_]\w*|\d{3,}")
_ENDING = re.compile(r"(?:ations?|ings?|ied|ies|ed|es|s|ly)$")
_COMMON = frozenset(
    re.findall(
        r"\w+",
        """a about after all an and any are as at be been before between both but by can code could did do does each
        find for from get has have how i if in into is it its just let like list make me more most my need no not of
        on one only or other our out over please see shall should show so some such tell than that the their them
        then there these they this those to under up us used using very want was way we were what when where which
        while who why will with work works would you your""",
    )
)


class Relevant(NamedTuple):
    """A chunk that may hold the answer."""

    root: Path
    path: str
    chunk: Chunk
    score: float


@dataclass(frozen=True, slots=True)
class _Term:
    """A word of the question, without its ending, and how rare it is."""

    stem: str
    rarity: float
    pattern: re.Pattern[str]


def relevant_chunks(question: str, corpora: Sequence[Corpus], limits: Limits, budget: int) -> list[Relevant]:
    """The chunks that a question is about, best first, of not more than `budget` tokens in all."""
    started = monotonic()
    stems = stems_of(question)
    wants_tests = any(stem.startswith("test") for stem in stems)
    found: list[Relevant] = []
    for corpus in corpora:
        if corpus.snapshot is None or not stems:
            continue
        terms, files = _ranked_files(corpus.snapshot, stems, corpus.below)
        for row, worth in files[:_FILES]:
            if worth < _WORTH * files[0][1] or limits.cancelled() or monotonic() - started > limits.seconds:
                break
            try:
                chunks = File(corpus, row.path, row).chunks()
            except Gone:
                continue
            for chunk in chunks:
                score = _score(chunk, row.path, terms)
                if score > 0:
                    score *= 1 if wants_tests or not is_secondary(row.path) else _SECONDARY
                    found.append(Relevant(corpus.root, row.path, chunk, round(score, 6)))
    found.sort(key=lambda one: (-one.score, one.path, one.chunk.row_start))
    return _within(found, budget, limits.hits)


def stems_of(question: str) -> list[str]:
    """The words that say what a question is about, each without its ending, in order."""
    stems: dict[str, None] = {}
    for word in _WORD.findall(question):
        parts = subwords(word)
        for part in [*parts, *(["".join(parts)] if len(parts) > 1 else [])]:
            if part in _COMMON or len(part) < 2:
                continue
            stem = _ENDING.sub("", part)
            stems.setdefault(stem if len(stem) >= 3 else part)
    return list(stems)


def _ranked_files(snapshot: Snapshot, stems: list[str], below: str) -> tuple[list[_Term], list[tuple[FileRow, float]]]:
    """What each word is worth, and the files that have most of them, best first."""
    everything = len(snapshot.table.rows) or 1
    scores: dict[int, float] = {}
    terms: list[_Term] = []
    rows: dict[int, FileRow] = {}
    for stem in stems:
        query = parse(f'"{stem}" case:no').query
        holding = list(narrowed_rows(snapshot, query, below)) if query is not None else []
        term = _Term(stem, math.log(1 + everything / (1 + len(holding))), _pattern(stem))
        terms.append(term)
        for row in holding:
            if row.size <= _LARGEST:
                rows[row.id] = row
                bonus = 1 + _IN_PATH * (term.pattern.search(row.path) is not None)
                scores[row.id] = scores.get(row.id, 0.0) + term.rarity * bonus
    for file, worth in _named(snapshot, terms).items():
        if file in rows:
            scores[file] += _NAMED * worth
    ranked = sorted(
        ((rows[file], score * (_SECONDARY if is_secondary(rows[file].path) else 1)) for file, score in scores.items()),
        key=lambda item: (-item[1], item[0].path),
    )
    return terms, ranked


def _named(snapshot: Snapshot, terms: list[_Term]) -> dict[int, float]:
    """The files that define names with words of the question in them: how well the best name of each fits."""
    found: dict[str, float] = {}
    places: dict[str, list[tuple[NameTable, int]]] = {}
    for table in snapshot.name_tables:
        for row in _shortest(table, terms):
            name = table.name(row)
            parts = subwords(name) or [name]
            fitting = [term for term in terms if any(part.startswith(term.stem) for part in parts)]
            if fitting:
                found[name] = sum(term.rarity for term in fitting) * len(fitting) / math.sqrt(len(parts) * len(terms))
                places.setdefault(name, []).append((table, row))
    best: dict[int, float] = {}
    for worth, name in heapq.nsmallest(_NAMES, ((-worth, name) for name, worth in found.items())):
        for table, row in places[name]:
            for file, *_ in table.definers(row):
                best[file] = max(best.get(file, 0.0), -worth)
    return best


def _shortest(table: NameTable, terms: list[_Term]) -> list[int]:
    """The names of a table that have one of the words in them; of too many the shortest."""
    from numpy import argsort, concatenate, unique

    from indexer.search.names.ranks import holding

    rows = unique(concatenate([holding(table, term.stem) for term in terms]))
    if len(rows) > _LOOKED_AT:
        rows = rows[argsort(table.lengths(rows), kind="stable")[:_LOOKED_AT]]
    shortest: list[int] = rows.tolist()
    return shortest


def _pattern(stem: str) -> re.Pattern[str]:
    """Where a word begins with the stem, inside a name too: `user` in `getUser` and `USER_ID`, not in `superuser`."""
    return re.compile(rf"(?<![A-Za-z])(?i:{re.escape(stem)})|(?<=[a-z0-9]){re.escape(stem.capitalize())}")


def _score(chunk: Chunk, path: str, terms: list[_Term]) -> float:
    """How concentrated the words are in a chunk, and how many of them it has."""
    weight = present = everything = 0.0
    for term in terms:
        everything += term.rarity
        count = sum(1 for _ in term.pattern.finditer(chunk.content))
        named = term.pattern.search(chunk.breadcrumb) is not None
        if count or named:
            titled = term.pattern.search(chunk.title) is not None
            weight += term.rarity * (math.log1p(count) + _NAMED * (named + titled) / 2)
            present += term.rarity
        elif term.pattern.search(path) is not None:
            present += term.rarity * _IN_PATH
    if not weight:
        return 0.0
    return weight / math.sqrt(1 + max(chunk.tokens, 80)) * (present / everything) ** 2


def _within(found: list[Relevant], budget: int, most: int | None) -> list[Relevant]:
    """The best that fit, no text twice."""
    kept: list[Relevant] = []
    left = budget
    for one in found:
        if most is not None and len(kept) >= most:
            break
        if one.chunk.tokens > left:
            continue
        if any(
            (other.root, other.path) == (one.root, one.path)
            and other.chunk.row_start <= one.chunk.row_end
            and one.chunk.row_start <= other.chunk.row_end
            and _shared(one, other) * 2 > one.chunk.row_end - one.chunk.row_start + 1
            for other in kept
        ):
            continue
        kept.append(one)
        left -= one.chunk.tokens
    return kept


def _shared(one: Relevant, other: Relevant) -> int:
    first = max(one.chunk.row_start, other.chunk.row_start)
    return min(one.chunk.row_end, other.chunk.row_end) - first + 1
