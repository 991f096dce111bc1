"""What a row at the margin cuts in two, as somebody leaves it who types or pastes there, or a merge conflict.

A part whose class is open at its end is followed by one that goes on with the class and has no head of its own. Its
members are read between the head above and what closes that: those of the class first, then, behind the row that closes
it, those of what is around it.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, NamedTuple

from indexer.syntax.recovery.layout import DEEPEST, closed_by, going_on_inside, without_comments_above
from indexer.syntax.recovery.members import LONG, LONGEST_HEAD, Members, Part, Split, column_of, foot_of
from indexer.syntax.recovery.memo import Memo
from indexer.syntax.recovery.openings import Stretch
from indexer.syntax.tools import Tools


class Opened(NamedTuple):
    """Something that a part leaves open: the column of its members, and what stands before and behind each of them."""

    column: int
    head: bytes
    foot: bytes


class _Half(NamedTuple):
    """How a part goes on with what is open before it: stretches with their members, the innermost first."""

    stretches: list[tuple[int, int, Split]]
    left_open: tuple[Opened, ...]  # what the part does not close


class Halves:
    """Reads parts that go on with what the one before them leaves open."""

    def __init__(self, tools: Tools, memo: Memo[Hashable, Any], members: Members) -> None:
        self._tools = tools
        self._memo = memo
        self._members = members

    def opened(
        self, before: bytes, text: bytes, layout: Stretch, after: bytes = b"", level: int = 0
    ) -> tuple[Opened, ...]:
        """What a long part leaves open between what stands before and after it, outermost first."""
        split = self._members.split(before, text, after, layout) if level < DEEPEST else None
        if split is None or text[split.closing :].strip():
            return ()
        (low, high), (items, _) = split.members[-1]
        found: tuple[Opened, ...] = (Opened(column_of(text, split.members[0][0][0]), split.head, split.foot),)
        if items is None and high - low > LONG:
            found += self.opened(split.head, text[low:high], layout.within(low, high), split.foot, level + 1)
        return found

    def has_head(self, before: bytes, after: bytes, text: bytes, layout: Stretch) -> bool:
        """Whether what a long part begins with is whole without what is in it, as the head of a class is.

        Where something closes the part, its head is not whole without that.
        """
        inside = self._members.inside_of(layout)
        if not inside.members:
            return False
        head = before + without_comments_above(text[: inside.members[0]])
        foot = foot_of(text[inside.foot :], after)
        if len(head) > LONGEST_HEAD or self._members.if_parsed(head, b"", foot) is None:
            return False
        return not foot.strip() or self._members.if_parsed(head, b"", b"") is None

    def pieces(self, opened: tuple[Opened, ...], text: bytes, layout: Stretch) -> list[Part] | None:
        """A long part with members of what is open before it, in pieces; None if it has none."""
        found: list[Part] = []
        end = 0
        for start, end, split in self._half(opened, text, layout).stretches:
            stretch = layout.within(start, end)
            found += self._members.pieces_of(split, split.head, text[start:end], b"", stretch, 0)
        if found and end < len(text):
            found += self._members.pieces(b"", text[end:], b"", layout.within(end, len(text)))
        return found or None

    def left_open(self, opened: tuple[Opened, ...], text: bytes, layout: Stretch) -> tuple[Opened, ...]:
        """What is open before a long part and behind it."""
        return self._half(opened, text, layout).left_open

    def _half(self, opened: tuple[Opened, ...], text: bytes, layout: Stretch) -> _Half:
        key = "half", opened, text
        if key not in self._memo:
            self._memo.put(key, self._half_anew(opened, text, layout), len(text))
        found: _Half = self._memo[key]
        return found

    def _half_anew(self, opened: tuple[Opened, ...], text: bytes, layout: Stretch) -> _Half:
        found: list[tuple[int, int, Split]] = []
        left_open: tuple[Opened, ...] = ()
        start = 0
        for at in reversed(range(len(opened))):
            column, head, foot = opened[at]
            rest = layout.within(start, len(text))
            inside = going_on_inside(self._tools.grammar, rest, column)
            end = start + closed_by(rest, inside)
            split = self._members.headless(head, text[start:end], foot, inside, layout.within(start, end), 1)
            if split is None and found:
                break
            if split is not None:  # else the part may go on with what is around that
                found.append((start, end, split))
                is_closed = bool(text[start + split.closing : end].strip())
                left_open = opened[:at] if is_closed else opened[: at + 1]
                start = end
        return _Half(found, left_open)
