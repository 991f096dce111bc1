"""Choosing an adapter for a text without a tree, the map from rows to blocks, and the compact form that is stored."""

from __future__ import annotations

import re
from collections.abc import Sequence

from indexer.blocks.indent import indent_blocks
from indexer.blocks.keyword import keyword_blocks
from indexer.blocks.keywords import Keywords
from indexer.blocks.markdown import markdown_blocks
from indexer.blocks.window import row_count, window_blocks
from indexer.languages.registry import Language
from indexer.model import Block
from indexer.text.document_text import Text

# 1: the first form.
FORMAT = 1
# Languages with a grammar whose texts are data: without their tree, indentation tells more than keywords.
_DATA = frozenset(
    ("csv", "dtd", "html", "ini", "json", "json5", "jsonc", "kdl", "properties", "ron", "toml", "tsv", "xml", "yaml")
)
_CODE_ROW = re.compile(rb".*[;{}]\s*$|\s*(?:def|class|function|func|fn|sub|proc|procedure|module|end|if|for|while)\b")


def layout_blocks(text: Text, language: Language | None, keywords: Keywords | None = None) -> tuple[str, list[Block]]:
    """The adapter that serves a text without a tree, and its blocks."""
    adapter = "window"
    if language is None:
        adapter = "keyword" if _looks_like_code(text) else "window"
    elif language.adapter == "syntax":
        adapter = "indent" if language.name in _DATA else "keyword"
    else:
        adapter = language.adapter
    if adapter == "keyword":
        return adapter, keyword_blocks(text, language, keywords)
    if adapter == "indent":
        return adapter, indent_blocks(text)
    if adapter == "markdown":
        return adapter, markdown_blocks(text, language)
    return "window", window_blocks(text)


def line_map(blocks: Sequence[Block], rows: int) -> list[int | None]:
    """The innermost block of each row, or None; where windows overlap, the first."""
    found: list[int | None] = [None] * rows
    around: list[int] = []
    row = 0

    def fill(end: int) -> None:
        nonlocal row
        if around and end > row:
            found[row:end] = [around[-1]] * (end - row)
        row = max(row, end)

    for at, block in enumerate(blocks):
        while around and (blocks[around[-1]].row_end < block.row_start or blocks[around[-1]].row_end < block.row_end):
            fill(min(blocks[around[-1]].row_end + 1, rows))
            around.pop()
        fill(min(block.row_start, rows))
        around.append(at)
    while around:
        fill(min(blocks[around[-1]].row_end + 1, rows))
        around.pop()
    return found


def pack(blocks: Sequence[Block], rows: Sequence[int | None]) -> bytes:
    """Blocks and line map as bytes: a version, the kinds, the blocks, and runs of the map, all numbers as varints."""
    kinds = sorted({block.kind for block in blocks})
    out = bytearray((FORMAT,))
    _put(out, len(kinds))
    for kind in kinds:
        _put_text(out, kind)
    _put(out, len(blocks))
    before = 0
    for at, block in enumerate(blocks):
        _put(out, kinds.index(block.kind))
        _put(out, block.level)
        _put(out, block.row_start - before)  # blocks are ordered by start
        _put(out, block.row_end - block.row_start)
        _put(out, 0 if block.parent is None else at - block.parent)
        _put(out, 0 if block.name is None else 1)
        if block.name is not None:
            _put_text(out, block.name)
        _put_text(out, block.header)
        before = block.row_start
    start = 0
    while start < len(rows):
        end = start + 1
        while end < len(rows) and rows[end] == rows[start]:
            end += 1
        value = rows[start]
        _put(out, 0 if value is None else value + 1)
        _put(out, end - start)
        start = end
    return bytes(out)


def unpack(packed: bytes) -> tuple[list[Block], list[int | None]]:
    """What `pack` was given. Another format, or bytes that were cut, raise ValueError."""
    if not packed or packed[0] != FORMAT:
        raise ValueError("packed blocks of another format")
    try:
        return _unpack(packed)
    except IndexError as error:
        raise ValueError("packed blocks are cut short") from error


def _unpack(packed: bytes) -> tuple[list[Block], list[int | None]]:
    count, at = _number(packed, 1)
    kinds: list[str] = []
    for _ in range(count):
        kind, at = _text(packed, at)
        kinds.append(kind)
    count, at = _number(packed, at)
    blocks: list[Block] = []
    start = 0
    for index in range(count):
        kind_at, at = _number(packed, at)
        level, at = _number(packed, at)
        step, at = _number(packed, at)
        length, at = _number(packed, at)
        up, at = _number(packed, at)
        named, at = _number(packed, at)
        name: str | None = None
        if named:
            name, at = _text(packed, at)
        header, at = _text(packed, at)
        start += step
        blocks.append(Block(kinds[kind_at], name, level, start, start + length, header, index - up if up else None))
    rows: list[int | None] = []
    while at < len(packed):
        value, at = _number(packed, at)
        length, at = _number(packed, at)
        rows += [value - 1 if value else None] * length
    return blocks, rows


def _put(out: bytearray, number: int) -> None:
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number)


def _put_text(out: bytearray, text: str) -> None:
    data = text.encode("utf-8", "surrogatepass")
    _put(out, len(data))
    out += data


def _number(packed: bytes, at: int) -> tuple[int, int]:
    number = shift = 0
    while True:
        byte = packed[at]
        at += 1
        number |= (byte & 0x7F) << shift
        if byte < 0x80:
            return number, at
        shift += 7


def _text(packed: bytes, at: int) -> tuple[str, int]:
    length, at = _number(packed, at)
    if at + length > len(packed):
        raise IndexError(at)
    return packed[at : at + length].decode("utf-8", "surrogatepass"), at + length


def _looks_like_code(text: Text) -> bool:
    """Whether a text in no known language is code: some of its rows are indented, and some look like code."""
    filled = indented = code = 0
    for row in range(min(row_count(text), 1000)):
        data = text.row_bytes(row)[:400]
        if data.strip():
            filled += 1
            indented += data[:1] in (b" ", b"\t")
            code += _CODE_ROW.match(data) is not None
    return indented * 8 >= filled > 0 and code * 6 >= filled
