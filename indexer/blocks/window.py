"""Windows: overlapping stretches of a text of which nothing else is known, so that it can still be searched."""

from __future__ import annotations

from indexer.model import Block
from indexer.text.document_text import Text

SIZE = 50
OVERLAP = 10


def window_blocks(text: Text) -> list[Block]:
    """Blocks of 50 rows, each sharing 10 with the one before, all at level 0. The last one may be shorter."""
    rows = row_count(text)
    blocks = []
    for start in range(0, max(rows - OVERLAP, min(rows, 1)), SIZE - OVERLAP):
        end = min(start + SIZE, rows) - 1
        blocks.append(Block("window", None, 0, start, end, text.header(start), None))
    return blocks


def row_count(text: Text) -> int:
    """The number of rows, not counting the empty one behind a last line end."""
    rows = len(text.lines)
    return rows - 1 if text.lines[rows - 1] == len(text.data) else rows
