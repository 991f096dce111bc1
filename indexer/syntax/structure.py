"""The structure of a whole document, kept as pieces so that an edit costs the same in a long file as in a short one.

Tree-sitter's own reparsing visits every top-level node, and its cost grows with the file. So a text is cut between
top-level nodes into pieces, a piece is parsed alone, its items are relative to it, and an edit replaces only the
pieces it touches (`indexer.syntax.cover` says why that is exact).

The structure is a function of the text alone. A text without errors has the items of its tree. A text with errors is
read part by part as its layout shows them (`indexer.syntax.recovery.parts`), because the parser's own recovery depends
on the past of a parse; in languages whose parts do not stand alone, the whole text is parsed from nothing.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from typing import Any

from tree_sitter import Tree

from indexer.extract.structure import Items
from indexer.grammars.parsers import parser
from indexer.languages.profile import profile_of
from indexer.lazy import lazy
from indexer.syntax.cover import Cover
from indexer.syntax.pieces import Piece, offsets_of, slices_of, whole
from indexer.syntax.recovery.damaged import despite_damage
from indexer.syntax.recovery.memo import Memo
from indexer.syntax.recovery.parts import note, read_parts
from indexer.syntax.recovery.strategy import strategy_of
from indexer.syntax.slices import Slice, slices_after, unsliced
from indexer.syntax.tools import Tools
from indexer.text.document_text import Edit

_LOST = 4  # pieces that became one with a key, as they do behind a quote that takes them in


@dataclass(frozen=True)
class Structure:
    """All pieces of one text in order."""

    grammar: str
    pieces: list[Piece]
    clean: bool  # whether the text has no error
    _parsed: tuple[Tree, bytes] | None = field(default=None, repr=False)  # of a text that was parsed from nothing
    _cover: Cover | None = field(default=None, repr=False)  # of any other text
    _memo: Memo[Hashable, Any] = field(default_factory=Memo, repr=False)  # of parts of this text and those before it
    _is_mended: bool = field(default=False, repr=False)  # whether the pieces are those without what makes it broken
    _whole: tuple[bytes, Cover] | None = field(default=None, repr=False)  # the last text like that, and its cover

    @classmethod
    def parse(cls, grammar: str, data: bytes) -> Structure | None:
        """Parses a text from nothing; None when the grammar cannot be used, for this text or at all."""
        tools = Tools.of(grammar)
        if tools is None or (profile_of(grammar).grammar.unsteady and tools.parse.parse(data).root_node.has_error):
            return None
        return cls.parsed(tools, tools.parse.parse(data), data)

    @classmethod
    def parsed(cls, tools: Tools, tree: Tree, data: bytes, items: Items | None = None) -> Structure:
        """The structure of a text that was parsed from nothing; `items` are those of its tree, if they are known."""
        if tree.root_node.has_error:
            return cls._damaged(tools, data, (tree, data), Cover.of_errors(tree, data, tools), Memo())
        slices = unsliced(tools.items(tree, data) if items is None else items, len(data))
        return cls(tools.grammar, [whole(tree, slices, len(data))], True, (tree, data))

    @classmethod
    def _damaged(
        cls,
        tools: Tools,
        data: bytes,
        parsed: tuple[Tree, bytes] | None,
        cover: Cover | None,
        memo: Memo[Hashable, Any],
        change: tuple[bytes, Edit] | None = None,
    ) -> Structure:
        """The structure of a text with errors; `change` is the text that it was made from, and how."""
        if tools.in_parts(data):
            return cls(tools.grammar, read_parts(tools, data, memo, cover, change), False, parsed, cover, memo)
        mended = _mended(tools, data, None)
        if mended is not None:
            return cls(tools.grammar, mended[1].pieces, False, parsed, cover, memo, True, mended)
        seen, items = despite_damage(tools, tools.parse.parse(data), data)
        piece = whole(seen, unsliced(items, len(data)), len(data))
        return cls(tools.grammar, [piece], False, parsed, cover, memo)

    def edited(self, old: bytes, data: bytes, edit: Edit) -> Structure:
        """The structure of `data`, which came from `old`, this structure's text, by `edit`."""
        tools = Tools.of(self.grammar)
        assert tools is not None
        memo = self._memo
        cover = self.cover.edited(old, data, edit, tools, memo.get)
        if self.clean and (not cover.sound or len(cover.pieces) + _LOST < len(self.cover.pieces)):
            note(memo, self.cover, old)
        if cover.sound:
            cover = cover.known(data, tools)
            return Structure(self.grammar, cover.pieces, True, None, cover, memo)
        if tools.local and strategy_of(self.grammar).takes_trees and not tools.in_parts(data):
            past = (old, self.cover) if self.clean else self._whole
            mended = _mended(tools, data, past)
            if mended is not None:
                return Structure(self.grammar, mended[1].pieces, False, None, cover, memo, True, mended)
            piece = self._as_parsed(tools, old, data, edit)
            return Structure(self.grammar, [piece], False, None, cover, memo, False, past)
        return self._damaged(tools, data, None, cover, memo, (old, edit))

    def _as_parsed(self, tools: Tools, old: bytes, data: bytes, edit: Edit) -> Piece:
        """A text with errors as the parser sees it from nothing; its items are made anew where that differs from the
        last version."""
        tree = tools.parse.parse(data)
        before = (self.cover if self.clean else self).pieces
        slices = None
        if not self._is_mended and len(before) == 1 and before[0].slices is not None and before[0].tree is not None:
            past = before[0].edited_tree(old, data, edit)
            assert past is not None
            slices = slices_after(before[0].slices, past, tree, tools.query, data, edit)
        return whole(tree, slices_of(tools, tree, data) if slices is None else slices, len(data))

    @lazy
    def cover(self) -> Cover:
        """The pieces as the parser sees them."""
        if self._cover is not None:
            return self._cover
        tools = Tools.of(self.grammar)
        assert tools is not None and self._parsed is not None
        if self.clean:
            return Cover.of_valid(self._parsed[0], self.pieces[0].items[0], self._parsed[1], tools)
        return Cover.of_errors(*self._parsed, tools)

    @property
    def tree(self) -> Tree | None:
        """The parser's own tree of all of the text, where the items are made of it and of nothing else."""
        as_parsed = self.clean or strategy_of(self.grammar).takes_trees
        return self.pieces[0].tree if as_parsed and len(self.pieces) == 1 else None

    @property
    def in_parts(self) -> bool:
        """Whether a text with errors is read part by part."""
        return not self.clean and self.pieces[0].tree is None

    @lazy
    def offsets(self) -> list[int]:
        """Where each piece starts; one more at the end, the length of the text."""
        return offsets_of(self.pieces)

    def slices(self) -> Iterator[Slice]:
        """Rows with the items that begin in them, in order."""
        for piece in self.cover.pieces if self.clean else self.pieces:
            assert piece.slices is not None
            yield from piece.slices

    def items(self) -> list[tuple[Items, int]]:
        """Each piece's items with the shift that makes their offsets those of the text."""
        return self._items

    @lazy
    def _items(self) -> list[tuple[Items, int]]:
        """Who indexes a file asks seven times, and to put the slices of a long piece together takes time."""
        found = ((*piece.items, offset) for piece, offset in zip(self.pieces, self.offsets, strict=False))
        return [(items, offset - origin) for items, origin, offset in found]

    def trees(self, data: bytes) -> Iterator[tuple[Tree, int]]:
        """Trees that cover the text one after the other, each with the offset it starts at."""
        if self._hangs_on_start:
            yield self._tree_of(data), 0
            return
        parse = parser(self.grammar)
        for piece, start in zip(self.pieces, self.offsets, strict=False):
            if piece.tree is not None:
                yield piece.tree, start
            elif parse is not None:
                yield parse.parse(data[start : start + piece.length]), start

    def piece_at(self, offset: int) -> tuple[int, int]:
        """The index of the piece that covers an offset, and where in the text it starts."""
        at = min(max(bisect_right(self.offsets, offset) - 1, 0), len(self.pieces) - 1)
        return at, self.offsets[at]

    def items_at(self, offset: int) -> tuple[Items, int]:
        """The items of the piece that covers an offset, with the shift that makes their offsets those of the text."""
        at, start = self.piece_at(offset)
        items, origin = self.pieces[at].items
        return items, start - origin

    def tree_at(self, data: bytes, offset: int) -> tuple[Tree, int] | None:
        """A tree that covers an offset, and where in the text it starts."""
        if self._hangs_on_start:
            return self._tree_of(data), 0
        at, start = self.piece_at(offset)
        end = self.offsets[at + 1]
        tree = self.pieces[at].tree
        if tree is not None:
            return tree, start
        return self._tree_of(data[start:end]), start

    @property
    def _hangs_on_start(self) -> bool:
        """Whether no piece but the first would be code if it stood alone."""
        return not self.clean and len(self.pieces) > 1 and bool(profile_of(self.grammar).grammar.prologue)

    def _tree_of(self, text: bytes) -> Tree:
        """What the parser makes of a text from nothing."""
        key = "tree", text
        if key not in self._memo:
            parse = parser(self.grammar)
            assert parse is not None
            self._memo.put(key, parse.parse(text), len(text))
        found: Tree = self._memo[key]
        return found


def _mended(tools: Tools, data: bytes, before: tuple[bytes, Cover] | None) -> tuple[bytes, Cover] | None:
    """A text without what makes it broken, if it is whole so, and its cover, made from that of the version before."""
    text = strategy_of(tools.grammar).mended(data)
    if text == data:
        return None
    if before is None:
        tree = tools.parse.parse(text)
        if tree.root_node.has_error:
            return None
        return text, Cover.of_valid(tree, tools.items(tree, text), text, tools)
    past, cover = before
    cover = cover.edited(past, text, Edit.between(past, text), tools, lambda piece: None)
    return (text, cover.known(text, tools)) if cover.sound else None
