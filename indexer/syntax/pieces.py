"""Pieces: runs of top-level nodes that were parsed together, with their items.

A text is cut where a top-level node begins on a row at the margin, after a blank row or one that closes a block: so its
layout shows nearly all of the cuts, and what is known of a piece still holds when the text around it breaks.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from tree_sitter import Node, Tree

from indexer.extract.structure import Items, extract
from indexer.grammars.time_limit import Patience
from indexer.syntax.edited_trees import edited_tree
from indexer.syntax.recovery.layout import begins_part, run_starts
from indexer.syntax.recovery.open_tokens import first_error, in_free_text, may_close, may_leave_open, opens_or_closes
from indexer.syntax.slices import Slice, Slices, joined_slices, outside_heads, sliced
from indexer.syntax.tools import Tools
from indexer.text.document_text import Edit

Span = tuple[int, int]
Known = Callable[[bytes], Slices | None]  # the slices of a piece, if they are known by its bytes
LONG = 12 * 1024  # bytes; a shorter text is parsed in no time, whatever is wrong with it


class Guard(NamedTuple):
    """A top-level node at an edge of a piece: its kind and its span in the piece.

    A comment is none: it may stand in the midst of a statement as well as between two.
    """

    kind: int
    start: int
    end: int


class Base(NamedTuple):
    """What a piece with an error was when it had none: its slices, its tree with the edits since, and these as one.

    `is_slow` tells whether its parser was not waited for the last time.
    """

    slices: Slices | None  # None if nobody has asked for them
    tree: Tree
    edit: Edit
    is_slow: bool = False


class Piece(NamedTuple):
    """A run of top-level nodes.

    A piece that was parsed alone keeps its tree. A piece with an error keeps the guards that it had when it was last
    whole: what the parser has to find at its edges for its neighbours to stay as they are.
    """

    length: int
    slices: Slices | None  # with the items; None while nobody has asked, and of a piece with an error
    first: Guard
    last: Guard
    tree: Tree | None
    sound: bool = True
    reach: int = 0  # an error that ends here or later might be mended by what follows
    base: Base | None = None
    settled: int | None = None  # whatever stands behind this, there is an error; None if nobody knows
    faultless: int = 0  # up to here there is no error
    fresh: bool = True  # whether the tree has the tokens of the text; one that was not made anew may not

    @property
    def guarded(self) -> bool:
        """Whether there is anything but comments in it."""
        return self.first.kind >= 0

    @property
    def torn(self) -> bool:
        """Whether what follows might mend an error."""
        if self.sound or self.settled is not None:
            return False
        return self.tree is None or first_error(self.tree.root_node).end_byte >= self.reach

    @property
    def items(self) -> tuple[Items, int]:
        """The items, and the offset before the piece that they are relative to."""
        assert self.slices is not None
        if len(self.slices) == 1:
            return self.slices[0].items, self.slices[0].origin
        return joined_slices(self.slices), 0

    def slices_between(self, low: int, high: int) -> Slices | None:
        """The slices of the nodes from one offset to another, if nodes begin there and the items are known."""
        if self.slices is None or self.tree is None:
            return None
        edges = {0, self.length, *(node.start_byte for node in self.tree.root_node.children)}
        definitions = joined_slices(self.slices).definitions
        if low not in edges or high not in edges or any(each.start < low < each.header_end for each in definitions):
            return None
        found: list[Slice] = []
        at = 0
        for each in self.slices:
            begin, end = max(at, low), min(at + each.length, high)
            if end - begin == each.length:
                found.append(each)
            elif begin < end:
                shift = each.origin - at
                own = each.items.starting(begin + shift, end + shift)
                found.append(Slice.of(end - begin, own, begin + shift))
            at += each.length
        return tuple(found)

    def known(self, data: bytes, tools: Tools) -> Piece:
        """The same piece with its items; `data` is its text."""
        if self.slices is not None:
            return self
        tree = tools.parse.parse(data) if self.tree is None else self.tree
        return self._replace(slices=slices_of(tools, tree, data), tree=tree)

    def _still_broken(self, grammar: str, old: bytes, data: bytes, edit: Edit, base: Base | None) -> Piece | None:
        """The piece after an edit that does not mend it; None where that is not known.

        It is too far behind the first error, or it changes words in a comment or a string and so no token. The tree is
        not made anew. Somebody will want that who edits what is before.
        """
        if self.sound or self.tree is None:
            return None
        if self.settled is not None and edit.start > self.settled and not self._may_end(grammar, old, data, edit):
            return self._broken(old, data, edit, base, self.settled, self.faultless, False)
        if self.fresh and in_free_text(self.tree, old, data, edit):
            after = self.settled + edit.delta if self.settled is not None else None
            faultless = self.faultless + edit.delta if edit.end <= self.faultless else min(self.faultless, edit.start)
            return self._broken(old, data, edit, base, after, faultless, True)
        return None

    def _may_end(self, grammar: str, old: bytes, data: bytes, edit: Edit) -> bool:
        """Whether an edit may end what is open where the first error is."""
        return may_close(grammar, old, data, edit) and may_leave_open(grammar, old[: self.settled])

    def _broken(
        self, old: bytes, data: bytes, edit: Edit, base: Base | None, settled: int | None, faultless: int, fresh: bool
    ) -> Piece:
        kind, start, end = self.last
        last = Guard(kind, start + edit.delta, end + edit.delta)
        reach = self.reach + edit.delta if self.reach else 0
        tree = self.edited_tree(old, data, edit)
        return Piece(len(data), None, self.first, last, tree, False, reach, base, settled, faultless, fresh)

    def after(
        self, tools: Tools, old: bytes, data: bytes, edit: Edit, base: Base | None, final: bool = True
    ) -> Piece | Tree:
        """The tree of a piece after an edit, or the piece, if it is known to have an error then without a parse of all
        of it.

        `base` is what is known of it from when it had none, `final` whether nothing stands behind it. Whether a piece
        that has no error yet gets one is asked where that is likely: it costs as much as an edit in a short piece does.
        """
        broken = self._still_broken(tools.grammar, old, data, edit, base)
        if broken is not None:
            return broken
        if base is None:
            return tools.parsed(data, self.edited_tree(old, data, edit))
        if len(data) <= LONG:
            return tools.parsed(data, base.tree)
        likely = not self.sound or opens_or_closes(tools.grammar, old, data, edit)
        patience = Patience.NONE if base.is_slow else Patience.LITTLE if likely else Patience.MUCH
        seen = tools.parsed_until_error(data, base.tree, base.edit.start, patience)
        if not isinstance(seen, int):
            return seen
        base = base._replace(is_slow=True)
        if seen < len(data):
            return self._broken(old, data, edit, base, seen, base.edit.start, False)
        if not final:  # what is behind it might help
            return tools.parsed(data, base.tree)
        return self._broken(old, data, edit, base, None, base.edit.start, False)

    def edited_tree(self, old: bytes, data: bytes, edit: Edit) -> Tree | None:
        """The piece's tree, if it has one, with an edit noted; `old` and `data` are its text before and after."""
        return None if self.tree is None else edited_tree(self.tree, old, data, edit)

    def edited_base(self, old: bytes, data: bytes, edit: Edit) -> Base | None:
        """What is known of the piece from when it had no error, with an edit noted."""
        if self.base is not None:
            slices, tree, before, is_slow = self.base
            return Base(slices, edited_tree(tree, old, data, edit), before.then(edit), is_slow)
        if not self.sound or self.tree is None:
            return None
        return Base(self.slices, edited_tree(self.tree, old, data, edit), edit)


