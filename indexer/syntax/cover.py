"""The cover of a text: its pieces as the parser sees them, those with errors among them.

An edit parses only the pieces around it. Why that is exact: the first and the last top-level node of what is parsed
anew must be untouched by the edit and must come out of the new parse as they were. The parser then enters the window in
the state it had before and leaves it in the state it had before, so everything outside parses as it did. Where they do
not come out so, the window grows.

A window with an error leaves its neighbours as they are, too, unless something in it stays open and ends behind it: a
string or a comment, which is looked for where what ends it may mend the first error, or a block whose end is in another
piece with an error. Such two are parsed as one.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import NamedTuple

from tree_sitter import Tree

from indexer.extract.structure import Items
from indexer.syntax.pieces import (
    Base,
    Guard,
    Known,
    Piece,
    cut,
    cut_around_errors,
    cut_as_known,
    cuts,
    edges,
    guard,
    offsets_of,
    slices_of,
    whole,
)
from indexer.syntax.recovery.open_tokens import (
    closed_later,
    first_error,
    may_close,
    may_leave_open,
    opened_before,
    settled_by,
)
from indexer.syntax.slices import Slices, joined_slices, sliced, slices_after
from indexer.syntax.tools import Tools
from indexer.text.document_text import Edit

RECUT = 8 * 1024  # a piece that grew past this is cut again
_NO_EDIT = Edit(-1, -1, 0)


class Fault(NamedTuple):
    """An error: what is from `begin` to `start` has none, and up to `end` it has one, whatever stands behind that."""

    begin: int
    start: int
    end: int


class Cover(NamedTuple):
    """Pieces in order, and where each starts; one more offset at the end, the length of the text."""

    pieces: list[Piece]
    offsets: list[int]

    @classmethod
    def of(cls, pieces: list[Piece]) -> Cover:
        return cls(pieces, offsets_of(pieces))

    @classmethod
    def of_valid(cls, tree: Tree, items: Items, data: bytes, tools: Tools) -> Cover:
        """The cover of a text without errors."""
        spans = cuts(tools.grammar, tree, data) if tools.cuttable else None
        if spans is not None:
            return cls.of(cut(tree, items, data, spans))
        slices = sliced(tree.root_node.children if tools.local else (), items, data, 0, len(data))
        return cls.of([whole(tree, slices, len(data))])

    @classmethod
    def of_errors(cls, tree: Tree, data: bytes, tools: Tools) -> Cover:
        """What the parser's own recovery tells of a text with errors."""
        if tools.cuttable:
            return cls.of(cut_around_errors(tools.grammar, tree.root_node, data))._with_fault(tree, data)
        return cls.of([Piece(len(data), None, guard(None), guard(None), tree, False)])

    def _with_fault(self, tree: Tree, data: bytes) -> Cover:
        """The cover of a text with errors that knows where the first one is."""
        settled, start = settled_by(tree, data), first_error(tree.root_node).start_byte
        if settled is None:
            return self
        at = self._at(start)
        begin, end = self.offsets[at : at + 2]
        if self.pieces[at].sound or settled > end:
            return self
        known = self.pieces[at]._replace(settled=settled - begin, faultless=start - begin)
        return Cover([*self.pieces[:at], known, *self.pieces[at + 1 :]], self.offsets)

    @property
    def sound(self) -> bool:
        """Whether the text has no error."""
        return all(piece.sound for piece in self.pieces)

    @property
    def broken_spans(self) -> list[tuple[int, int]]:
        """Where the pieces with an error are."""
        return [(self.offsets[at], self.offsets[at + 1]) for at in self._broken()]

    @property
    def faults(self) -> list[Fault]:
        """Where the first errors of pieces are, if that is known."""
        spans = zip(self.pieces, self.offsets, strict=False)
        return [
            Fault(at, at + piece.faultless, at + piece.settled)
            for piece, at in spans
            if not piece.sound and piece.settled is not None and piece.faultless
        ]

    def slices_between(self, start: int, end: int) -> Slices | None:
        """The slices of some nodes of a piece without errors, if that is what is there and its items are known."""
        at = bisect_right(self.offsets, start) - 1
        if at >= len(self.pieces) or end > self.offsets[at + 1] or not self.pieces[at].sound:
            return None
        return self.pieces[at].slices_between(start - self.offsets[at], end - self.offsets[at])

    def known(self, data: bytes, tools: Tools) -> Cover:
        """The same cover with the items of all its pieces."""
        if all(piece.slices is not None for piece in self.pieces):
            return self
        texts = (data[start : start + piece.length] for piece, start in zip(self.pieces, self.offsets, strict=False))
        pieces = [piece.known(text, tools) for piece, text in zip(self.pieces, texts, strict=True)]
        return Cover(pieces, self.offsets)

    def edited(self, old: bytes, data: bytes, edit: Edit, tools: Tools, known: Known) -> Cover:
        """The cover of `data`, which came from `old` by `edit`."""
        after = self._edited(old, data, edit, tools, known)
        broken = after._broken()
        ends = may_close(tools.grammar, old, data, edit)
        opened = opened_before(tools.grammar, data, edit.start) if ends else None
        if opened is not None and (left := after._at(opened)) < (right := after._at(edit.start)):
            # What is typed here may end a comment that was left open there, which need not be an error.
            return after._joined(min([left, *broken]), max([right, *broken]), data, tools, known)
        if broken and (
            (len(broken) > 1 and after.pieces[broken[0]].torn)
            or (ends and after._may_end(broken[0], data, edit, tools))
        ):
            # What is left open here may end where another error is, or with what was just typed.
            return after._joined(broken[0], broken[-1], data, tools, known)
        return after

    def _at(self, offset: int) -> int:
        """The piece that an offset is in."""
        return min(bisect_right(self.offsets, offset), len(self.pieces)) - 1

    def _may_end(self, at: int, data: bytes, edit: Edit, tools: Tools) -> bool:
        """Whether a string or a comment that a broken piece leaves open may end where an edit behind it was made."""
        start, end = self.offsets[at : at + 2]
        settled = self.pieces[at].settled
        until = end if settled is None else start + settled
        return edit.start >= end and may_leave_open(tools.grammar, data[start:until])

    def _broken(self) -> list[int]:
        return [at for at, piece in enumerate(self.pieces) if not piece.sound]

    def _edited(self, old: bytes, data: bytes, edit: Edit, tools: Tools, known: Known) -> Cover:
        left, right = self._window(edit)
        final = len(self.pieces) - 1
        base: Base | None = None
        tree: Tree | None = None  # of the window, where it is one piece
        if left == right:
            start, end = self.offsets[left : left + 2]
            within = Edit(edit.start - start, edit.end - start, edit.inserted)
            piece, past, window = self.pieces[left], old[start:end], data[start : end + edit.delta]
            base = piece.edited_base(past, window, within)
            after = piece.after(tools, past, window, within, base, right == final)
            if isinstance(after, Piece):
                return self._with(left, right, [after])
            tree = after
        growth = 1
        while True:
            start, end = self.offsets[left], self.offsets[right + 1]
            window = data[start : end + edit.delta]
            within = Edit(edit.start - start, edit.end - start, edit.inserted)
            first, last = self._expected(left, right, edit.delta)
            if tree is None:
                base, tree = None, tools.parse.parse(window)
            root = tree.root_node
            settled = settled_by(tree, window) if root.has_error else None
            later = None
            if right < final and settled is None:
                later = closed_later(tools, tree, window, data, end + edit.delta)
            if later is not None:
                right = max(bisect_right(self.offsets, later - edit.delta), right + growth)
            elif root.has_error:
                reach = last.start if right < final else len(window)
                faultless = first_error(root).start_byte
                broken = Piece(len(window), None, first, last, tree, False, reach, base, settled, faultless)
                return self._with(left, right, [broken])
            elif left > 0 and edges(root.children, 0)[0] != first:
                left -= growth
            elif right < final and edges(root.children, 0)[1] != last:
                right += growth
            else:
                slices = None
                if base is not None and base.slices is not None and tools.local:
                    slices = slices_after(base.slices, base.tree, tree, tools.query, window, base.edit)
                # Rows that came or went may make a place to cut at, and a key in a row does not, unless it ends
                # something that had taken what follows in.
                grew = left < right or not self.pieces[left].sound
                may_cut = grew or (len(window) > RECUT and _has_rows(old, data, edit))
                return self._with(left, right, _pieces(tools, tree, slices, window, within, may_cut, known))
            growth *= 2
            left, right, tree = max(left, 0), min(right, final), None

    def _window(self, edit: Edit) -> tuple[int, int]:
        """The pieces that an edit touches, with a node before it and one behind it that it does not touch."""
        pieces, offsets = self.pieces, self.offsets
        left = max(bisect_left(offsets, edit.start) - 1, 0)
        right = min(bisect_right(offsets, edit.end), len(pieces)) - 1
        while left > 0 and not (pieces[left].guarded and edit.start > offsets[left] + pieces[left].first.end):
            left -= 1
        while right < len(pieces) - 1 and not (
            pieces[right].guarded and edit.end < offsets[right] + pieces[right].last.start
        ):
            right += 1
        return left, right

    def _expected(self, left: int, right: int, delta: int) -> tuple[Guard, Guard]:
        """What has to stand at the edges of a window."""
        kind, start, end = self.pieces[right].last
        moved = self.offsets[right] + delta - self.offsets[left]
        return self.pieces[left].first, Guard(kind, start + moved, end + moved)

    def _joined(self, left: int, right: int, data: bytes, tools: Tools, known: Known) -> Cover:
        """The cover with all pieces from one to another parsed as one, and more if something open there ends behind."""
        final = len(self.pieces) - 1
        while True:
            end = self.offsets[right + 1]
            window = data[self.offsets[left] : end]
            tree = tools.parse.parse(window)
            expected = self._expected(left, right, 0)
            found = edges(tree.root_node.children, 0)
            later = None if right == final else closed_later(tools, tree, window, data, end)
            more = right - left + 1
            if later is not None:
                right = max(self._at(later), right + more)
            elif tree.root_node.has_error:
                return self._with(left, right, [Piece(len(window), None, *expected, tree, False)])
            elif left > 0 and found[0] != expected[0]:
                left -= more
            elif right < final and found[1] != expected[1]:
                right += more
            else:
                return self._with(left, right, _pieces(tools, tree, None, window, _NO_EDIT, True, known))
            left, right = max(left, 0), min(right, final)

    def _with(self, left: int, right: int, new: list[Piece]) -> Cover:
        return Cover.of(self.pieces[:left] + new + self.pieces[right + 1 :])


def _has_rows(old: bytes, data: bytes, edit: Edit) -> bool:
    """Whether the end of a row is in what an edit removes or adds."""
    return b"\n" in old[edit.start : edit.end] or b"\n" in data[edit.start : edit.start + edit.inserted]


def _pieces(
    tools: Tools, tree: Tree, slices: Slices | None, data: bytes, edit: Edit, may_cut: bool, known: Known
) -> list[Piece]:
    """The pieces of a window without errors; `slices` are those of it as one piece, if they are known."""
    spans = None
    if tools.cuttable and may_cut:
        spans = cuts(tools.grammar, tree, data, edit.start, edit.start + edit.inserted)
    if spans is None:
        return [whole(tree, slices_of(tools, tree, data) if slices is None else slices, len(data))]
    if slices is not None:
        return cut(tree, joined_slices(slices), data, spans)
    return cut_as_known(tools, tree, data, spans, known) or cut(tree, tools.items(tree, data), data, spans)
