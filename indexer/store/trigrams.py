"""Trigrams: the distinct runs of three bytes in a text, folded, as numbers of 21 bits.

A byte is folded to one of 128 classes: ASCII letters lose their case, and a byte outside ASCII shares the place of a
control character or of a capital, which no other text uses. Two different texts may so have the same trigrams; a text
that holds a literal always has all of the literal's. Nothing crosses a line end, because no literal does.

KELVIN SIGN and LONG S are letters that ignoring case makes an ASCII `k` and `s`. A text with one of them has the
trigrams of both spellings. For other letters outside ASCII, case is not folded: who ignores case asks for the ASCII
parts of a literal only.

Importing this module imports numpy, so the server does it when it first searches and not when it starts.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from typing import TypeVar

import numpy as np
import numpy.typing as npt

Codes = npt.NDArray[np.int32]
Numbers = npt.NDArray[np.int64]
Integer = TypeVar("Integer", np.int32, np.int64)

CODES = 1 << 21
_BITS = 7
_LINE_END = 10
_BREAK = b"\n\n"  # put between texts, so that no trigram without a line end crosses from one to the next
_END = b"\n\n\n"  # put behind them, so that four bytes can be read at every place
# Places looked at in one go. Their numbers fit sixteen bits, and the arrays the processor's cache.
_GROUP = 1 << 16
_WORDS = 1 << 23  # the three bytes at a place are read as one number, in which the last is the highest
_ASCII_IN_DISGUISE = (("\N{KELVIN SIGN}".encode(), b"k"), ("\N{LATIN SMALL LETTER LONG S}".encode(), b"s"))


def _classes() -> bytes:
    """The class of each byte."""
    free = [*range(9), 11, 12, *range(14, 32), *b"ABCDEFGHIJKLMNOPQRSTUVWXYZ", 127]
    table = bytearray(range(128)).lower() + bytes(free[byte % len(free)] for byte in range(128, 256))
    table[ord("\r")] = _LINE_END
    return bytes(table)


_CLASSES = _classes()


class _Scratch(threading.local):
    """Where a thread keeps the place of each trigram while it looks for the distinct ones."""

    def __init__(self) -> None:
        self.places = np.zeros(_WORDS, np.uint16)
        self.found = np.zeros(_GROUP, np.uint16)
        self.numbers = np.arange(_GROUP, dtype=np.uint16)
        self.words = np.zeros(_GROUP, np.int64)  # what numpy indexes with; smaller numbers would be converted


_scratch: _Scratch | None = None


def trigrams(text: bytes) -> Codes:
    """The trigrams of a text in UTF-8, in ascending order."""
    codes, _ = trigrams_of([text])
    codes.sort()
    return codes


def trigrams_of(texts: Sequence[bytes]) -> tuple[Codes, Numbers]:
    """The trigrams of each text, in no order, those of all texts one after the other; and how many each text has."""
    return _trigrams_of([_respelled(text) for text in texts])


def _trigrams_of(texts: Sequence[bytes]) -> tuple[Codes, Numbers]:
    codes, counts = [np.zeros(0, np.int32)], [np.zeros(0, np.int64)]
    for group in _groups(texts):
        if len(group[0]) > _GROUP:
            # The last two bytes of a piece begin the next one, which so has the trigrams that cross over.
            pieces = [group[0][at : at + _GROUP] for at in range(0, len(group[0]) - 2, _GROUP - 2)]
            distinct = _united(_trigrams_of(pieces)[0])
            counted = np.array([distinct.size])
        else:
            distinct, counted = _distinct(group)
        codes.append(distinct)
        counts.append(counted)
    return np.concatenate(codes), np.concatenate(counts)


def literal_trigrams(literal: bytes) -> Codes | None:
    """The trigrams a text must have to hold a literal; None when the literal is too short to demand any."""
    classes = np.frombuffer(literal.translate(_CLASSES), np.uint8).astype(np.int32)
    first, second, third = classes[:-2], classes[1:-1], classes[2:]
    within_line = (first != _LINE_END) & (second != _LINE_END) & (third != _LINE_END)
    codes = each_once((first << 2 * _BITS | second << _BITS | third)[within_line])
    return codes if codes.size else None


def each_once(numbers: npt.NDArray[Integer]) -> npt.NDArray[Integer]:
    """Sorts numbers in place and leaves out what is equal. Numpy's own `unique` takes three times as long."""
    numbers.sort()
    fresh = np.ones(numbers.size, np.bool_)
    np.not_equal(numbers[1:], numbers[:-1], out=fresh[1:])
    return numbers if fresh.all() else numbers[fresh]


def _respelled(text: bytes) -> bytes:
    """A text, with its other spelling behind it should it have one."""
    if text.isascii():
        return text
    respelled = text
    for letter, ascii_letter in _ASCII_IN_DISGUISE:
        respelled = respelled.replace(letter, ascii_letter)
    return text if respelled == text else text + _BREAK + respelled


def _groups(texts: Sequence[bytes]) -> Iterator[list[bytes]]:
    """Texts that fit a group together, or a single one that is too long for any."""
    group: list[bytes] = []
    size = 0
    for text in texts:
        if group and size + len(text) + len(_BREAK) > _GROUP:
            yield group
            group, size = [], 0
        group.append(text)
        size += len(text) + len(_BREAK)
    if group:
        yield group


def _distinct(texts: Sequence[bytes]) -> tuple[Codes, Numbers]:
    """Without sorting: each trigram notes its place, and only the last of its kind in a text finds its own note."""
    scratch = _scratch_of_thread()
    folded = _folded(_BREAK.join(texts) + _END)
    count = len(folded) - len(_END)
    words, found, numbers = scratch.words[:count], scratch.found[:count], scratch.numbers[:count]
    words[:] = np.ndarray(count, np.dtype("<u4"), folded, strides=(1,))
    words &= _WORDS - 1
    begins = [0]
    for text in texts:
        begin, end = begins[-1], min(begins[-1] + len(text) + len(_BREAK), count)
        part = words[begin:end]
        scratch.places[part] = numbers[begin:end]
        # Every word is below the table's size, and "clip" is the mode of `take` that spends no time on checking it.
        scratch.places.take(part, out=found[begin:end], mode="clip")
        begins.append(end)
    kept = found == numbers
    within_line = np.frombuffer(folded, np.uint8) != _LINE_END
    for at in range(3):
        kept &= within_line[at : at + count]
    places = np.flatnonzero(kept)
    distinct = words.take(places, mode="clip").astype(np.int32)
    codes = (distinct & 127) << 2 * _BITS | (distinct >> 8 & 127) << _BITS | distinct >> 16
    return codes, np.diff(places.searchsorted(begins))


def _folded(text: bytes) -> bytes:
    """The class of each byte of a text; nearly all texts are ASCII, whose classes are found faster."""
    return text.lower() if text.isascii() and b"\r" not in text else text.translate(_CLASSES)


def _united(codes: Codes) -> Codes:
    """Leaves out what is equal, in no order."""
    if codes.size > _GROUP:
        return each_once(codes)
    scratch = _scratch_of_thread()
    numbers = scratch.numbers[: codes.size]
    scratch.places[codes] = numbers
    return codes.compress(scratch.places[codes] == numbers)


def _scratch_of_thread() -> _Scratch:
    global _scratch
    if _scratch is None:
        _scratch = _Scratch()
    return _scratch
