"""Nesting: regions of rows, however they were found, become a list of blocks that obeys the laws of blocks.

Siblings share no row, children lie inside their parent, no block has the rows of another, and the list is ordered by
start, outer before inner. A region that cannot be kept whole under these laws is cut, never moved.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import itemgetter
from typing import NamedTuple

from indexer.model import Block
from indexer.text.document_text import HEADER, Text, header_of

_BLANK = " \t\f\v"


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
    data, letters, starts = text.data, text.letters, [*text.lines.starts(), len(text.data)]
    blocks: list[Block] = []
    around: list[tuple[int, int]] = []  # last rows and indexes of the blocks around
    new = tuple.__new__  # half of what it costs to call the class of a named tuple
    row, header = -1, ""
    for row_start, row_end, _, kind, name, _ in _without_crossings(regions):
        while around and around[-1][0] < row_start:
            around.pop()
        parent = around[-1][1] if around else None
        if row != row_start:
            row = row_start
            if letters is not None:
                header = letters[starts[row] : starts[row + 1]].lstrip(_BLANK)[:HEADER].strip()
            else:
                header = header_of(data[starts[row] : starts[row + 1]])
        around.append((row_end, len(blocks)))
        blocks.append(new(Block, (kind, name, len(around) - 1, row_start, row_end, header, parent)))
    return blocks


def _without_crossings(regions: Iterable[Region]) -> list[Region]:
    """The regions to keep, outer first. Where two share rows and neither holds the other, the earlier one is cut."""
    kept: list[Region] = []
    around: list[int] = []
    cut = False
    for region in _outer_first(list(regions)):
        row_start, row_end, _, _, _, alone = region
        if kept and kept[-1][0] == row_start and kept[-1][1] == row_end and (kept[-1][5] or not alone):
            continue  # of the same rows, and of no lower rank
        while around and kept[around[-1]][1] < row_start:
            around.pop()
        while around and kept[around[-1]][1] < row_end:
            at = around.pop()
            kept[at] = kept[at]._replace(row_end=row_start - 1)
            cut = True
        around.append(len(kept))
        kept.append(region)
    kept = [region for region in kept if region[5] or region[1] > region[0]]
    if not cut:
        return kept
    best: dict[tuple[int, int], Region] = {}
    for region in kept:
        known = best.get(region[:2])
        if known is None or region[2] < known[2]:
            best[region[:2]] = region
    return _outer_first(list(best.values()))


def _outer_first(regions: list[Region]) -> list[Region]:
    """Sorts by first row, outer before inner, then by rank."""
    regions.sort(key=itemgetter(2))
    regions.sort(key=itemgetter(1), reverse=True)
    regions.sort(key=itemgetter(0))
    return regions
