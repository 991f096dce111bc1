"""LaTeX: a section reaches to the next one of its rank or above, and all of them stand between two rows."""

from __future__ import annotations

import re
from collections.abc import Mapping

from indexer.extract.structure import Items, Spot
from indexer.syntax.recovery.damage import blanked
from indexer.syntax.recovery.strategy import AsParsed, End

# Of a text that begins with one more line end.
_HEADING = re.compile(
    rb"\n[ \t]*+\\(?:(part)|(chapter)|(section)|(subsection)|(subsubsection)|(paragraph)|(subparagraph))(?![A-Za-z])"
)
_BEGIN = re.compile(rb"\n[ \t]*+(\\begin[ \t]*+\{document\})")
_END = re.compile(rb"\n[ \t]*+(\\end[ \t]*+\{document\})")
_CONTENT = re.compile(rb"(?:[^%\\\n]++|\\.)*+")  # a row up to its comment


class Latex(AsParsed):
    """LaTeX."""

    def without_containers(self, data: bytes) -> tuple[bytes, Items | None]:
        """What the document stands between is blank."""
        rows = b"\n" + data
        begin = _BEGIN.search(rows)
        end = None if begin is None else _END.search(rows, begin.end())
        if begin is None or end is None:
            return data, None
        low, high = begin.start(1) - 1, end.end(1) - 1
        spots = [Spot(low, high, kind, low, True, high) for kind in ("block.block", "fold")]
        return blanked(rows, [begin.span(1), end.span(1)])[1:], Items([], spots)

    def ends(self, layout: bytes) -> Mapping[int, End]:
        found: dict[int, End] = {}
        around: list[tuple[int, int]] = []  # ranks and offsets of sections that have not ended
        for heading in _HEADING.finditer(b"\n" + layout):
            rank = heading.lastindex or 0
            if around and around[-1][0] >= rank:
                end = End(_content_end(layout, heading.start()), False)
                while around and around[-1][0] >= rank:
                    found[around.pop()[1]] = end
            around.append((rank, heading.start(rank) - 2))
        last = End(_content_end(layout, len(layout)), False)
        return {**found, **{at: last for _, at in around}}


def _content_end(layout: bytes, offset: int) -> int:
    """Where the last row before an offset ends that is more than a comment."""
    while offset:
        row = layout.rfind(b"\n", 0, offset - 1) + 1
        content = _CONTENT.match(layout, row, offset)
        assert content is not None
        if text := content[0].rstrip():
            return row + len(text)
        offset = row
    return 0
