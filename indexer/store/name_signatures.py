"""Signatures of names: a few bits that tell which names cannot fit what was typed, without looking at them.

There is a bit for each letter that a word of the name begins with, for each rare letter that it has anywhere, and for
each two letters or digits that stand side by side in it, whatever signs are between them; several such pairs share a
bit. All first bits of the names of a table lie together, then all second ones and so on, so a search reads no more than
the few it asks for: of a million names each is 125 kB.
"""

from __future__ import annotations

from functools import lru_cache, reduce
from itertools import accumulate

import numpy as np
import numpy.typing as npt

from indexer.lazy import lazy
from indexer.text.subwords import subwords

Bytes = npt.NDArray[np.uint8]
Bits = npt.NDArray[np.uint8]  # eight names a byte
Rows = npt.NDArray[np.int64]

_INITIALS = 27  # a to z, and any digit
_RARE = "bfghjkquvwxyz"
_PAIRS = 76
_FIRST_RARE, _FIRST_PAIR, _NON_ASCII = accumulate((_INITIALS, len(_RARE), _PAIRS))
BITS = _NON_ASCII + 1  # the last is of names that are not ASCII

_ALPHABET = b"abcdefghijklmnopqrstuvwxyz0123456789"
_SIGN, _END = 36, 37  # codes beside the places in the alphabet
_PART = 1 << 15  # names that are looked at together


def _coded() -> Bytes:
    codes = np.full(256, _SIGN, np.uint8)
    for code, letter in enumerate(_ALPHABET):
        codes[letter] = codes[ord(chr(letter).upper())] = code
    codes[ord("\n")] = _END
    return codes


_CODES = _coded()
_RARE_BITS = np.zeros(_END + 1, np.uint8)  # by code; 0 is the bit of a letter that is not rare
_RARE_BITS[_CODES[np.frombuffer(_RARE.encode(), np.uint8)]] = range(_FIRST_RARE, _FIRST_PAIR)
_OTHER, _LOWER, _UPPER, _DIGIT = range(4)
_CLASSES = np.array(
    [_DIGIT if 48 <= c < 58 else _UPPER if 65 <= c < 91 else _LOWER if 97 <= c < 123 else _OTHER for c in range(256)],
    np.uint8,
)


def begins_word(before: Bytes, here: Bytes, after: Bytes) -> npt.NDArray[np.bool_]:
    """Whether a word of an ASCII name begins with a sign, as `subwords` divides it, by the signs next to it."""
    before, here, after = _CLASSES[before], _CLASSES[here], _CLASSES[after]
    changes = (here != before) & (here != _OTHER) & ((here != _LOWER) | (before != _UPPER))
    humps: npt.NDArray[np.bool_] = changes | ((here == _UPPER) & (before == _UPPER) & (after == _LOWER))
    return humps


def signed(text: bytes, starts: bytes) -> bytes:
    """The signatures of the names in a text that has one a line, from their starts on."""
    signs, begins = np.frombuffer(text, np.uint8), np.frombuffer(starts, np.uint32).astype(np.int64)
    parts = [
        _part(signs, np.append(begins[at : at + _PART], begins[at + _PART] if at + _PART < len(begins) else len(signs)))
        for at in range(0, len(begins), _PART)
    ]
    return np.concatenate(parts, axis=1).tobytes() if parts else b""


def _part(text: Bytes, begins: Rows) -> Bits:
    """The signatures of some names. The last of `begins` is where the next name would begin."""
    count = len(begins) - 1
    marks = np.zeros((BITS, count), np.uint8)
    signs = text[begins[0] - 1 : begins[-1]]
    codes = np.frombuffer(signs[1:].tobytes().translate(_CODES.tobytes()), np.uint8)
    names = np.append(0, (codes == _END).cumsum()[:-1])
    words = np.flatnonzero(begins_word(signs[:-1], signs[1:], np.append(signs[2:], ord("\n"))))
    marks[np.minimum(codes[words], _INITIALS - 1), names[words]] = 1
    rare = np.flatnonzero(_RARE_BITS[codes])
    marks[_RARE_BITS[codes[rare]], names[rare]] = 1
    kept = np.flatnonzero(codes != _SIGN)
    codes, names = codes[kept], names[kept]
    paired = np.flatnonzero((codes[:-1] != _END) & (codes[1:] != _END))
    marks[_pair(codes[paired].astype(np.int64), codes[paired + 1]), names[paired]] = 1
    for row in np.unique(np.searchsorted(begins, np.flatnonzero(signs >= 128) + begins[0] - 1, "right") - 1).tolist():
        name = text[begins[row] : begins[row + 1] - 1].tobytes().decode("utf-8", "surrogatepass")
        marks[:, row] = 0
        initials = [_initial(word[0]) for word in subwords(name) if word[0].isascii()]
        marks[[_NON_ASCII, *initials, *_rare(name), *_pairs(name)], row] = 1
    return np.packbits(marks, axis=1)


def _pair(first: npt.NDArray[np.int64], second: Bytes) -> npt.NDArray[np.int64]:
    places: npt.NDArray[np.int64] = _FIRST_PAIR + (first + 3 * second.astype(np.int64)) % _PAIRS
    return places


def _initial(letter: str) -> int:
    return min(int(_CODES[ord(letter)]), _INITIALS - 1)


def _rare(text: str) -> list[int]:
    return [_FIRST_RARE + _RARE.index(sign) for sign in text.lower() if sign in _RARE]


@lru_cache(maxsize=64)
def _pairs(text: str) -> list[int]:
    """The bits of the pairs in a text. Next to a letter that is not ASCII there is none."""
    codes = np.array([_CODES[ord(sign)] if sign.isascii() else _END for sign in text.lower()], np.uint8)
    codes = codes[codes != _SIGN]
    paired = np.flatnonzero((codes[:-1] != _END) & (codes[1:] != _END))
    places: list[int] = _pair(codes[paired].astype(np.int64), codes[paired + 1]).tolist()
    return places


class Signatures:
    """The signatures of the names of a table."""

    def __init__(self, data: memoryview, names: int) -> None:
        self._names = names
        self._bits = np.frombuffer(data, np.uint8).reshape(BITS, -1)

    @lazy
    def non_ascii(self) -> Rows:
        """The names that are not ASCII."""
        return self._rows(self._bits[_NON_ASCII])

    def holding(self, text: str) -> Rows:
        """The names that may have a text in them, in any case."""
        return self._rows(self._all([*_rare(text), *_pairs(text)]))

    def spelling(self, letters: str) -> Rows:
        """The names that may have ASCII letters as the beginnings of their words in order, or side by side."""
        initials, pairs = [_initial(letter) for letter in letters], _pairs(letters)
        words = self._all([initials[0]])
        for initial, pair in set(zip(initials[1:], pairs, strict=True)):  # each once, however long it is
            words &= self._bits[initial] | self._bits[pair]
        return self._rows((words | self._all(pairs)) & self._all(_rare(letters)))

    def _all(self, each: list[int]) -> Bits:
        """The names that have all of some bits."""
        return reduce(np.bitwise_and, self._bits[list(set(each))], np.full(self._bits.shape[1], 255, np.uint8))

    def _rows(self, bits: Bits) -> Rows:
        places = np.flatnonzero(bits)
        found = np.flatnonzero(np.unpackbits(bits[places]))
        rows: Rows = places[found >> 3] << 3 | found & 7
        return rows[: np.searchsorted(rows, self._names)]