def slices_of(tools: Tools, tree: Tree, data: bytes) -> Slices:
    """The slices of a text without errors."""
    return sliced(tree.root_node.children if tools.local else (), tools.items(tree, data), data, 0, len(data))


def guard(node: Node | None, origin: int = 0) -> Guard:
    if node is None:
        return Guard(-1, 0, 0)
    return Guard(node.kind_id, node.start_byte - origin, node.end_byte - origin)


def edges(nodes: Sequence[Node], start: int) -> tuple[Guard, Guard]:
    """The guards of a piece that begins at an offset."""
    first = next((node for node in nodes if not node.is_extra), None)
    last = next((node for node in reversed(nodes) if not node.is_extra), None)
    return guard(first, start), guard(last, start)


def whole(tree: Tree, slices: Slices, length: int) -> Piece:
    """A text as one piece."""
    first, last = _first_edge(tree), guard(None)
    cursor = tree.walk()
    if cursor.goto_last_child() and (node := cursor.node) is not None:
        last = edges(tree.root_node.children, 0)[1] if node.is_extra else guard(node)
    return Piece(length, slices, first, last, tree)


def _first_edge(tree: Tree) -> Guard:
    """The guard that a text begins with. There may be hundreds of comments before it, and thousands of nodes behind."""
    cursor = tree.walk()
    found = cursor.goto_first_child()
    while found and (node := cursor.node) is not None:
        if not node.is_extra:
            return guard(node)
        found = cursor.goto_next_sibling()
    return guard(None)


