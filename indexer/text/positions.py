"""Positions as clients count them: a row and a column in UTF-8, UTF-16 or UTF-32 units, to and from byte offsets.

The engine itself knows only byte offsets. A position outside the text is clamped the way the protocol says: a column
past the end of its row means the end of the row, a row past the end means the end of the text.
"""

from __future__ import annotations

from bisect import bisect_left
from enum import Enum

from indexer.text.decoding import decode, encode
from indexer.text.document_text import Text

_LONG = 1024  # bytes of a row; there may be a thousand symbols in a row of a hundred thousand bytes


class Encoding(Enum):
    """The unit in which a client counts columns."""

    UTF8 = "utf-8"
    UTF16 = "utf-16"
    UTF32 = "utf-32"


def offset_of(text: Text, row: int, column: int, encoding: Encoding) -> int:
    """The byte offset of a client's position, clamped into the text and onto a character's first byte."""
    if row < 0:
        return 0
    if row >= len(text.lines):
        return len(text.data)
    start, end = text.row_span(row)
    column = max(column, 0)
    line = text.data[start:end]
    if line.isascii():
        return start + min(column, len(line))
    if encoding is Encoding.UTF8:
        column = min(column, len(line))
        while column < len(line) and line[column] & 0xC0 == 0x80:
            column -= 1
        return start + column
    if encoding is Encoding.UTF32:
        return start + len(encode(decode(line)[:column]))
    units = 0
    for at, character in enumerate(decode(line)):
        units += 2 if ord(character) > 0xFFFF else 1
        if units > column:
            return start + len(encode(decode(line)[:at]))
    return end


def position_of(text: Text, offset: int, encoding: Encoding) -> tuple[int, int]:
    """The row and column, in the client's units, of a byte offset."""
    offset = min(max(offset, 0), len(text.data))
    row = text.lines.row_of(offset)
    start = text.lines[row]
    if encoding is Encoding.UTF8:
        return row, offset - start
    if offset - start > _LONG:
        return row, _far_column(text, start, offset, encoding)
    head = text.data[start:offset]
    if head.isascii():
        return row, len(head)
    while offset < len(text.data) and text.data[offset] & 0xC0 == 0x80:
        offset -= 1  # inside a character counts as its start
    characters = decode(text.data[start:offset])
    if encoding is Encoding.UTF32:
        return row, len(characters)
    return row, len(characters) + sum(character > "\uffff" for character in characters)


def _far_column(text: Text, start: int, offset: int, encoding: Encoding) -> int:
    """The column of an offset in a row that begins far before it, without a look at what is between."""
    starts, utf16, utf32 = text.wide
    saved = utf16 if encoding is Encoding.UTF16 else utf32
    while offset < len(text.data) and text.data[offset] & 0xC0 == 0x80:
        offset -= 1  # inside a character counts as its start
    return offset - start - saved[bisect_left(starts, offset)] + saved[bisect_left(starts, start)]
