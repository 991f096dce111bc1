"""Nesting: regions of rows, however they were found, become a list of blocks that obeys the laws of blocks.

Siblings share no row, children lie inside their parent, no block has the rows of another, and the list is ordered by
start, outer before inner. A region that cannot be kept whole under these laws is cut, never moved.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from indexer.model import Block
from indexer.text.document_text import Text

HEADER = 80
_BLANKS = re.compile(rb"[ \t\f\v]*")


class Region(NamedTuple):
    """Rows that want to become a block. Of several regions with the same rows the one of lowest rank stays."""

    row_start: int
    row_end: int
    rank: int
    kind: str
    name: str | None = None
    alone: bool = False  # whether it may be a block of a single row


def nest(text: Text, regions: Iterable[Region]) -> list[Block]:
    """The blocks of the regions, which may come in any order."""
    blocks: list[Block] = []
    around: list[int] = []
    for region in _without_crossings(regions):
        while around and blocks[around[-1]].row_end < region.row_start:
            around.pop()
        parent = around[-1] if around else None
        around.append(len(blocks))
        header = header_of(text, region.row_start)
        blocks.append(
            Block(region.kind, region.name, len(around) - 1, region.row_start, region.row_end, header, parent)
        )
    return blocks


def header_of(text: Text, row: int) -> str:
    """A row as a header: without the blanks around it, at most 80 characters."""
    start, end = text.row_span(row)
    match = _BLANKS.match(text.data, start, end)
    start = match.end() if match else start
    # A character has at most four bytes, so a character cut here lies behind those that are kept.
    return text.data[start : min(end, start + 4 * HEADER)].decode("utf-8", "replace")[:HEADER].strip()


def _without_crossings(regions: Iterable[Region]) -> list[Region]:
    """The regions to keep, outer first. Where two share rows and neither holds the other, the earlier one is cut."""
    kept: list[Region] = []
    around: list[int] = []
    for region in sorted(regions, key=_outer_first):
        while around and kept[around[-1]].row_end < region.row_start:
            around.pop()
        while around and kept[around[-1]].row_end < region.row_end:
            at = around.pop()
            kept[at] = kept[at]._replace(row_end=region.row_start - 1)
        around.append(len(kept))
        kept.append(region)
    best: dict[tuple[int, int], Region] = {}
    for region in kept:
        rows = region.row_start, region.row_end
        known = best.get(rows)
        if (region.alone or region.row_end > region.row_start) and (known is None or region.rank < known.rank):
            best[rows] = region
    return sorted(best.values(), key=_outer_first)


def _outer_first(region: Region) -> tuple[int, int, int]:
    return region.row_start, -region.row_end, region.rank
