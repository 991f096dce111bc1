"""The name at a place of a text, and the other places that have it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from indexer.extract.selection import word_at
from indexer.model import Occurrence, Reference, Span, Symbol

_PLAIN = re.compile(r"[^\s./\\:]+")  # not a path of several names
_WORD = re.compile(rb"[\w$\x80-\xff]")
_LETTER = re.compile(rb"[\w\x80-\xff]")


def name_at(
    data: bytes, symbols: Sequence[Symbol], references: Sequence[Reference], offset: int
) -> tuple[str, Span] | None:
    """The name under the cursor: of a definition, of a reference, or a word of the code."""
    for symbol in symbols:
        if symbol.name_span.start <= offset <= symbol.name_span.end:
            return symbol.name, symbol.name_span
    for reference in references:
        if reference.span.start <= offset <= reference.span.end and _PLAIN.fullmatch(reference.name):
            return reference.name, reference.span
    span = word_at(data, offset)
    return None if span is None else (data[span.start : span.end].decode("utf-8", "replace"), span)


def has_word(data: bytes, name: str) -> bool:
    """Whether a text has a name as a whole word anywhere; a sign before it may be a part of another name."""
    wanted = name.encode("utf-8", "replace")
    at = data.find(wanted)
    while at >= 0:
        end = at + len(wanted)
        if not (_LETTER.match(data[max(at - 1, 0) : at]) or _LETTER.match(data[end : end + 1])):
            return True
        at = data.find(wanted, end)
    return False


def occurrences(
    data: bytes, name: str, symbols: Iterable[Symbol], aside: Iterable[Span], signed: bool = False
) -> list[Occurrence]:
    """Every place of the code that has the name; `aside` are the comments and strings, which are no code.

    In a language that is `signed`, a sign before a name is no part of it: `$name`.
    """
    wanted = name.encode("utf-8", "replace")
    if not wanted.strip():
        return []
    skipped = sorted((span.start, span.end) for span in aside)
    written = {symbol.name_span.start for symbol in symbols if symbol.name == name}
    found: list[Occurrence] = []
    letter = _LETTER if signed else _WORD
    at, passed = data.find(wanted), 0
    while at >= 0:
        end = at + len(wanted)
        while passed < len(skipped) and skipped[passed][1] <= at:
            passed += 1
        in_code = passed == len(skipped) or skipped[passed][0] > at
        whole = not (letter.match(data[max(at - 1, 0) : at]) or letter.match(data[end : end + 1]))
        if (in_code or at in written) and whole:
            found.append(Occurrence(Span(at, end), at in written))
        at = data.find(wanted, end)
    return found
