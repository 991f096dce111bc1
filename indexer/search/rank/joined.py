"""Texts laid one after the other: where words stand in all of them, and in which rows.

A word is looked for by its first two signs, which are compared everywhere at once; what is left is compared sign by
sign. That takes a third of the time that it takes to go from one place to the next, and a tenth where they are many.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np
import numpy.typing as npt

from indexer.lazy import lazy
from indexer.search.match.places import literal_starts
from indexer.search.rank.bounds import WORDS, Numbers

Bytes = npt.NDArray[np.uint8]

# Where so many signs are the same, or one of so many places begins like a word, to compare sign by sign takes longer
# than to go from one place to the next.
_LONG, _MANY = 32, 8
_LINE_FEED = ord("\n")
_ONE = np.uint64(1)


class Room:
    """Memory for some texts, used again for the next ones: to ask for it each time takes as long as all the rest."""

    def __init__(self) -> None:
        self._parts: dict[str, Bytes] = {}

    def part(self, name: str, size: int) -> Bytes:
        """One part of it, with whatever is in it."""
        part = self._parts.get(name)
        if part is None or len(part) < size:
            part = self._parts[name] = np.empty(size + size // 4, np.uint8)
        return part[:size]


class Joined:
    """Some texts whose rows line feeds end. Places and rows are counted from the first text on."""

    def __init__(self, texts: Sequence[bytes], room: Room) -> None:
        """Nothing is asked any more of others that were in the same room."""
        self._texts, self._room = texts, room
        ends = np.array([0, *(len(text) + 1 for text in texts)], np.int64).cumsum()
        self.begins: Numbers = ends[:-1]
        self._size = int(ends[-1])

    def only(self, chosen: Numbers, places: Sequence[Numbers]) -> tuple[Joined, list[Numbers]]:
        """Some of the texts without the others, and where of some places those are now that lie in them."""
        joined = Joined([self._texts[at] for at in chosen.tolist()], self._room)
        moved = np.full(len(self._texts), -self._size)
        moved[chosen] = joined.begins - self.begins[chosen]
        found = (each + np.repeat(moved, np.diff(self.cuts(each))) for each in places)
        return joined, [each[each >= 0] for each in found]

    def cuts(self, places: Numbers) -> Numbers:
        """Where among places, which are in order, those of each text begin, and how many there are."""
        return np.append(places.searchsorted(self.begins), len(places))

    def starts(self, word: bytes, ignores_case: bool) -> Numbers:
        """Where a word stands that has no line feed; of places that overlap the first, as when reading."""
        return self._lower.starts(word.lower()) if ignores_case else self._as_written.starts(word)

    def rows(self, places: Numbers) -> Numbers:
        """The rows in which places are. To count the row ends before them is faster than to know where all are."""
        return self._row_ends.before(places)

    def spans(self, firsts: Numbers, lasts: Numbers) -> tuple[Numbers, Numbers]:
        """Where ranges of rows start and end."""
        ends = self._row_ends
        starts = np.where(firsts > 0, ends.places(firsts - 1) + 1, 0)
        return starts.clip(max=self._size), ends.places(lasts)

    def words(self, starts: Numbers, ends: Numbers) -> Numbers:
        """How many words begin in ranges, each of which has what is behind a row end first."""
        letters = self._room.part("letters", self._size).view(np.bool_)
        letters[:] = False
        signs = self._known.signs.data
        for start, end in _runs(starts, ends):
            letters[start:end] = np.frombuffer(bytes(signs[start:end]).translate(WORDS), np.bool_)
        begins = self._room.part("flags", self._size).view(np.bool_)
        begins[:1] = letters[:1]
        np.greater(letters[1:], letters[:-1], out=begins[1:])
        counted = _Flags(begins)
        return counted.before(ends) - counted.before(starts)

    @lazy
    def _as_written(self) -> _Signs:
        return self._signs("as written", bytes)

    @lazy
    def _lower(self) -> _Signs:
        return self._signs("lower", bytes.lower)

    @property
    def _known(self) -> _Signs:
        """The texts in either way, in which letters and row ends are the same."""
        return self._lower if "_lower" in vars(self) else self._as_written

    @lazy
    def _row_ends(self) -> _Flags:
        flags = self._room.part("flags", self._size).view(np.bool_)
        return _Flags(np.equal(self._known.signs, _LINE_FEED, out=flags))

    def _signs(self, name: str, read: Callable[[bytes], bytes]) -> _Signs:
        moved = self._room.part(f"{name}, moved", self._size)
        flags = self._room.part("flags", self._size).view(np.bool_)
        return _Signs(self._laid(name, read), moved, flags)

    def _laid(self, name: str, read: Callable[[bytes], bytes]) -> Bytes:
        """The texts, each as it is to be read, with a line feed behind it."""
        signs = self._room.part(name, self._size)
        for begin, text in zip(self.begins.tolist(), self._texts, strict=True):
            end = begin + len(text)
            signs[begin:end] = np.frombuffer(read(text), np.uint8)
            signs[end] = _LINE_FEED
        return signs


class _Signs:
    """The bytes of a text, alone and by twos."""

    def __init__(self, signs: Bytes, moved: Bytes, flags: npt.NDArray[np.bool_]) -> None:
        """`moved` and `flags` are as long, with anything in them; the flags may be used by others in between."""
        self.signs, self._moved, self._flags = signs, moved, flags

    @lazy
    def _pairs(self) -> tuple[npt.NDArray[np.uint16], npt.NDArray[np.uint16]]:
        """All that begin at an even place, and all others."""
        size = len(self.signs)
        self._moved[: size - 1] = self.signs[1:]
        return self.signs[: size & ~1].view("<u2"), self._moved[: (size - 1) & ~1].view("<u2")

    def starts(self, word: bytes) -> Numbers:
        if len(word) == 1:
            return self._equal(self.signs, word[0])
        pair = int.from_bytes(word[:2], "little")
        even, odd = (self._equal(pairs, pair) * 2 for pairs in self._pairs)
        found: Numbers = np.concatenate((even, odd + 1))
        found = found[found <= len(self.signs) - len(word)]
        for at in range(2, len(word)):
            if at > _LONG or len(found) * _MANY > len(self.signs):
                return np.array(literal_starts(word, self.signs.tobytes()), np.int64)
            found = found[self.signs[found + at] == word[at]]
        found.sort(kind="stable")  # two runs in order
        return _apart(found, len(word))

    def _equal(self, numbers: npt.NDArray[np.uint8] | npt.NDArray[np.uint16], wanted: int) -> Numbers:
        places: Numbers = np.equal(numbers, wanted, out=self._flags[: len(numbers)]).nonzero()[0]
        return places


class _Flags:
    """Which bytes are something: flags of 64 in one number, so that they are counted and found without a list."""

    def __init__(self, flags: npt.NDArray[np.bool_]) -> None:
        packed = np.packbits(flags, bitorder="little")
        self._size = len(flags)
        self._flags = np.zeros(len(flags) // 64 + 1, "<u8")
        self._flags.view(np.uint8)[: len(packed)] = packed
        self._after: Numbers = np.bitwise_count(self._flags).cumsum(dtype=np.int64)
        self._before: Numbers = np.append(0, self._after[:-1])

    def before(self, places: Numbers) -> Numbers:
        """How many there are before places."""
        at = places >> 6
        below = (_ONE << (places & 63).astype(np.uint64)) - _ONE
        counted: Numbers = self._before[at] + np.bitwise_count(self._flags[at] & below)
        return counted

    def places(self, numbers: Numbers) -> Numbers:
        """Where some of them are, by their numbers; the end for what is more than all."""
        at = self._after.searchsorted(numbers, "right").clip(max=len(self._flags) - 1)
        each = np.unpackbits(self._flags[at].view(np.uint8).reshape(-1, 8), axis=1, bitorder="little")
        wanted = (numbers - self._before[at] + 1)[:, None]
        found: Numbers = at * 64 + (each.cumsum(axis=1, dtype=np.uint8) >= wanted).argmax(axis=1)
        return np.where(numbers < self._after[-1], found, self._size)


def _runs(starts: Numbers, ends: Numbers) -> Iterator[tuple[int, int]]:
    """What ranges cover, in order and each part once."""
    order = starts.argsort(kind="stable")
    starts, ends = starts[order], np.maximum.accumulate(ends[order])
    firsts = np.flatnonzero(np.append(True, starts[1:] > ends[:-1])[: len(starts)])
    lasts = np.append(firsts[1:], len(starts)) - 1
    return zip(starts[firsts].tolist(), ends[lasts].tolist(), strict=True)


def _apart(places: Numbers, length: int) -> Numbers:
    """Those that do not begin inside the one before."""
    if not (np.diff(places) < length).any():
        return places
    kept: list[int] = []
    after = 0
    for place in places.tolist():
        if place >= after:
            kept.append(place)
            after = place + length
    return np.array(kept, np.int64)
