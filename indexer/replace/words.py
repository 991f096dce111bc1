"""The words and signs of a piece of code, with the blanks between them: what a pattern, a template and the text that
was found are compared by."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from indexer.replace.template import Template

_WORD = re.compile(rb"[ \t\r\n\f\v]+|[\w\x80-\xff]+|.", re.DOTALL)


class Word(NamedTuple):
    """A word, a sign or a variable, and the blanks before it."""

    blanks: bytes
    text: bytes  # of a variable its name
    is_variable: bool = False


class Words(NamedTuple):
    """Words in order, and the blanks behind the last."""

    words: tuple[Word, ...]
    rest: bytes


class Placed(NamedTuple):
    """A word of a text and where it is."""

    text: bytes
    start: int
    end: int


def placed(data: bytes, start: int, end: int) -> list[Placed]:
    """The words of a part of a text."""
    found = ((match[0], match.start(), match.end()) for match in _WORD.finditer(data, start, end))
    return [Placed(*each) for each in found if not each[0].isspace()]


def words_of(parts: Iterable[tuple[str, bool]]) -> Words:
    """The words of texts and variables; each part comes with whether it is a variable."""
    made: list[Word] = []
    blanks = b""
    for part, is_variable in parts:
        if is_variable:
            made.append(Word(blanks, part.encode(), True))
            blanks = b""
            continue
        for match in _WORD.finditer(part.encode()):
            if match[0].isspace():
                blanks += match[0]
            else:
                made.append(Word(blanks, match[0]))
                blanks = b""
    return Words(tuple(made), blanks)


def template_words(template: Template) -> Words:
    return words_of((part, False) if isinstance(part, str) else (part.name, True) for part in template.parts)
