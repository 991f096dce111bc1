"""How well the names of tables fit what was typed, worked out for all of them at once.

The rules are those of `names.py`, which ranks one name. Here the names that may fit lie in one text, and what was
typed is followed through it letter by letter: a letter is looked for everywhere, and the places that can come after
one of the places of the letter before stay. When none is left the rest is not looked at, however much was typed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from indexer.lazy import lazy
from indexer.query.tree import Name
from indexer.search.names.matching import INITIALS, PREFIX, SUBSTRING, WORD_HEADS, WORDS, matcher
from indexer.store.name_signatures import Bytes, Rows, begins_word
from indexer.store.names import NameTable
from indexer.text.folded import SEPARATORS

_NO_RANK = 255
_TOGETHER = 1 << 16  # names
_FEW = 3  # letters after which most names are out
_IS_SIGN = np.array([not bytes([code]).isalnum() for code in range(256)])

T = TypeVar("T", bound=np.generic)
Flags = npt.NDArray[np.bool_]


class NameRanks(NamedTuple):
    """Names of a table that fit, in order, each with its rank."""

    rows: Rows
    ranks: Bytes


def can_rank(wanted: Name) -> bool:
    """Whether what was typed is followed here; all else is for `names.py`."""
    return wanted.how == "fuzzy" and wanted.text.isascii() and wanted.text.isprintable() and bool(wanted.text)


def beginning(tables: Sequence[NameTable], wanted: Name) -> list[NameRanks]:
    """The names of each table that are what was typed or begin with it."""
    rows, known = [], [np.zeros(0, np.uint8)]
    alone = matcher(wanted)
    for table in tables:
        exact, longer = table.beginning(wanted.text.encode())
        rows.append(np.arange(exact.start, longer.stop))
        each = [alone(table.name(row)) for row in exact]
        known.append(np.array([_NO_RANK if rank is None or rank > PREFIX else rank for rank in each], np.uint8))
        known.append(np.full(len(longer), PREFIX, np.uint8))
    ranks = np.concatenate(known)
    if not _letters(wanted):
        ranks[~_each(tables, rows, lambda names: names.starting(wanted.text))] = _NO_RANK
    if not wanted.ignore_case:
        typed = SEPARATORS.sub("", wanted.text)
        ranks[~_each(tables, rows, lambda names: names.in_order(typed))] = _NO_RANK
    return _fitting(tables, rows, ranks, wanted, range(PREFIX + 1))


def elsewhere(tables: Sequence[NameTable], wanted: Name) -> list[NameRanks]:
    """The names of each table that have it elsewhere: initials, words, a part, or beginnings of words."""
    letters = _letters(wanted)
    rows = []
    for table in tables:
        able = table.signatures.spelling(letters) if len(letters) > 1 else table.signatures.holding(wanted.text)
        if letters:
            exact, longer = table.beginning(wanted.text.encode())
            able = able[(able < exact.start) | (able >= longer.stop)]
        rows.append(able)
    ranks = _each(tables, rows, lambda names: names.ranks(wanted.text, letters, wanted.ignore_case))
    return _fitting(tables, rows, ranks, wanted, range(PREFIX + 1, WORD_HEADS + 1))


def holding(table: NameTable, text: str) -> Rows:
    """The names of a table that have a text in them, in any case."""
    rows = table.signatures.holding(text)
    return rows[_each([table], [rows], lambda names: names.holding(text, ignore_case=True))] if text.isascii() else rows


def _letters(wanted: Name) -> str:
    """The letters and digits that were typed, in lower case; none where there are other signs than between words."""
    letters = SEPARATORS.sub("", wanted.text).lower()
    return letters if letters.isalnum() else ""


def _fitting(
    tables: Sequence[NameTable], rows: Sequence[Rows], ranks: Bytes, wanted: Name, asked: range
) -> list[NameRanks]:
    """The names that have a rank, by table. Those that are not ASCII are ranked one by one, as far as it is asked."""
    alone = matcher(wanted)
    found = []
    at = 0
    for table, chosen in zip(tables, rows, strict=True):
        mine = ranks[at : at + len(chosen)]
        at += len(chosen)
        for place in np.flatnonzero(np.isin(chosen, table.signatures.non_ascii, assume_unique=True)).tolist():
            rank = alone(table.name(int(chosen[place])))
            mine[place] = rank if rank is not None and rank in asked else _NO_RANK
        kept = np.flatnonzero(mine != _NO_RANK)
        found.append(NameRanks(chosen[kept], mine[kept]))
    return found


def _each(tables: Sequence[NameTable], rows: Sequence[Rows], ask: Callable[[_Names], npt.NDArray[T]]) -> npt.NDArray[T]:
    """What is asked of each of some names. As many are asked together as there may well be in memory."""
    answers, parts, count = [], [], 0
    for table, chosen in zip(tables, rows, strict=True):
        for at in range(0, len(chosen), _TOGETHER):
            part = chosen[at : at + _TOGETHER]
            parts.append((np.asarray(table.text), table.starts(part), table.lengths(part) + 1))
            count += len(part)
            if count >= _TOGETHER:
                answers.append(ask(_Names.of(parts)))
                parts, count = [], 0
    return np.concatenate([*answers, ask(_Names.of(parts))])


class _Names:
    """Some names in one text, each on a line of its own, with an empty line above and below."""

    def __init__(self, text: Bytes, lengths: Rows) -> None:
        self._text, self._lengths = text, lengths
        self._ends = lengths.cumsum()
        self._starts = self._ends - lengths + 1

    @classmethod
    def of(cls, parts: Sequence[tuple[Bytes, Rows, Rows]]) -> _Names:
        """Those that lie in some texts, with where they start there and how long they are with their line ends."""
        line = np.full(1, ord("\n"), np.uint8)
        pieces = [line]
        for text, starts, lengths in parts:
            if len(starts) and starts[-1] + lengths[-1] - starts[0] == lengths.sum():
                pieces.append(text[starts[0] : starts[-1] + lengths[-1]])
                continue
            # Steps from sign to sign, added up: it is much faster than to repeat what is added to each.
            steps = np.ones(lengths.sum(), np.int64)
            steps[:1] = starts[:1]
            steps[lengths.cumsum()[:-1]] = starts[1:] - starts[:-1] - lengths[:-1] + 1
            pieces.append(text[steps.cumsum(out=steps)])
        return cls(
            np.concatenate([*pieces, line]), np.concatenate([np.zeros(0, np.int64), *(part[2] for part in parts)])
        )

    def ranks(self, typed: str, letters: str, ignore_case: bool) -> Bytes:
        """The ranks of names that have what was typed elsewhere than at their beginning."""
        ranks = np.full(len(self._starts), _NO_RANK, np.uint8)
        by_heads = self._spelling(letters, whole=False) if len(letters) > 1 else np.zeros(0, np.int64)
        ranks[by_heads] = WORD_HEADS
        ranks[self.holding(typed, ignore_case)] = SUBSTRING
        if not letters:
            ranks[self.starting(typed)] = _NO_RANK
        if len(by_heads):
            few = self._only(by_heads)
            ranks[by_heads[few._spelling(letters, whole=True)]] = WORDS
            ranks[by_heads[few._initialled(letters)]] = INITIALS
        if not ignore_case:
            kept = np.flatnonzero(ranks != _NO_RANK)
            ranks[kept[~self._only(kept).in_order(SEPARATORS.sub("", typed))]] = _NO_RANK
        return ranks

    def _only(self, names: Rows) -> _Names:
        return _Names.of([(self._text, self._starts[names], self._lengths[names])])

    @lazy
    def _lower(self) -> Bytes:
        return np.frombuffer(self._text.tobytes().lower(), np.uint8)

    def _names_at(self, places: Rows) -> Rows:
        """The names that have one of some places in them."""
        return np.unique(np.searchsorted(self._starts, places, "right") - 1)

    def _begin(self, places: Rows) -> Flags:
        """Whether a word begins at a place."""
        return begins_word(self._text[places - 1], self._text[places], self._text[places + 1])

    def _end(self, places: Rows) -> Flags:
        """Whether a word ends at the place of a letter."""
        return _IS_SIGN[self._text[places + 1]] | self._begin(places + 1)

    def _spelling(self, letters: str, whole: bool) -> Rows:
        """The names that spell letters by beginnings of words in order, or by whole words."""
        if len(letters) > _FEW:
            names = self._spelling(letters[:_FEW], whole=False)
            return names[self._only(names)._spelled(letters, whole)]
        return self._spelled(letters, whole)

    def _spelled(self, letters: str, whole: bool) -> Rows:
        places = {letter: np.flatnonzero(self._lower == ord(letter)) for letter in set(letters)}
        first = places[letters[0]]
        reached = first[self._begin(first)]
        for letter in letters[1:]:
            if not len(reached):
                break
            at = places[letter]
            kept = np.zeros(len(self._text), np.bool_)
            kept[reached] = True
            kept = kept[at - 1]  # goes on in its word
            (jumps,) = self._begin(at).nonzero()
            left = reached[self._end(reached)] if whole else reached
            before = np.append(-1, left)[np.searchsorted(left, at[jumps])]
            line = self._starts[np.searchsorted(self._starts, at[jumps], "right") - 1]
            kept[jumps] = before >= line
            reached = at[kept]
        return self._names_at(reached[self._end(reached)] if whole else reached)

    def _initialled(self, letters: str) -> Rows:
        """The names whose first words have the letters as initials."""
        begins = np.flatnonzero(begins_word(self._text[:-2], self._text[1:-1], self._text[2:])) + 1
        first = np.searchsorted(begins, self._starts)
        names = np.flatnonzero(np.searchsorted(begins, self._ends) - first >= len(letters))
        for at, letter in enumerate(letters):
            if not len(names):
                break
            names = names[self._lower[begins[first[names] + at]] == ord(letter)]
        return names

    def holding(self, text: str, ignore_case: bool) -> Flags:
        """Whether a name has a text in it."""
        signs, wanted = (self._lower, text.lower()) if ignore_case else (self._text, text)
        places = np.flatnonzero(signs[: max(len(signs) - len(wanted), 0)] == ord(wanted[0]))
        for at, sign in enumerate(wanted):
            if not len(places):
                break
            places = places[signs[places + at] == ord(sign)]
        return self._flags(self._names_at(places))

    def starting(self, text: str) -> Flags:
        """Whether a name begins with a text, in any case."""
        names = np.flatnonzero(self._lengths > len(text))
        for at, sign in enumerate(text.lower()):
            if not len(names):
                break
            names = names[self._lower[self._starts[names] + at] == ord(sign)]
        return self._flags(names)

    def in_order(self, typed: str) -> Flags:
        """Whether a name has all letters in order, in the case they were typed in."""
        names, reached = np.arange(len(self._starts)), self._starts
        for letter in typed:
            if not len(names):
                break
            places = np.append(np.flatnonzero(self._text == ord(letter)), len(self._text))
            found = places[np.searchsorted(places, reached)]
            kept = found < self._ends[names]
            names, reached = names[kept], found[kept] + 1
        return self._flags(names)

    def _flags(self, names: Rows) -> Flags:
        flags = np.zeros(len(self._starts), np.bool_)
        flags[names] = True
        return flags
