"""Blocks of a parsed text: its definitions, its control structures, and groups that span several rows.

The items of a tree nest by bytes, blocks nest by rows. The body of a definition or of a control structure is no block
of its own: it would repeat its owner.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator

from indexer.blocks.nesting import Region, nest
from indexer.extract.conventions import CLASS_LIKE, FUNCTIONS, Around, Conventions
from indexer.extract.spelling import spelled
from indexer.extract.structure import Items
from indexer.model import Block
from indexer.text.document_text import Text

FUNCTION_LIKE = frozenset(
    ("function", "method", "constructor", "macro", "prototype", "test", "test_function", "test_method")
)
ALONE = FUNCTION_LIKE | CLASS_LIKE | {"module", "namespace"}

_MAIN, _NAMED, _CONTROL, _GROUP = range(4)


# A node that may become a block: start, minus its end, rank, its place among the items, kind, the offset of its first
# row, where a definition's body begins, and where its name is. In this order they sort outer before inner.
_Span = tuple[int, int, int, int, str, int, int, int, int]


def syntax_blocks(text: Text, pieces: Iterable[tuple[Items, int]], grammar: str = "") -> list[Block]:
    """The blocks of a text from its structure items; `pieces` pairs items with the shift of their offsets."""
    return nest(text, _regions(text, pieces, grammar))


def _regions(text: Text, pieces: Iterable[tuple[Items, int]], grammar: str) -> Iterator[Region]:
    data, starts = text.data, text.lines.starts()
    conventions = Conventions(grammar, data)
    new = tuple.__new__  # half of what it costs to call the class of a named tuple
    around: list[_Span] = []
    for items, shift in pieces:
        for span in sorted(_spans(items, shift, conventions)):
            start, end, rank, _, kind, head, _, name_start, name_end = span
            while around and around[-1][1] > end:
                around.pop()
            body = rank == _GROUP and len(around) > 0 and _is_body(data, span, around[-1])
            around.append(span)
            if body or (rank == _NAMED and data.find(b"\n", start, -end) < 0 and data.find(b"\r", start, -end) < 0):
                continue  # most names stand on one row, which is no block
            first = bisect_right(starts, head) - 1
            row_end = bisect_right(starts, max(-end - 1, start), first) - 1
            if rank == _MAIN or first < row_end:
                name = spelled(data, name_start, name_end, grammar) if name_end else None
                yield new(Region, (first, row_end, rank, kind, name, rank == _MAIN))


def _spans(items: Items, shift: int, conventions: Conventions) -> list[_Span]:
    around: list[Around] = []  # the definitions around
    spans: list[_Span] = []
    place = 0
    for start, end, kind, name_start, name_end, header_end, _ in items.definitions:
        while around and (around[-1].end < end + shift or around[-1][:2] == (start + shift, end + shift)):
            around.pop()
        start += shift
        if kind in FUNCTIONS:
            name = name_start + shift, name_end + shift
            kind = conventions.kind(kind, start, name, header_end + shift, around[-1] if around else None)
        around.append(Around(start, end + shift, kind, header_end + shift, place))
        place += 1
        rank = _MAIN if kind in ALONE else _NAMED
        spans.append(
            (start, -end - shift, rank, place, kind, start, header_end + shift, name_start + shift, name_end + shift)
        )
    for start, end, kind, head, _, _ in items.spots:
        place += 1
        if kind == "fold":
            spans.append((start + shift, -end - shift, _GROUP, place, "group", head + shift, 0, 0, 0))
        elif kind[:6] == "block.":
            spans.append((start + shift, -end - shift, _CONTROL, place, kind[6:], start + shift, 0, 0, 0))
    return spans


def _is_body(data: bytes, group: _Span, owner: _Span) -> bool:
    """Whether a group directly inside a definition or control structure is its body, not its head."""
    if owner[2] == _GROUP:
        return False
    if group[1] == owner[1]:
        return True
    if owner[2] == _CONTROL:
        # A condition or a subject that spans rows is bracketed; a body has braces, a word or nothing around it.
        return data[group[0] : group[0] + 1] not in (b"(", b"[")
    return group[0] >= owner[6]
