"""A witness: a short stretch of a long text whose error proves that the long one has it, too.

A parser sees an error at the first token with which no text can go on that begins so. What is left of the members of a
list once they are complete, be they statements of a body or methods of a class, is that there were some. So a text that
was whole and was then edited has an error if one is seen in less than that: the opening rows of what is around the
edit, the member before it, and what follows it up to the beginning of another member. Parsing that costs the same in a
long class as in a short one, while the parser's own recovery may take longer than all of a parse from nothing.

Nothing is concluded where an edit has to do with strings or comments, for what it opens may end anywhere.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice

from tree_sitter import Node, Tree

from indexer.languages.profile import profile_of
from indexer.syntax.recovery.open_tokens import COMMON, QUOTES, may_be_open, settled_by
from indexer.syntax.tools import Tools
from indexer.text.document_text import Edit

LONG = 12 * 1024  # bytes; a shorter text is parsed in no time
_FEWEST = 3  # nodes, each at the beginning of a row, that are a list
_BEHIND = 300  # bytes behind an edit in which its error is looked for, at least
_FAR = 2 * 1024  # and at most
_MOST = 3 * 1024  # bytes of a witness
_FARTHEST = 8 * 1024  # bytes behind an edit, for a brace that closes too much: that is told by what follows in the end
_THIRD = 3  # members behind an edit; the first may be a comment, and the second is what tells
_NEAR = 3  # bytes beside an edit with which it may make up a token


@dataclass(frozen=True)
class Witness:
    """What of a text without an error tells whether it has one after an edit."""

    text: bytes  # when it had none
    head: bytes  # the opening rows of what is around
    start: int  # from here on the text is looked at
    untouched: int  # as long as it is edited behind this
    ends: tuple[int, ...]  # up to here, before any edit; if that tells nothing, then up to the next one
    _proper: dict[int, bool] = field(default_factory=dict, repr=False, compare=False)  # which of these may be used

    @classmethod
    def of(cls, tools: Tools, tree: Tree, text: bytes, edit: Edit) -> Witness | None:
        """The witness for an edit of a text without an error; None if there is no short one."""
        found = _around(tree, text, edit)
        if found is None or found.ends[0] - found.start + len(found.head) > _MOST:
            return None
        return found if found._is_proper(tools, found.ends[0]) else None

    def still_holds(self, edit: Edit) -> bool:
        """Whether it tells of a text that came from the one without an error by this edit."""
        return edit.start > self.untouched and edit.end < self.ends[0]

    def settled(self, tools: Tools, data: bytes, edit: Edit) -> int | None:
        """Up to where a text with an error has to stay as it is for that to stay; None if it may have none.

        `edit` is what made it of the one without an error.
        """
        if not self.still_holds(edit) or self.ends[0] + edit.delta - self.start > _MOST:
            return None
        for end in self.ends:
            if self._concerns_strings(tools, data, edit, end):
                return None
            settled = self._seen(tools, data, end + edit.delta) if self._is_proper(tools, end) else None
            if settled is not None:
                return settled
        return None

    def _is_proper(self, tools: Tools, end: int) -> bool:
        """Whether before the edit nothing was wrong with what ends here but that it ends too early."""
        if end not in self._proper:
            self._proper[end] = self._seen(tools, self.text, end) is None
        return self._proper[end]

    def _seen(self, tools: Tools, data: bytes, end: int) -> int | None:
        """Up to where a text has to stay for the error to stay that is seen in it before an offset."""
        witness = self.head + data[self.start : end]
        root = tools.parse.parse(witness).root_node
        settled = settled_by(root, witness) if root.has_error else None
        return None if settled is None else self.start + settled - len(self.head)

    def _concerns_strings(self, tools: Tools, data: bytes, edit: Edit, end: int) -> bool:
        """Whether an edit may have opened or closed a string or a comment."""
        known = profile_of(tools.grammar).damage
        parts = (
            data[edit.start - _NEAR : edit.start + edit.inserted + _NEAR],
            self.text[edit.start - _NEAR : edit.end + _NEAR],
        )
        for opening, closing in (*COMMON, *known.open_tokens, *(() if known.quotes_end_with_row else QUOTES)):
            if any(mark.strip() in part for mark in (opening, closing) for part in parts) and (
                opening == closing or may_be_open(data[self.start : end + edit.delta], opening, closing)
            ):
                return True
        chosen = known.chosen_quotes
        return chosen is not None and any(chosen.search(part) is not None for part in parts)


def _around(tree: Tree, text: bytes, edit: Edit) -> Witness | None:
    """The innermost list around an edit in which something stands before it and enough behind it."""
    node: Node | None = tree.root_node
    head, done = b"", 0
    best: Witness | None = None
    ends: list[int] = []  # where members begin behind the edit, those further in first
    far: list[int] = []  # the same of members behind those
    while node is not None and len(head) <= _MOST:
        inner = next(
            (each for each in node.children if each.start_byte < edit.start and edit.end < each.end_byte), None
        )
        members = _members(node, text) if node.named_child_count >= _FEWEST else []
        if len(members) >= _FEWEST and members[0][0] >= done:
            rows = [row for row, _ in members]
            opening = head + text[done : rows[0]]
            behind = list(islice(_rows_behind(node, text, edit.end + _BEHIND), _THIRD))
            ends, far = behind[:1] + ends, far + behind[_THIRD - 1 :]
            end = next((end for end in ends if end <= edit.end + _FAR), None)
            at = bisect_left(members, edit.start, key=lambda each: each[1].end_byte) - 1
            if at >= 0 and end is not None:
                further = max((each for each in far if end < each <= edit.end + _FARTHEST), default=end)
                best = Witness(text, opening, rows[at], members[at][1].end_byte, tuple(sorted({end, further})))
            if inner is not None and any(each == inner for _, each in members[at + 1 : at + 2]):
                head, done = opening, members[at + 1][0]
        node = inner
    return best


def _members(node: Node, text: bytes) -> list[tuple[int, Node]]:
    """The named nodes inside another at the beginning of rows, and where these begin."""
    found: list[tuple[int, Node]] = []
    for each in node.named_children:
        row = text.rfind(b"\n", 0, each.start_byte) + 1
        if not each.is_extra and not text[row : each.start_byte].strip() and not (found and found[-1][0] == row):
            found.append((row, each))
    return found


def _rows_behind(node: Node, text: bytes, offset: int) -> Iterator[int]:
    """The rows behind an offset that the nodes inside another begin, comments also."""
    for each in node.named_children:
        if each.start_byte > offset:
            row = text.rfind(b"\n", 0, each.start_byte) + 1
            if row > offset and not text[row : each.start_byte].strip():
                yield row
