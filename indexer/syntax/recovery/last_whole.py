"""What a broken text was when it had no error last.

The first key that breaks a class of thousands of rows changes one of its members. All others are in the tree that the
class had before, and what they are does not have to be found out again: nodes side by side in a list parse the same
when fewer of them stand between its head and its foot.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tree_sitter import Node

from indexer.extract.structure import Items
from indexer.languages.profile import profile_of
from indexer.lazy import lazy
from indexer.syntax.cover import Cover
from indexer.syntax.pieces import Base
from indexer.syntax.slices import joined_slices
from indexer.syntax.tools import Tools

_ENDS = frozenset([";", "\n", ""])  # tokens that may stand between the nodes of a list, or be missing there
Span = tuple[int, int]


class LastWhole:
    """The broken pieces of a text that had no error once."""

    def __init__(self, tools: Tools, cover: Cover | None, data: bytes) -> None:
        self._pieces: list[_Piece] = []
        if cover is not None and tools.local:
            tokens = _ENDS | {","} if profile_of(tools.grammar).damage.fillers else _ENDS
            spans = zip(cover.pieces, cover.offsets, cover.offsets[1:], strict=False)
            self._pieces = [
                _Piece(start, data[start:end], piece.base, tokens)
                for piece, start, end in spans
                if piece.base is not None and piece.base.slices is not None
            ]

    def items(self, start: int, spans: Sequence[Span], head: bytes, may_be_empty: bool) -> dict[Span, Items]:
        """What is known of members, each relative to its start: spans that follow each other behind an offset.

        `head` is what stands before each of them now. Where nothing at all may stand behind it, comments may.
        """
        for piece in self._pieces:
            if piece.start <= start + spans[0][0] and start + spans[-1][1] <= piece.start + len(piece.text):
                return piece.items(start - piece.start, spans, head, may_be_empty)
        return {}


class _Piece:
    """A broken piece: where it starts, its text, what it was, and the tokens that may stand between nodes."""

    def __init__(self, start: int, text: bytes, base: Base, tokens: frozenset[str]) -> None:
        self.start = start
        self.text = text
        self._base = base
        self._tokens = tokens

    @lazy
    def _known(self) -> Items:
        """All items that it had."""
        assert self._base.slices is not None
        return joined_slices(self._base.slices)

    def items(self, start: int, spans: Sequence[Span], head: bytes, may_be_empty: bool) -> dict[Span, Items]:
        found: dict[Span, Items] = {}
        around = self._list_around(start + spans[len(spans) // 4][0], start + spans[len(spans) * 3 // 4][1])
        if around is None or not self._is_behind(around, head):
            return found
        moved = self._base.edit.delta
        for span, nodes in _filled(around.children, start, spans):
            low, high = start + span[0], start + span[1]
            if self._may_stand_alone(nodes, may_be_empty) and not self._is_edited(low, high):
                shift = moved if low > self._base.edit.start else 0
                own = self._known.starting(low - shift, high - shift)
                found[span] = own.inside(low - shift, high - shift)
        return found

    def _list_around(self, low: int, high: int) -> Node | None:
        """The innermost node around a stretch."""
        text = self.text[low:high]
        return self._base.tree.root_node.descendant_for_byte_range(high - len(text.lstrip()), low + len(text.rstrip()))

    def _is_behind(self, around: Node, head: bytes) -> bool:
        """Whether what a list began with is what now stands before each of its members."""
        if "," in self._tokens:  # what it is a list of is told by its bracket
            return head.rstrip().endswith(self.text[around.start_byte : around.start_byte + 1])
        owner = around.parent
        if owner is None:
            return not head.strip()
        start = owner.start_byte
        first = next((node.start_byte for node in around.children if self._begins_row(node)), around.end_byte)
        first = self.text.rfind(b"\n", 0, first) + 1
        return start < first and head.endswith(self.text[start:first]) and not self._is_edited(start, first)

    def _begins_row(self, node: Node) -> bool:
        start = node.start_byte
        return not self.text[self.text.rfind(b"\n", 0, start) + 1 : start].strip()

    def _is_edited(self, low: int, high: int) -> bool:
        """Whether a stretch, or what is right beside it, is not as it was."""
        edit = self._base.edit
        return low <= edit.start + edit.inserted and edit.start <= high

    def _may_stand_alone(self, nodes: list[Node], may_be_empty: bool) -> bool:
        """Whether some nodes of a list may be all that is in it."""
        own = [node for node in nodes if not node.is_extra]
        return (
            (own[0].is_named if own else may_be_empty)
            and all(node.is_named or node.type in self._tokens for node in own)
            and not any(node.has_changes for node in nodes)
        )


def _filled(nodes: list[Node], start: int, spans: Sequence[Span]) -> Iterator[tuple[Span, list[Node]]]:
    """The spans behind an offset that some nodes fill, with these."""
    at = 0
    for span in spans:
        low, high = start + span[0], start + span[1]
        while at < len(nodes) and nodes[at].start_byte < low:
            at += 1
        begun = at
        while at < len(nodes) and nodes[at].end_byte <= high:
            at += 1
        crosses = (begun and nodes[begun - 1].end_byte > low) or (at < len(nodes) and nodes[at].start_byte < high)
        if begun < at and not crosses:
            yield span, nodes[begun:at]
