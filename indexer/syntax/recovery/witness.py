"""A witness: the beginning of a long text, up to a little behind an edit, whose error proves that all of it has it.

A parser sees an error at the first token with which no text can go on that begins so. So a text that was whole and was
then edited has an error if one is seen before what was cut off could have said anything. The beginning is parsed with
the tree of the whole text: all before the edit is taken from there, and hardly anything is behind it, so this costs the
same in a long text as in a short one, while the parser's own recovery may take longer than all of a parse from nothing.

What is cut off is an error, too, at the end. That it is told apart is tried with the text as it was: if an error is
seen there that would stay, the cut is no use. Nothing is concluded where an edit has to do with strings or comments,
for what it opens may end anywhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from tree_sitter import Node, Tree

from indexer.languages.profile import profile_of
from indexer.syntax.edited_trees import shortened_tree
from indexer.syntax.recovery.open_tokens import COMMON, QUOTES, first_error, may_be_open, settled_by
from indexer.syntax.tools import Tools
from indexer.text.document_text import Edit

LONG = 12 * 1024  # bytes; a shorter text is parsed in no time
# Bytes behind an edit in which its error is looked for: at once; and for a brace that closes too much, which is told by
# what follows in the end.
_BEHIND = (300, 6 * 1024)
_FARTHEST = 4 * 1024  # bytes that a string or a comment may go on behind that
_AROUND = 3 * 1024  # bytes around an edit in which a comment is looked for that it may open or close
_NEAR = 3  # bytes beside an edit with which it may make up a token


@dataclass(frozen=True)
class Witness:
    """What of a text without an error tells whether it has one after an edit."""

    text: bytes  # when it had none
    tree: Tree
    _proper: dict[int, bool] = field(default_factory=dict, repr=False, compare=False)  # which ends may be used
    _told: list[int] = field(default_factory=list, repr=False, compare=False)  # the end that told last goes first

    def settled(self, tools: Tools, tree: Tree, data: bytes, edit: Edit) -> int | None:
        """Up to where a text with an error has to stay as it is for that to stay; None if it may have none.

        `edit` is what made it of the one without an error, and `tree` has that noted. Nothing is told of a text that is
        translated, which hangs on what follows, or whose parser keeps keywords.
        """
        known = profile_of(tools.grammar).grammar
        if known.translated is not None or known.keeps_keywords or self._token_around(edit.start, edit.end):
            return None
        for end in sorted(self._ends(edit), key=lambda end: end not in self._told):
            if self._concerns_strings(tools, data, edit, end):
                return None
            settled = _seen(tools, tree, data, end + edit.delta, edit.start) if self._is_proper(tools, end) else None
            if settled is not None:
                self._told[:] = [end]
                return settled
        return None

    def _ends(self, edit: Edit) -> Iterator[int]:
        """Where the text may be cut, before any edit: between two tokens."""
        for behind in _BEHIND:
            end = self.text.find(b"\n", edit.end + behind) + 1
            token = self._token_around(end, end) if end else None
            if token is not None:
                end = self.text.find(b"\n", token.end_byte) + 1
            if not end or end > edit.end + behind + _FARTHEST:
                return
            yield end

    def _token_around(self, start: int, end: int) -> Node | None:
        """What has no nodes in it and goes on to both sides of a stretch, as a comment or the text of a string does."""
        token = self.tree.root_node.descendant_for_byte_range(start - 1, end) if start else None
        around = token is not None and not token.child_count and token.start_byte < start and end < token.end_byte
        return token if around else None

    def _is_proper(self, tools: Tools, end: int) -> bool:
        """Whether before the edit nothing was wrong with what ends here but that it ends too early."""
        if end not in self._proper:
            self._proper[end] = _seen(tools, self.tree, self.text, end, 0) is None
        return self._proper[end]

    def _concerns_strings(self, tools: Tools, data: bytes, edit: Edit, end: int) -> bool:
        """Whether an edit may have opened or closed a string or a comment."""
        known = profile_of(tools.grammar).damage
        parts = (
            data[max(edit.start - _NEAR, 0) : edit.start + edit.inserted + _NEAR],
            self.text[max(edit.start - _NEAR, 0) : edit.end + _NEAR],
        )
        around = data[max(edit.start - _AROUND, 0) : end + edit.delta]
        for opening, closing in (*COMMON, *known.open_tokens, *(() if known.quotes_end_with_row else QUOTES)):
            if any(mark.strip() in part for mark in (opening, closing) for part in parts) and (
                opening == closing or may_be_open(around, opening, closing)
            ):
                return True
        chosen = known.chosen_quotes
        return chosen is not None and any(chosen.search(part) is not None for part in parts)


def _seen(tools: Tools, tree: Tree, data: bytes, end: int, edited: int) -> int | None:
    """Up to where a text has to stay for the error to stay that is seen in it before an offset.

    One that is seen before the edit is none: a parser that follows several ways at once gave up the wrong one, later.
    """
    beginning = data[:end]
    seen = tools.parse.parse(beginning, shortened_tree(tree, data, end))
    root = seen.root_node
    return settled_by(seen, beginning) if root.has_error and first_error(root).end_byte > edited else None
