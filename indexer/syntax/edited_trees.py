"""Trees of texts that were edited: what a parser is given to make the tree of the new text from."""

from __future__ import annotations

from tree_sitter import Tree

from indexer.text.document_text import Edit

Point = tuple[int, int]


def edited_tree(tree: Tree, old: bytes, data: bytes, edit: Edit) -> Tree:
    """A tree with an edit noted; `old` and `data` are its text before and after."""
    new_end = edit.start + edit.inserted
    start = _point(tree, old, edit.start)
    edited = tree.copy()
    old_end, end = _behind(start, old, edit.start, edit.end), _behind(start, data, edit.start, new_end)
    edited.edit(edit.start, edit.end, new_end, start, old_end, end)
    return edited


def _point(tree: Tree, data: bytes, offset: int) -> Point:
    """The row and column of an offset: the tree knows those of a place near to it."""
    near = tree.root_node.descendant_for_byte_range(offset, offset)
    if near is None or near.start_byte > offset:
        return _behind((0, 0), data, 0, offset)
    return _behind(near.start_point, data, near.start_byte, offset)


def _behind(point: Point, data: bytes, start: int, end: int) -> Point:
    """The row and column of an offset behind one whose row and column are known."""
    row, column = point
    if rows := data.count(b"\n", start, end):
        return row + rows, end - (data.rfind(b"\n", start, end) + 1)
    return row, column + end - start
