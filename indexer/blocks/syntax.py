"""Blocks of a parsed text: its definitions, its control structures, and groups that span several rows.

The items of a tree nest by bytes, blocks nest by rows. The body of a definition or of a control structure is no block
of its own: it would repeat its owner.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from indexer.blocks.nesting import Region, nest
from indexer.extract.structure import Items
from indexer.extract.symbols import CLASS_LIKE, name_of
from indexer.model import Block
from indexer.text.document_text import Text

FUNCTION_LIKE = frozenset(("function", "method", "constructor", "macro", "test"))
ALONE = FUNCTION_LIKE | CLASS_LIKE | {"module", "namespace"}

_MAIN, _NAMED, _CONTROL, _GROUP = range(4)


class _Span(NamedTuple):
    """A node that may become a block. `body` is where a definition's body begins."""

    start: int
    end: int
    rank: int
    kind: str
    name: str | None
    head: int
    body: int


def syntax_blocks(text: Text, pieces: Iterable[tuple[Items, int]]) -> list[Block]:
    """The blocks of a text from its structure items; `pieces` pairs items with the shift of their offsets."""
    return nest(text, _regions(text, pieces))


def _regions(text: Text, pieces: Iterable[tuple[Items, int]]) -> Iterable[Region]:
    data, row_of = text.data, text.lines.row_of
    around: list[_Span] = []
    for items, shift in pieces:
        for span in sorted(_spans(data, items, shift), key=lambda span: (span.start, -span.end, span.rank)):
            while around and around[-1].end < span.end:
                around.pop()
            owner = around[-1] if around else None
            around.append(span)
            if span.rank == _GROUP and owner is not None and _is_body(data, span, owner):
                continue
            row_end = row_of(max(span.end - 1, span.start))
            yield Region(row_of(span.head), row_end, span.rank, span.kind, span.name, span.rank == _MAIN)


def _spans(data: bytes, items: Items, shift: int) -> Iterable[_Span]:
    around: list[tuple[int, int, str]] = []  # the definitions around: start, end, kind
    for start, end, kind, name_start, name_end, header_end, _ in items.definitions:
        while around and (around[-1][1] < end or around[-1][:2] == (start, end)):
            around.pop()
        if kind == "function" and around and around[-1][2] in CLASS_LIKE:
            kind = "method"
        around.append((start, end, kind))
        name = name_of(data[name_start + shift : name_end + shift])
        rank = _MAIN if kind in ALONE else _NAMED
        yield _Span(start + shift, end + shift, rank, kind, name, start + shift, header_end + shift)
    for start, end, kind, head, _, _ in items.spots:
        if kind == "fold":
            yield _Span(start + shift, end + shift, _GROUP, "group", None, head + shift, 0)
        elif kind.startswith("block."):
            yield _Span(start + shift, end + shift, _CONTROL, kind[6:], None, start + shift, 0)


def _is_body(data: bytes, group: _Span, owner: _Span) -> bool:
    """Whether a group directly inside a definition or control structure is its body, not its head."""
    if owner.rank == _GROUP:
        return False
    if owner.rank == _CONTROL:
        # A condition or a subject that spans rows is bracketed; a body has braces, a word or nothing around it.
        return group.end == owner.end or data[group.start : group.start + 1] not in (b"(", b"[")
    return group.start >= owner.body or group.end == owner.end
