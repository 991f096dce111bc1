"""Choosing an adapter for a text without a tree, and the map from rows to blocks."""

from __future__ import annotations

import re
from collections.abc import Sequence

from indexer.blocks.indent import indent_blocks
from indexer.blocks.keyword import keyword_blocks
from indexer.blocks.keywords import Keywords
from indexer.blocks.markdown import markdown_blocks
from indexer.blocks.window import row_count, window_blocks
from indexer.languages.profile import profile_of
from indexer.languages.registry import Language
from indexer.model import Block
from indexer.text.document_text import Text

_CODE_ROW = re.compile(rb".*[;{}]\s*$|\s*(?:def|class|function|func|fn|sub|proc|procedure|module|end|if|for|while)\b")


def layout_blocks(text: Text, language: Language | None, keywords: Keywords | None = None) -> tuple[str, list[Block]]:
    """The adapter that serves a text without a tree, and its blocks."""
    adapter = "window"
    if language is None:
        adapter = "keyword" if _looks_like_code(text) else "window"
    elif language.adapter == "syntax":
        adapter = "indent" if profile_of(language.name).layout.is_data else "keyword"
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
