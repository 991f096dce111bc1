"""One hostile text for each number: a function of the subject, the seed, the number and the real files at hand."""

from __future__ import annotations

import random
from collections.abc import Callable

from indexer.languages.registry import Language
from tests.fuzz.sources import own_texts, real_texts, short_tokens, tokens

BYTES = b" \n\t{}()[]<>\"'`#/*-=+;:,.\\|&%$@!?~^_0aZ\xc3\xa9\xf0\x9f\x98\x80\r\x00\xff\xfe\x80"
BRACKETS = ((b"(", b")"), (b"[", b"]"), (b"{", b"}"), (b"<", b">"), (b"<a>", b"</a>"), (b"f(", b")"), (b"{\n", b"}\n"))
OFTEN = (2, 3, 5, 8, 13, 30, 64, 100, 128, 256, 300)
VERY_OFTEN = (512, 1000, 1025, 2048, 5000)
LONGEST = 700  # bytes of what is repeated; now and then much more


def make(language: Language, seed: int, number: int) -> bytes:
    """The text with this number."""
    chance = random.Random(f"{language.name} {seed} {number}")
    return _MAKERS[number % len(_MAKERS)](language, chance, number // len(_MAKERS))


def _brief(language: Language, chance: random.Random, turn: int) -> bytes:
    """A handful of tokens: most of what goes wrong needs no more."""
    words = chance.choices(tokens(language), k=chance.randrange(1, 7))
    return chance.choice((b"", b"", b" ", b"\n")).join(words)


def _retouched(language: Language, chance: random.Random, turn: int) -> bytes:
    """A row or two of a real file, changed in one place."""
    text = bytearray(_excerpt(chance, own_texts(language.name), 60))
    chance.choice(_SMALL_MUTATIONS)(language, chance, text)
    return bytes(text)


def _bytes(language: Language, chance: random.Random, turn: int) -> bytes:
    if turn % 4 == 0:
        return chance.randbytes(chance.randrange(1, 60))
    return bytes(chance.choices(BYTES, k=chance.randrange(1, 40)))


def _soup(language: Language, chance: random.Random, turn: int) -> bytes:
    words = tokens(language)
    between = chance.choice((b"", b"", b" ", b" ", b"\n"))
    return between.join(chance.choices(words, k=chance.randrange(2, 20)))


def _times(chance: random.Random, unit: bytes) -> int:
    very = chance.random() < 0.04
    longest = LONGEST * 10 if very else LONGEST
    return max(2, min(chance.choice(VERY_OFTEN if very else OFTEN), longest // max(len(unit), 1)))


def _repeated(language: Language, chance: random.Random, turn: int) -> bytes:
    """Each short token and each pair of them, in turn, many times over."""
    units = short_tokens(language)
    if turn < len(units):
        unit = units[turn]
    else:
        unit = units[turn % len(units)] + chance.choice((b"", b"", b" ", b"\n")) + chance.choice(units)
    head = chance.choice(units) if chance.random() < 0.3 else b""
    tail = chance.choice(units) if chance.random() < 0.5 else b""
    return head + unit * _times(chance, unit) + tail


def _nested(language: Language, chance: random.Random, turn: int) -> bytes:
    opener, closer = chance.choice(BRACKETS)
    if chance.random() < 0.5:
        opener = chance.choice(short_tokens(language)) + chance.choice((b"", b" ")) + opener
    times = _times(chance, opener + closer)
    if chance.random() < 0.4:  # by indentation
        row = chance.choice(own_texts(language.name)).split(b"\n", 40)
        one = chance.choice(row).strip()[:30] or opener
        indent = chance.choice((b" ", b"  ", b"\t"))
        return b"".join(indent * depth + one + b"\n" for depth in range(min(times, 24 if times < 1000 else 120)))
    middle = chance.choice(tokens(language))
    return opener * times + middle + closer * chance.choice((times, times, times - 1, times + 1, 0))


def _mutated(language: Language, chance: random.Random, turn: int) -> bytes:
    text = bytearray(_excerpt(chance, own_texts(language.name), 160))
    for _ in range(chance.choice((1, 1, 2, 3, 6))):
        chance.choice(_MUTATIONS)(language, chance, text)
    return bytes(text)


def _excerpt(chance: random.Random, texts: list[bytes], most: int) -> bytes:
    """The beginning of some rows of a real file, or now and then all of it."""
    text = chance.choice(texts)
    if most > 100 and chance.random() < 0.004:
        return text
    start = text.rfind(b"\n", 0, chance.randrange(len(text))) + 1
    return text[start : start + chance.randrange(10, most)]


def _insert(language: Language, chance: random.Random, text: bytearray) -> None:
    at = chance.randrange(len(text) + 1)
    text[at:at] = bytes(chance.choices(BYTES, k=chance.randrange(1, 4)))


def _insert_token(language: Language, chance: random.Random, text: bytearray) -> None:
    at = chance.randrange(len(text) + 1)
    text[at:at] = chance.choice(tokens(language))


def _delete(language: Language, chance: random.Random, text: bytearray) -> None:
    at = chance.randrange(len(text) + 1)
    del text[at : at + chance.choice((1, 1, 2, 5, 40))]


def _truncate(language: Language, chance: random.Random, text: bytearray) -> None:
    del text[chance.randrange(len(text) + 1) :]


def _duplicate(language: Language, chance: random.Random, text: bytearray) -> None:
    at = chance.randrange(len(text) + 1)
    text[at:at] = text[at : at + chance.randrange(1, 60)]


def _repeat(language: Language, chance: random.Random, text: bytearray) -> None:
    """A token of the text, or a few bytes, many times."""
    at = chance.randrange(len(text) + 1)
    unit = bytes(text[at : at + chance.randrange(1, 9)])
    text[at:at] = unit * _times(chance, unit)


def _swap(language: Language, chance: random.Random, text: bytearray) -> None:
    rows = bytes(text).split(b"\n")
    one, other = chance.randrange(len(rows)), chance.randrange(len(rows))
    rows[one], rows[other] = rows[other], rows[one]
    text[:] = b"\n".join(rows)


def _splice(language: Language, chance: random.Random, text: bytearray) -> None:
    """Something of another file, mostly of the same language."""
    every = real_texts()
    other = own_texts(language.name) if chance.random() < 0.7 else every[chance.choice(sorted(every))]
    at = chance.randrange(len(text) + 1)
    text[at:at] = _excerpt(chance, other, 100)


def _spoil(language: Language, chance: random.Random, text: bytearray) -> None:
    """A byte that makes the text no UTF-8, or no text."""
    if text:
        text[chance.randrange(len(text))] = chance.choice((0, 0x80, 0xC3, 0xE2, 0xF0, 0xFF))


def _one_row(language: Language, chance: random.Random, text: bytearray) -> None:
    text[:] = bytes(text).replace(b"\n", chance.choice((b" ", b"", b"\r")))


_MUTATIONS: tuple[Callable[[Language, random.Random, bytearray], None], ...] = (
    _insert,
    _insert_token,
    _insert_token,
    _delete,
    _delete,
    _truncate,
    _duplicate,
    _repeat,
    _swap,
    _splice,
    _spoil,
    _one_row,
)
_SMALL_MUTATIONS = (_insert, _insert_token, _insert_token, _delete, _truncate, _duplicate, _spoil, _one_row)
_MAKERS = (
    _brief,
    _retouched,
    _brief,
    _mutated,
    _brief,
    _retouched,
    _repeated,
    _brief,
    _retouched,
    _soup,
    _brief,
    _bytes,
    _retouched,
    _brief,
    _nested,
    _mutated,
)
