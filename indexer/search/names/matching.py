"""Names as people look for them: how well what was typed fits a name, from the name itself to a few letters of it.

Ranks, best first: the name; the name but for case and the signs between its words; the name with what is around it
(`Model.save`, see `qualified.py`); its beginning; the initials of its words (`gubi` for getUserById); whole words of it
in order (`userid`); a part of it; beginnings of its words in order (`gusb`).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

from indexer.query.regexes import compiled, escape
from indexer.query.tree import Name
from indexer.text.decoding import encode
from indexer.text.folded import SEPARATORS
from indexer.text.subwords import subwords

EXACT, EXACT_BUT_CASE, MEMBER, PREFIX, INITIALS, WORDS, SUBSTRING, WORD_HEADS = range(8)

_PATH_SEPARATOR = re.compile(r"::|->|[./\\:]+")

Matcher = Callable[[str], int | None]


def rank(word: str, name: str, ignore_case: bool = True) -> int | None:
    """How well a typed word fits a name, or None if it does not."""
    return matcher(Name("fuzzy", word, ignore_case))(name)


@lru_cache(maxsize=256)
def matcher(wanted: Name) -> Matcher:
    """How well each name fits what is wanted."""
    if wanted.how == "fuzzy":
        return _fuzzy(wanted.text, wanted.ignore_case)
    if wanted.how == "words":
        return _whole_words(wanted.text, wanted.ignore_case)
    if wanted.how == "path":
        return _path_parts(wanted.text, wanted.ignore_case)
    if wanted.how == "exact":
        return _exact(wanted.text, wanted.ignore_case)
    source = wanted.text if wanted.how == "regex" else _glob_source(wanted.text)
    return _regex(source, wanted.ignore_case, wanted.text)


def _exact(text: str, ignore_case: bool) -> Matcher:
    folded = text.lower()

    def fit(name: str) -> int | None:
        if name == text:
            return EXACT
        return EXACT_BUT_CASE if ignore_case and name.lower() == folded else None

    return fit


def _regex(source: str, ignore_case: bool, text: str) -> Matcher:
    search = compiled(source, ignore_case).search
    return lambda name: None if search(encode(name)) is None else EXACT if name == text else PREFIX


def _glob_source(glob: str) -> str:
    parts = [".*" if sign == "*" else "." if sign == "?" else escape(sign) for sign in re.split(r"([*?])", glob)]
    return rf"\A{''.join(parts)}\z"


def _fuzzy(text: str, ignore_case: bool) -> Matcher:
    folded = text.lower()
    typed = SEPARATORS.sub("", text)
    letters = typed.lower()
    by_words = letters.isalnum()

    def fit(name: str) -> int | None:
        if name == text:
            return EXACT
        lower = name.lower()
        if by_words and not _in_order(letters, lower):
            return None
        if not ignore_case and not _in_order(typed, name):
            return None
        # A sign at the beginning tells a private name from a public one, so it counts; those between words do not.
        joined, wanted = lower, folded
        if by_words and lower[:1] == folded[:1]:
            joined, wanted = SEPARATORS.sub("", lower), letters
        if joined.startswith(wanted):
            return EXACT_BUT_CASE if joined == wanted else PREFIX
        holds = folded in lower if ignore_case else text in name
        if by_words and len(letters) > 1:
            words = subwords(name)
            if "".join([word[0] for word in words]).startswith(letters):
                return INITIALS
            if _spelled(letters, words, whole=True):
                return WORDS
            return SUBSTRING if holds else WORD_HEADS if _spelled(letters, words, whole=False) else None
        return SUBSTRING if holds else None

    return fit


def _in_order(letters: str, name: str) -> bool:
    """Whether all letters are in the name in order. Most names fail here, so it comes first."""
    at = 0
    for letter in letters:
        at = name.find(letter, at) + 1
        if not at:
            return False
    return True


def _spelled(letters: str, words: list[str], whole: bool) -> bool:
    """Whether the letters are words of the list in order, or beginnings of them; words may be left out."""
    reached = [0]
    for word in words:
        if word[0] not in letters:
            continue
        for at in reached.copy():
            if not letters.startswith(word[0], at):
                continue
            if whole:
                if letters.startswith(word, at):
                    _note(reached, at + len(word))
                continue
            for length in range(1, len(word) + 1):
                if not letters.startswith(word[length - 1], at + length - 1):
                    break
                _note(reached, at + length)
    return len(letters) in reached


def _note(reached: list[int], at: int) -> None:
    if at not in reached:
        reached.append(at)


def _whole_words(text: str, ignore_case: bool) -> Matcher:
    """Words side by side in the name: `user` is in `getUser` and `User`, not in `Username`."""
    folded = text.lower()
    wanted = subwords(text)

    def fit(name: str) -> int | None:
        lower = name.lower()
        if name == text:
            return EXACT
        if ignore_case and lower == folded:
            return EXACT_BUT_CASE
        if not wanted or (not ignore_case and not _in_order("".join(text.split()), name)):
            return None
        if wanted[0] not in lower and wanted[0].isascii():
            return None
        words = subwords(name)
        for at in range(len(words) - len(wanted) + 1):
            if words[at : at + len(wanted)] == wanted:
                return WORDS
        return None

    return fit


def _path_parts(text: str, ignore_case: bool) -> Matcher:
    """Whole parts of a dotted name: `os` is in `os.path`, `path` too, `pat` is not."""
    folded = text.lower()
    wanted = parts(folded if ignore_case else text)

    def fit(name: str) -> int | None:
        if name == text:
            return EXACT
        compared = name.lower() if ignore_case else name
        if ignore_case and compared == folded:
            return EXACT_BUT_CASE
        if not wanted or wanted[0] not in compared:
            return None
        found = parts(compared)
        for at in range(len(found) - len(wanted) + 1):
            if found[at : at + len(wanted)] == wanted:
                return WORDS
        return None

    return fit


def parts(name: str) -> list[str]:
    return [part for part in _PATH_SEPARATOR.split(name) if part]


@dataclass(frozen=True, slots=True)
class Narrowing:
    """A pattern for a text with one name a line: every name that fits matches it, others may."""

    source: str
    ignore_case: bool


def narrowing(wanted: Name) -> Narrowing:
    """What narrows a table of names before each name is ranked, where no order or signature does."""
    if wanted.how == "regex":
        return Narrowing(wanted.text, wanted.ignore_case)
    if wanted.how == "glob":
        return Narrowing(_glob_source(wanted.text).replace(r"\A", "^").removesuffix(r"\z") + "$", wanted.ignore_case)
    if wanted.how == "path" and wanted.text.isascii() and (whole := parts(wanted.text)):
        return Narrowing(escape(max(whole, key=len)), wanted.ignore_case)
    letters = SEPARATORS.sub("", wanted.text)
    if not letters.isalnum():
        letters = "".join(letter for letter in letters if letter.isalnum())
    return Narrowing(".*".join(escape(letter) for letter in letters) or "^", True)
