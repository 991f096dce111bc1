"""Learned keywords: tokens that stand on the first and last rows of blocks whose extent is known for certain.

Counts are sums, so they can be merged in any order; what is learned from them is sorted. Nothing here reads a file.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from indexer.blocks.indent import indents
from indexer.model import Block
from indexer.text.document_text import Text

LEAST_COUNT = 5
LEAST_RATIO = 0.03
_LONGEST = 400  # a row longer than this is no header that anyone wrote
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"|\'(?:[^\'\\]|\\.)*\'|`[^`]*`')
_WORD = re.compile(r"[^\W\d][\w-]*")
_CLOSERS = re.compile(r"[)\]}>][)\]}>;,]*$")


@dataclass(frozen=True)
class Counts:
    """How many header and footer rows there were, and on how many of them each token stood."""

    header_rows: int = 0
    footer_rows: int = 0
    header: Mapping[str, int] = field(default_factory=dict)
    footer: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, order=True)
class Token:
    """A learned token: the share of header (or footer) rows that hold it, and how many they are."""

    token: str
    ratio: float
    count: int


@dataclass(frozen=True)
class Keywords:
    """The learned words that the keyword adapter takes into account."""

    header: frozenset[str] = frozenset()
    footer: frozenset[str] = frozenset()

    @classmethod
    def of(cls, counts: Counts) -> Keywords:
        tokens = learned(counts)
        return cls(*(frozenset(token.token for token in tokens[side]) for side in ("header", "footer")))


def count_tokens(blocks: Iterable[Block], text: Text) -> Counts:
    """The tokens on the first and last rows of exact blocks. A row counts once however many blocks meet there."""
    headers: dict[int, set[str]] = {}
    footers: set[int] = set()
    columns = indents(text)
    for block in blocks:
        if block.kind == "group" or block.row_end == block.row_start:
            continue  # a literal that spans rows begins with any word at all
        names = headers.setdefault(block.row_start, set())
        if block.name is not None:
            names.update(_WORD.findall(block.name))
        # The last row of a block is a footer if it stands where the block began; else it is its last statement.
        if columns[block.row_end] == columns[block.row_start]:
            footers.add(block.row_end)
    header: Counter[str] = Counter()
    footer: Counter[str] = Counter()
    for row, names in headers.items():
        header.update(set(_WORD.findall(_code(text, row))) - names)
    for row in footers:
        footer.update(_footer_tokens(_code(text, row)))
    return Counts(len(headers), len(footers), header, footer)


def merged(counts: Iterable[Counts]) -> Counts:
    """The sum of counts, of the files of one language or, pooled, of several languages."""
    header_rows = footer_rows = 0
    header: Counter[str] = Counter()
    footer: Counter[str] = Counter()
    for one in counts:
        header_rows += one.header_rows
        footer_rows += one.footer_rows
        header.update(one.header)
        footer.update(one.footer)
    return Counts(header_rows, footer_rows, header, footer)


def learned(counts: Counts) -> dict[str, list[Token]]:
    """The tokens under "header" and "footer" that are frequent enough, the most frequent first."""
    return {
        "header": _frequent(counts.header, counts.header_rows),
        "footer": _frequent(counts.footer, counts.footer_rows),
    }


def _frequent(tokens: Mapping[str, int], rows: int) -> list[Token]:
    found = [Token(token, count / rows, count) for token, count in tokens.items() if count >= LEAST_COUNT]
    return sorted(
        (token for token in found if token.ratio >= LEAST_RATIO), key=lambda token: (-token.count, token.token)
    )


def _code(text: Text, row: int) -> str:
    start, end = text.row_span(row)
    return _STRING.sub('""', text.data[start : min(end, start + _LONGEST)].decode("utf-8", "replace")).strip()


def _footer_tokens(code: str) -> set[str]:
    return {code} if _CLOSERS.match(code) else set(_WORD.findall(code))
