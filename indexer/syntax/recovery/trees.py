"""Long parts that were parsed lately, so that the next version of one costs what changed in it.

Whether a text has an error is a function of the text, and so is the tree of one that has none. What the parser's own
recovery makes of one that has is not, and is never asked for here.
"""

from __future__ import annotations

from typing import NamedTuple

from tree_sitter import Tree

from indexer.extract.structure import extract
from indexer.syntax.pieces import Piece, guard
from indexer.syntax.recovery.open_tokens import settled_by
from indexer.syntax.slices import Slices, sliced, slices_after
from indexer.syntax.tools import Tools
from indexer.text.document_text import Edit

_KEPT = 16  # texts
_FAILED = 256 * 1024  # bytes of texts
_EDGE = 64  # bytes; versions of one text begin or end alike
_NOWHERE = guard(None)


class Failed:
    """Trees of texts that do not parse, the latest ones: such a text is looked at again for what can be made of it."""

    def __init__(self) -> None:
        self._trees: dict[bytes, Tree] = {}
        self._size = 0

    def put(self, text: bytes, tree: Tree) -> None:
        self._size += len(text)
        if self._size > _FAILED:
            self._trees.clear()
            self._size = len(text)
        self._trees[text] = tree

    def tree(self, tools: Tools, text: bytes) -> Tree:
        """The tree of a text, as it is parsed from nothing."""
        return self._trees.get(text) or tools.parse.parse(text)


class _Known(NamedTuple):
    """A text and what is known of it."""

    text: bytes
    piece: Piece


class Trees:
    """The trees of a few long texts."""

    def __init__(self) -> None:
        self._known: list[_Known] = []  # the latest one last

    def parsed(self, tools: Tools, text: bytes) -> Tree | None:
        """The tree of a text if it has no error."""
        piece = self._piece(tools, text)
        return piece.tree if piece.sound else None

    def slices(self, tools: Tools, text: bytes) -> Slices | None:
        """The slices of a text that has no error, made anew around what changed since it was asked about last."""
        piece = self._piece(tools, text)
        if not piece.sound:
            return None
        if piece.slices is None:
            assert piece.tree is not None
            found = None
            base = piece.base
            if base is not None and base.slices is not None and tools.local:
                found = slices_after(base.slices, base.tree, piece.tree, tools.query, text, base.edit)
            if found is None:
                nodes = piece.tree.root_node.children if tools.local else ()
                items = tools.from_text(text, extract(piece.tree, tools.query, text))
                found = sliced(nodes, items, text, 0, len(text))
            piece = piece._replace(slices=found, base=None)
            self._known[-1] = _Known(text, piece)
        return piece.slices

    def _piece(self, tools: Tools, text: bytes) -> Piece:
        """What is known of a text, which is the latest one from now on."""
        at = next((at for at, known in enumerate(self._known) if known.text == text), None)
        if at is not None:
            self._known.append(self._known.pop(at))
            return self._known[-1].piece
        at, edit = self._nearest(text)
        new = self._parsed_anew(tools, text) if at is None else self._edited(tools, *self._known.pop(at), text, edit)
        self._known.append(_Known(text, new))
        del self._known[:-_KEPT]
        return new

    def _edited(self, tools: Tools, old: bytes, piece: Piece, text: bytes, edit: Edit) -> Piece:
        base = piece.edited_base(old, text, edit)
        after = piece.after(tools, old, text, edit, base)
        return after if isinstance(after, Piece) else _piece_of(after, text)._replace(base=base)

    def _parsed_anew(self, tools: Tools, text: bytes) -> Piece:
        return _piece_of(tools.parse.parse(text), text)

    def _nearest(self, text: bytes) -> tuple[int | None, Edit]:
        """The text that differs least from another one, and how, if any is near."""
        best, least = None, Edit(0, 0, len(text) // 4)
        for at, (old, _) in enumerate(self._known):
            if old[:_EDGE] == text[:_EDGE] or old[-_EDGE:] == text[-_EDGE:]:
                edit = Edit.between(old, text)
                if max(edit.end - edit.start, edit.inserted) < max(least.end - least.start, least.inserted):
                    best, least = at, edit
        return best, least


def _piece_of(tree: Tree, text: bytes) -> Piece:
    if not tree.root_node.has_error:
        return Piece(len(text), None, _NOWHERE, _NOWHERE, tree)
    return Piece(len(text), None, _NOWHERE, _NOWHERE, tree, False, settled=settled_by(tree, text))
