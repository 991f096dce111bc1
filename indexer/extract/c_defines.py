"""Macros of one row, told from the text. A header may have nothing else, thousands of them.

For who looks for definitions alone, they go out of the text before it is parsed: a row that says `#define`, a name and
a value has nothing to tell that takes a tree. What could be something else stays: a row with a slash or a backslash in
it, one that the row above goes on in, one without a value (include guards are no macros), and where a comment may be
open.
"""

from __future__ import annotations

import re

from indexer.extract.rows_apart import RowsApart
from indexer.extract.structure import Definition

# A sign that is the first of its row: a search finds a sign far sooner than the beginning of a row.
_DEFINE = re.compile(rb"#(?<![^\n]#)[ \t]*+define[ \t]++(\w++)(?:\([\w,. \t]*+\))?[ \t]++[^\s/\\][^/\\\r\n]*+\n")


def without_defines(data: bytes) -> RowsApart:
    """The text without the rows that are macros, and those."""
    found: list[Definition] = []
    runs: list[tuple[int, int]] = []
    start_of_run = last = 0
    comment = 0  # where the comment ends that was opened last
    new = tuple.__new__
    for match in _DEFINE.finditer(data):
        start, end = match.span()
        if start != last or not found:
            opened = data.find(b"/*", max(last, comment), start)
            while opened >= 0 and comment >= 0:
                comment = data.find(b"*/", opened + 2)
                opened = data.find(b"/*", comment, start) if 0 <= comment < start else -1
            if comment < 0:
                break  # it is never closed
            if comment > start or _goes_on(data, start):
                continue
            runs.append((start_of_run, last))
            start_of_run = start
        name_start, name_end = match.span(1)
        value_end = start + len(match[0].rstrip())
        found.append(new(Definition, (start, value_end, "macro", name_start, name_end, value_end, end)))
        last = end
    runs.append((start_of_run, last))
    return RowsApart.of(data, runs, found)


def _goes_on(data: bytes, start: int) -> bool:
    """Whether a row goes on from the one above."""
    return data[max(start - 3, 0) : start].rstrip(b"\r\n").endswith(b"\\")