def offsets_of(pieces: Iterable[Piece]) -> list[int]:
    """Where each piece starts, and where the last one ends."""
    return list(accumulate((piece.length for piece in pieces), initial=0))


def cuts(grammar: str, tree: Tree, data: bytes, edit_start: int = -1, edit_end: int = -1) -> list[Span] | None:
    """Where a text without errors is cut. The nodes next to an edit stay in its piece, as guards for the next key.

    None if nearly all of it is in one piece.
    """
    if _is_mostly_one(tree, len(data)):
        return None
    found = [0]
    for before, node in pairwise(tree.root_node.children):
        here = node.start_byte
        if begins_part(grammar, data, here) and not (before.start_byte <= edit_end and node.end_byte >= edit_start):
            found.append(here)
    spans = list(pairwise([*run_starts(grammar, data, found), len(data)]))
    return spans if max(end - start for start, end in spans) * 2 <= len(data) else None


def _is_mostly_one(tree: Tree, length: int) -> bool:
    """Whether one node at the top is more than half of a text, as a class often is."""
    cursor = tree.walk()
    if cursor.goto_first_child_for_byte(length // 2) is None:
        return False
    node = cursor.node
    return node is not None and (node.end_byte - node.start_byte) * 2 > length


def cut(tree: Tree, items: Items, data: bytes, spans: list[Span]) -> list[Piece]:
    """The pieces of a text without errors. A head, which may begin with a node of its own, is not cut."""
    begin, end = spans[0][0], spans[-1][1]
    spans = list(pairwise([begin, *outside_heads((start for start, _ in spans[1:]), items), end]))
    nodes = tree.root_node.children
    starts = [node.start_byte for node in nodes]
    pieces = []
    for start, end in spans:
        own = nodes[bisect_left(starts, start) : bisect_left(starts, end)]
        pieces.append(Piece(end - start, sliced(own, items, data, start, end), *edges(own, start), None))
    return pieces


def cut_as_known(tools: Tools, tree: Tree, data: bytes, spans: list[Span], known: Known) -> list[Piece] | None:
    """The same where much of the text was there before, in pieces that are known by their bytes; None if little was.

    What was taken for a string, or for its outside, is what it was when the quote is gone.
    """
    found = {span: slices for span in spans if (slices := known(data[slice(*span)])) is not None}
    if not tools.local or sum(end - start for start, end in found) * 2 < len(data):
        return None
    nodes = tree.root_node.children
    starts = [node.start_byte for node in nodes]
    pieces: list[Piece] = []
    new: list[Span] = []
    for span in [*spans, None]:
        if span is not None and span not in found:
            new.append(span)
            continue
        if new:
            low, high = new[0][0], new[-1][1]
            items = extract(tree, tools.query, data, (low, high)).starting(low, high)
            if any(each.header_end > high for each in items.definitions):
                return None  # a head goes on in what is known
            pieces += cut(tree, items, data, new)
            new = []
        if span is not None:
            own = nodes[bisect_left(starts, span[0]) : bisect_left(starts, span[1])]
            pieces.append(Piece(span[1] - span[0], found[span], *edges(own, span[0]), None))
    return pieces


def cut_around_errors(grammar: str, root: Node, data: bytes) -> list[Piece]:
    """A text with errors in pieces: those without any between nodes that have none, each error with its neighbours."""
    nodes = root.children
    if root.is_error:  # what lies before the first loose token is whole; nothing is sure of the rest
        sure = next((at for at, node in enumerate(nodes) if node.has_error or not node.is_named), len(nodes))
        nodes = nodes[: max(sure - 1, 0)]
    bad = [node.has_error for node in nodes]
    # A node on each side of an error belongs to its piece.
    calm = (at for at in range(1, len(nodes)) if not any(bad[max(at - 2, 0) : at + 2]))
    found = [0, *(at for at in calm if begins_part(grammar, data, nodes[at].start_byte))]
    pieces = []
    for start, end in pairwise([*found, len(nodes)]):
        begin = nodes[start].start_byte if start else 0
        final = end == len(nodes)
        length = (len(data) if final else nodes[end].start_byte) - begin
        broken = any(bad[start:end]) or (final and root.is_error)
        guards = edges(nodes[start:end], begin)
        pieces.append(Piece(length, None, *guards, None, not broken))
    return pieces
