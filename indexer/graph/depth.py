"""Places of a tree that are too deep in it to be asked what stands around them.

A parser's node does not know what it is in: to be told, its tree is gone through from the top. So what is around a
name takes as long as it is deep, and all names of a text that is one long chain of calls, the square of its length.
"""

from __future__ import annotations

from tree_sitter import Node

from indexer.model import Span

# Two hundred and fifty calls in a row, or as many conditions behind `else if`.
DEEPEST = 500


class Depth:
    """Tells how deep places of one tree are. Those beside each other are mostly in what was looked at last."""

    def __init__(self, root: Node) -> None:
        self._root = root
        self._deep = self._shallow = Span(0, 0)

    def is_too_much(self, offset: int) -> bool:
        """Whether a place is so deep that nothing is said of it but the letters that stand there."""
        if self._shallow.start <= offset < self._shallow.end:
            return False
        if self._deep.start <= offset < self._deep.end:
            return True
        cursor = self._root.walk()
        span = Span(0, 0)
        for _ in range(DEEPEST):
            node = cursor.node if cursor.goto_first_child_for_byte(offset) is not None else None
            if node is None:
                return False
            span = Span(node.start_byte, node.end_byte)
            if span.end - span.start < DEEPEST:  # no room for so much
                self._shallow = span
                return False
        self._deep = span
        return True
