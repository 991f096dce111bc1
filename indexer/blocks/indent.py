"""Indentation: a row and the rows below that stand further in are a block. Nothing else is looked at, except that a
row of nothing but closing brackets, or a closing tag, belongs to the block it closes.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import repeat

from indexer.blocks.nesting import Region, nest
from indexer.model import Block
from indexer.text.document_text import Text

DEFAULT = 2
_LEADING = re.compile(rb"[ \t]*")
_CLOSER = re.compile(rb"[)\]}>]+[;,]?\s*$|</[\w:.-]+\s*>\s*$")
_NAME = re.compile(rb"""["']?([\w./@-]+)["']?\s*(?:[:={(\[]|$)""")


def tab_width(text: Text) -> int:
    """The step by which this text is indented: the most common difference between rows, 1 to 8, in columns.

    A tab counts as one step of the default width, because how wide it is shown says nothing about the text.
    """
    steps: Counter[int] = Counter()
    before = 0
    for blanks in _leading(text):
        if blanks is None:
            continue
        if b"\t" in blanks:
            before = -1  # a file that mixes both tells its step by the rows that use blanks
            continue
        if before >= 0 and 1 <= abs(len(blanks) - before) <= 8:
            steps[abs(len(blanks) - before)] += 1
        before = len(blanks)
    return min(steps, key=lambda step: (-steps[step], step), default=DEFAULT)


def tab_stop(text: Text) -> int:
    """How many columns a tab stands for: 8 where tabs are filled up with blanks, else one step."""
    return 8 if b"\t  " in text.data else tab_width(text)


def indents(text: Text) -> list[int]:
    """The column at which each row's text begins; -1 for a blank row."""
    stop = tab_stop(text) if b"\t" in text.data else 8
    return [
        -1 if blanks is None else len(blanks.expandtabs(stop)) if b"\t" in blanks else len(blanks)
        for blanks in _leading(text)
    ]


def _leading(text: Text) -> Iterator[bytes | None]:
    """The blanks that each row begins with; None for a row that has nothing else."""
    data = text.data
    for match in map(_LEADING.match, repeat(data), text.lines.starts()):
        assert match is not None  # it may be empty
        end = match.end()
        yield None if end == len(data) or data[end] in b"\r\n" else match[0]


def indent_blocks(text: Text) -> list[Block]:
    """The blocks of a text by its indentation alone."""
    return nest(text, _regions(text))


def _regions(text: Text) -> list[Region]:
    columns = indents(text)
    regions: list[Region] = []
    around: list[tuple[int, int]] = []  # the column and the row of each block's header
    last = -1

    def close(row_end: int) -> None:
        _, header = around.pop()
        if row_end > header:
            regions.append(Region(header, row_end, 0, "layout", _name(text, header)))

    for row, column in enumerate(columns):
        if column < 0:
            continue
        while around and around[-1][0] > column:
            close(last)
        if around and around[-1][0] == column:
            start, end = text.row_span(row)
            if last > around[-1][1] and _CLOSER.match(text.data, start + len(_lead(text, start, end)), end):
                close(row)
                last = row
                continue
            close(last)
        around.append((column, row))
        last = row
    while around:
        close(last)
    return regions


def _lead(text: Text, start: int, end: int) -> bytes:
    match = _LEADING.match(text.data, start, end)
    return match.group() if match else b""


def _name(text: Text, row: int) -> str | None:
    """The key that a header row begins with, if it is one."""
    start, end = text.row_span(row)
    match = _NAME.match(text.data, start + len(_lead(text, start, end)), min(end, start + 200))
    return match.group(1).decode("utf-8", "replace") if match else None
