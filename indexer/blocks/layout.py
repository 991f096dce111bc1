"""Symbols and folds of a text without a tree, made from its blocks."""

from __future__ import annotations

import re
from collections.abc import Iterable

from indexer.extract.folds import without_crossings
from indexer.extract.symbols import signature_of
from indexer.model import Block, Fold, Span, Symbol
from indexer.text.document_text import Text

_UNNAMED = frozenset(("layout", "window", "fence", "frontmatter", "group", "directive"))
_FOOTER = re.compile(rb"\s*(?:[)\]}]|end|fi\b|done\b|esac\b|</|#\+end)", re.IGNORECASE)
_FENCE = re.compile(rb"[\s>]*(?:`{3}|~{3}|-{2}|\.{3}|={4}|\+{3}|#\+end)", re.IGNORECASE)
_LONGEST = 400


def layout_symbols(blocks: list[Block], text: Text) -> list[Symbol]:
    """The blocks that define something, as symbols. A layout block has a name only for people, it defines nothing."""
    found: list[Symbol] = []
    index: dict[int, int] = {}  # from a block to the symbol it is or lies in
    for at, block in enumerate(blocks):
        parent = None if block.parent is None else index.get(block.parent)
        if block.name is None or block.kind in _UNNAMED:
            if parent is not None:
                index[at] = parent
            continue
        start, row_end = text.row_span(block.row_start)
        start += len(text.data[start:row_end]) - len(text.data[start:row_end].lstrip())
        end = max(text.row_span(block.row_end)[1], start)
        index[at] = len(found)
        found.append(
            Symbol(
                block.name,
                block.kind,
                Span(start, end),
                _name_span(text, block, start, end),
                block.row_start,
                block.row_end,
                signature_of(text.data[start : min(row_end, start + _LONGEST)]),
                parent,
            )
        )
    return found


def layout_folds(blocks: Iterable[Block], text: Text) -> list[Fold]:
    """A fold a block; a row that closes the block stays visible."""
    return without_crossings(
        Fold(block.row_start, block.row_end - 1 if _closes(text, block) else block.row_end, "code")
        for block in blocks
        if block.kind != "window"
    )


def _closes(text: Text, block: Block) -> bool:
    if block.kind == "section":
        return False
    start, end = text.row_span(block.row_end)
    pattern = _FENCE if block.kind in ("fence", "frontmatter") else _FOOTER
    return pattern.match(text.data, start, end) is not None


def _name_span(text: Text, block: Block, start: int, end: int) -> Span:
    """Where the name is written: on the first rows of the block, as a word of its own if it can be."""
    assert block.name is not None
    head_end = min(text.row_span(min(block.row_start + 3, block.row_end))[1], start + 4 * _LONGEST, end)
    name = re.escape(block.name.encode())
    match = re.compile(rb"(?<![\w])" + name + rb"(?![\w])").search(text.data, start, head_end)
    match = match or re.compile(name).search(text.data, start, head_end)
    return Span(*match.span()) if match else Span(start, text.row_span(block.row_start)[1])
