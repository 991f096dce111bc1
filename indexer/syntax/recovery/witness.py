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
from typing import NamedTuple

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
_NEAR = 3  # bytes beside an edit with which it may make up a token


class Witness(NamedTuple):
    """What of a text without an error tells whether it has one after an edit."""

    text: bytes  # when it had none
    head: bytes  # the opening rows of what is around
    start: int  # from here on the text is looked at
    untouched: int  # as long as it is edited behind this
    end: int  # up to here, before any edit

    @classmethod
    def of(cls, tools: Tools, tree: Tree, text: bytes, edit: Edit) -> Witness | None:
        """The witness for an edit of a text without an error; None if there is no short one."""
        found = _around(tree, text, edit)
        if found is None or found.end - found.start + len(found.head) > _MOST:
            return None
        # Before the edit nothing is wrong with it but that it ends too early.
        return found if found._seen(tools, text, found.end) is None else None

    def still_holds(self, edit: Edit) -> bool:
        """Whether it tells of a text that came from the one without an error by this edit."""
        return edit.start > self.untouched and edit.end < self.end

    def settled(self, tools: Tools, data: bytes, edit: Edit) -> int | None:
        """Up to where a text with an error has to stay as it is for that to stay; None if it may have none.

        `edit` is what made it of the one without an error.
        """
        end = self.end + edit.delta
        if not self.still_holds(edit) or end - self.start > _MOST or self._concerns_strings(tools, data, edit):
            return None
        return self._seen(tools, data, end)

    def _seen(self, tools: Tools, data: bytes, end: int) -> int | None:
        """Up to where a text has to stay for the error to stay that is seen in it before an offset."""
        witness = self.head + data[self.start : end]
        root = tools.parse.parse(witness).root_node
        settled = settled_by(root, witness) if root.has_error else None
        return None if settled is None else self.start + settled - len(self.head)

    def _concerns_strings(self, tools: Tools, data: bytes, edit: Edit) -> bool:
        """Whether an edit may have opened or closed a string or a comment."""
        known = profile_of(tools.grammar).damage
        parts = (
            data[edit.start - _NEAR : edit.start + edit.inserted + _NEAR],
            self.text[edit.start - _NEAR : edit.end + _NEAR],
        )
        for opening, closing in (*COMMON, *known.open_tokens, *(() if known.quotes_end_with_row else QUOTES)):
            if any(mark.strip() in part for mark in (opening, closing) for part in parts) and (
                opening == closing or may_be_open(data[self.start : self.end + edit.delta], opening, closing)
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
    while node is not None and len(head) <= _MOST:
        inner = next(
            (each for each in node.children if each.start_byte < edit.start and edit.end < each.end_byte), None
        )
        members = _members(node, text) if node.named_child_count >= _FEWEST else []
        if len(members) >= _FEWEST and members[0][0] >= done:
            rows = [row for row, _ in members]
            opening = head + text[done : rows[0]]
            ends = [*_next_row(node, text, edit.end + _BEHIND), *ends]
            end = next((end for end in ends if end <= edit.end + _FAR), None)
            at = bisect_left(members, edit.start, key=lambda each: each[1].end_byte) - 1
            if at >= 0 and end is not None:
                best = Witness(text, opening, rows[at], members[at][1].end_byte, end)
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


def _next_row(node: Node, text: bytes, offset: int) -> Iterator[int]:
    """The next row behind an offset that one of the nodes inside another begins, a comment also."""
    for each in node.named_children:
        if each.start_byte > offset:
            row = text.rfind(b"\n", 0, each.start_byte) + 1
            if row > offset and not text[row : each.start_byte].strip():
                yield row
                return
