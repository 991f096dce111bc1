"""A damaged part of a text, read member by member.

A class of thousands of rows has one damaged method, and the next keystroke changes that method alone. So a long part is
cut at its members; each is parsed between the part's head and foot, what is made of it depends on these bytes alone,
and is known when the part is read again. What the part itself is, is told by its head and foot with one of its members
between them.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Hashable, Iterator
from itertools import pairwise
from typing import Any, NamedTuple
from zlib import crc32

from tree_sitter import Tree

from indexer.extract.structure import Items, extract, joined
from indexer.languages.profile import profile_of
from indexer.syntax.cover import Fault
from indexer.syntax.recovery.damage import Damage, lengthened, shortened
from indexer.syntax.recovery.last_whole import LastWhole
from indexer.syntax.recovery.layout import (
    DEEPEST,
    TRIED,
    Inside,
    rows_inside,
    runs_inside,
    sees_more,
    without_comments_above,
)
from indexer.syntax.recovery.layout import (
    inside_of as layout_inside,
)
from indexer.syntax.recovery.memo import Memo
from indexer.syntax.recovery.open_tokens import is_hopeless, settled_by
from indexer.syntax.recovery.openings import Stretch
from indexer.syntax.recovery.shells import with_head
from indexer.syntax.recovery.strategy import strategy_of
from indexer.syntax.recovery.trees import Failed, Trees
from indexer.syntax.tools import Tools
from indexer.text.document_text import Edit

LONG = 3 * 1024  # bytes; a shorter part is read at once
LONGEST_HEAD = 16 * 1024  # bytes; each member is parsed with it
_SHORT = 1024  # bytes; what is shorter is parsed in no time, whatever is wrong with it
_RUN = 8  # members, more or less, that are one piece
SEVERAL = 6  # members that it is worth the while to look for in the text as it was
_FEWEST = 4  # members that are taken for such without a head
_FAR = 200  # columns
_BROKEN: tuple[None, bool] = (None, True)
_END = b"end\n"  # what closes things in languages without braces

Cut = Callable[[Items, int, int], Items]
Part = tuple[int, Items]  # the length of a piece and its items
Span = tuple[int, int]
Known = tuple[Items | None, bool]  # of a member: its items if it parses where it stands, and whether a run ends with it
Member = tuple[Span, Known]


class Split(NamedTuple):
    """A long part cut at its members."""

    head: bytes  # what stands before each member
    foot: bytes
    members: list[Member]
    closing: int  # where the row that closes the part begins


class _Seen(NamedTuple):
    """The last text that was asked for its items though it does not parse."""

    text: bytes
    tree: Tree
    window: Span = (0, 0)
    items: Items | None = None  # those in the window


class Members:
    """Reads damaged parts."""

    def __init__(self, tools: Tools, memo: Memo[Hashable, Any], trees: Trees, failed: Failed, past: LastWhole) -> None:
        self._tools = tools
        self._past = past
        self._memo = memo
        self._trees = trees
        self._failed = failed
        self.fault: Fault | None = None  # the first error of the part that is read, if it is known
        self._seen: _Seen | None = None
        self._hopeless = b""  # the last head behind which nothing parses
        self._alone = strategy_of(tools.grammar).alone
        self._by_row = profile_of(tools.grammar).damage.members_by_row
        self._fillers = profile_of(tools.grammar).damage.fillers

    def pieces(self, before: bytes, text: bytes, after: bytes, layout: Stretch, level: int = 0) -> Iterator[Part]:
        """A part that does not parse between what stands before and after it, in pieces."""
        found = self.of_container(before, text, after, layout, level) if len(text) > LONG else None
        if found is not None:
            yield from found
            return
        after = self._filled(before, text, after)
        key = "damaged", before, text, after
        if key not in self._memo:
            items = strategy_of(self._tools.grammar).with_names(text, self._at_once(before, text, after))
            self._memo.put(key, items, len(text))
        yield len(text), self._memo[key]

    def of_container(
        self, before: bytes, text: bytes, after: bytes, layout: Stretch, level: int = 0
    ) -> list[Part] | None:
        """A long part in pieces, those of its members among them; None if it cannot be told from them."""
        split = self.split(before, text, after, layout) if level < DEEPEST else None
        return None if split is None else list(self.pieces_of(split, before, text, after, layout, level))

    def pieces_of(
        self, split: Split, before: bytes, text: bytes, after: bytes, layout: Stretch, level: int
    ) -> Iterator[Part]:
        start, end = split.members[0][0][0], split.closing
        container = self._container(before, text, after, split)
        yield start, container.starting(0, end)
        for run in _runs(split.members):
            low, high = run[0][0][0], run[-1][0][1]
            if run[0][1][0] is None:
                yield from self.pieces(split.head, text[low:high], split.foot, layout.within(low, high), level + 1)
            else:
                yield high - low, self._joined(split, text[low:high], run)
        yield len(text) - end, container.starting(end, len(text) + 1).shifted(-end)

    def _joined(self, split: Split, text: bytes, run: list[Member]) -> Items:
        """The items of several members that parse."""
        key = "run", split.head, text, split.foot
        if key not in self._memo:
            low = run[0][0][0]
            items = joined(items.shifted(span[0] - low) for span, (items, _) in run if items is not None)
            self._memo.put(key, items, len(text))
        found: Items = self._memo[key]
        return found

    def split(self, before: bytes, text: bytes, after: bytes, layout: Stretch) -> Split | None:
        key = "split", before, text, after
        if key not in self._memo:
            self._memo.put(key, self._split_anew(before, text, after, layout), len(text))
        found: Split | None = self._memo[key]
        return found

    def _split_anew(self, before: bytes, text: bytes, after: bytes, layout: Stretch) -> Split | None:
        inside = self.inside_of(layout)
        found = self._headed(before, text, after, inside, layout, sparing=True)
        if found is None:
            found = self.headless(before, text, foot_of(b"", after), inside, layout)
        if found is None:
            found = self._headed(before, text, after, inside, layout)
        return self._table(before, text, after, layout) if found is None else found

    def _headed(
        self, before: bytes, text: bytes, after: bytes, inside: Inside, layout: Stretch, sparing: bool = False
    ) -> Split | None:
        """A part with a head; `sparing` leaves out a head behind which most of some members do not parse."""
        best: Split | None = None
        fewest = 0
        for starts in inside.heads():
            head = before + self._alone(without_comments_above(text[: starts[0]]))
            if len(head) > LONGEST_HEAD:
                continue
            spans = list(pairwise([*starts, inside.foot]))
            foot = self._foot_behind(before, head, text, spans, inside.foot, after)
            if foot is None or (sparing and self._is_poor_head(head, text, spans, foot)):
                continue
            if len(spans) == 1:  # all of the part, which does not parse
                members: list[Member] = [(spans[0], _BROKEN)]
            else:
                members = self._tried(head, text, spans, foot, layout, self._faulty(text, spans, layout))
            broken = _count_broken(members)
            if broken < len(members) and (best is None or broken < fewest):
                best, fewest = Split(head, foot, members, inside.foot), broken
            if broken * 2 < len(members):
                break
            if best is None and self.if_parsed(head, b"", foot) is not None:
                # One thing in another, as a class in a namespace: the outer one is whole without it.
                best, fewest = Split(head, foot, members, inside.foot), broken
        return best

    def _is_poor_head(self, head: bytes, text: bytes, spans: list[Span], foot: bytes) -> bool:
        """Whether most of some members do not parse behind a head, as behind a row that is typed at the margin."""
        some = spans[:: max(len(spans) // TRIED, 1)] if len(spans) > TRIED else []
        return sum(self.if_parsed(head, text[slice(*span)], foot) is None for span in some) * 2 > len(some)

    def _foot_behind(
        self, before: bytes, head: bytes, text: bytes, spans: list[Span], closing: int, after: bytes
    ) -> bytes | None:
        """What stands behind each member, if this is a head at all.

        Where a part is left open, what would close it does, for members do not stand alone in most languages.
        """
        feet = [foot_of(self._alone(text[closing:]), after)]
        if not text[closing:].strip():
            own = _braces(head[len(before) :])
            if own and _is_left_open(text):
                feet = [own + after]
            elif not own and len(spans) > TRIED:
                feet.append(_END + after)
            elif not own and self._is_closed_by(_END + after, head, feet[0]):
                feet = [_END + after]
        return next((foot for foot in feet if self._is_head(head, text, spans, foot)), None)

    def _is_closed_by(self, foot: bytes, head: bytes, instead: bytes) -> bool:
        """Whether a head is whole with what stands behind it, and not with something else there."""
        return self.if_parsed(head, b"", instead) is None and self.if_parsed(head, b"", foot) is not None

    def _filled(self, before: bytes, text: bytes, after: bytes) -> bytes:
        """What stands behind a member that ends with a comma, where one more has to follow it."""
        if not self._fillers or not text.rstrip().endswith(b","):
            return after
        return self._fillers.get(before.rstrip()[-1:], b"") + after

    def inside_of(self, layout: Stretch) -> Inside:
        return (rows_inside if self._by_row else layout_inside)(self._tools.grammar, layout)

    def _is_head(self, head: bytes, text: bytes, spans: list[Span], foot: bytes) -> bool:
        """Whether some of many members parse behind a head, or nothing does."""
        if len(spans) <= TRIED:
            return True
        if self._hopeless and head.startswith(self._hopeless):
            return False
        if self.if_parsed(head, b"", foot) is not None:
            return True
        some = spans[:: max(len(spans) // TRIED, 1)]
        return not self._is_hopeless(head) and any(
            self.if_parsed(head, text[slice(*span)], foot) is not None for span in some
        )

    def _is_hopeless(self, head: bytes) -> bool:
        """Whether nothing parses behind a head."""
        key = "hopeless", head
        if key not in self._memo:
            self._memo.put(key, is_hopeless(self._tools.grammar, self._tools.parse.parse, head), len(head))
        found: bool = self._memo[key]
        if found:
            self._hopeless = head
        return found

    def headless(
        self, before: bytes, text: bytes, foot: bytes, inside: Inside, layout: Stretch, fewest: int = _FEWEST
    ) -> Split | None:
        """A part whose members are whole without its head, as those of a class are below a row at the margin."""
        spans = list(pairwise([*inside.members, inside.foot]))
        if len(spans) < fewest or not self._is_head(before, text, spans, foot):
            return None
        members = self._tried(before, text, spans, foot, layout)
        broken = _count_broken(members)
        # The first of a few may be what is left of the one that was cut.
        whole = broken * 2 < len(members) or (fewest == 1 and broken == 1 < len(members))
        return Split(before, foot, members, inside.foot) if whole else None

    def _table(self, before: bytes, text: bytes, after: bytes, layout: Stretch) -> Split | None:
        """A part with nothing but rows in it, nearly all of which parse."""
        inside = runs_inside(self._tools.grammar, layout)
        spans = list(pairwise([*inside.members, inside.foot]))
        head = before + text[: inside.members[0]] if spans else b""
        foot = foot_of(self._alone(text[inside.foot :]), after)
        if len(spans) < _FEWEST or len(head) > LONGEST_HEAD or not self._is_head(head, text, spans, foot):
            return None
        members = self._tried(head, text, spans, foot, layout)
        broken = _count_broken(members)
        return Split(head, foot, members, inside.foot) if broken * 4 < len(members) else None

    def _container(self, before: bytes, text: bytes, after: bytes, split: Split) -> Items:
        """What a part itself is: its items without those of its members, told with the last that parses alone in it."""
        start = split.members[0][0][0]
        whole = (span for span, (items, _) in reversed(split.members) if items is not None)
        low, high = next(whole, (start, start))
        shell = text[:start] + text[low:high] + text[split.closing :]
        # What is left open is closed as it is for its members.
        behind, cut = (after, Items.inside) if text[split.closing :].strip() else (split.foot, _left_open)
        key = "container", before, shell, behind
        if key not in self._memo:
            self._memo.put(key, self._extracted(before, shell, behind, cut), len(shell))
        kept = start + high - low

        def outside(offset: int) -> bool:
            return not start <= offset < kept

        def moved(offset: int) -> int:
            if offset <= start:
                return offset
            return offset + (low - start if offset <= kept else split.closing - kept)

        found: Items = self._memo[key]
        own = Items(
            [item._replace(header_end=min(item.header_end, start)) for item in found.definitions if outside(item[0])],
            [item for item in found.spots if outside(item[0])],
            [item for item in found.mentions if outside(item[0])],
            [item for item in found.strings if outside(item[0])],
        )
        return own.moved(moved)

    def _faulty(self, text: bytes, spans: list[Span], layout: Stretch) -> int | None:
        """Which of the members has the error of the part in it, below its first row, if that is known."""
        if self.fault is None:
            return None
        start, end = self.fault.start - layout.start, self.fault.end - layout.start
        at = bisect_left(spans, start, key=lambda span: span[0]) - 1
        if at < 0 or end > spans[at][1] or b"\n" not in text[spans[at][0] : start]:
            return None
        low, high = spans[at]
        return at if self._alone(text[low:high]).startswith(text[low:end]) else None

    def _tried(
        self, head: bytes, text: bytes, spans: list[Span], foot: bytes, layout: Stretch, faulty: int | None = None
    ) -> list[Member]:
        """Members with their items if they parse. Nearly all of them are known, and there may be hundreds.

        Where those before the `faulty` one parse, the error that is in all of the part is in that one alone, too.
        """
        key = "tried", head, foot
        known: dict[bytes, Known] = self._memo.get(key) or {}
        texts = [text[low:high] for low, high in spans]
        new = [member for member in texts if member not in known]
        were = self._as_they_were(head, text, spans, foot, layout) if len(new) > SEVERAL else {}
        if len(known) > 2 * len(texts):  # most of them are gone
            known = {member: known[member] for member in texts if member in known}
        for member in new:
            if faulty is not None and member is texts[faulty]:
                if all(known[each][0] is not None for each in texts[:faulty]):
                    known[member] = _BROKEN
                    continue
                self.fault = None
            items = were[member] if member in were else self.if_parsed(head, member, foot)
            known[member] = items, items is None or crc32(member) % _RUN == 0
        self._memo.put(key, known, 0)
        return list(zip(spans, map(known.__getitem__, texts), strict=True))

    def _as_they_were(
        self, head: bytes, text: bytes, spans: list[Span], foot: bytes, layout: Stretch
    ) -> dict[bytes, Items]:
        """What members were when the text around them was whole. A few are looked at, for the foot may be another."""
        known = self._past.items(layout.start, spans, head, self.if_parsed(head, b"", foot) is not None)
        some = list(known)[:: max(len(known) // TRIED, 1)]
        if any(self.if_parsed(head, text[slice(*span)], foot) != known[span] for span in some):
            return {}
        return {text[slice(*span)]: items for span, items in known.items()}

    def if_parsed(self, before: bytes, text: bytes, after: bytes) -> Items | None:
        """The items of a text if it parses where it stands."""
        after = self._filled(before, text, after)
        key = "parsed", before, text, after
        if key not in self._memo:
            text = self._alone(text)
            whole = before + text + after
            window = len(before), len(before) + len(text)
            tree: Tree | None
            if len(text) > LONG:
                tree = self._trees.parsed(self._tools, whole)
            elif len(text) > _SHORT and self._is_still_broken(before, text, after):
                tree = None
            else:
                tree = self._tools.parse.parse(whole)
                if tree.root_node.has_error:
                    self._failed.put(whole, tree)
                    self._note_error(before, text, after, settled_by(tree, whole))
                    tree = None
            self._memo.put(key, None if tree is None else self._within(tree, whole, window), len(text))
        found: Items | None = self._memo[key]
        return found

    def _note_error(self, before: bytes, text: bytes, after: bytes, settled: int | None) -> None:
        """Notes up to where what stands before a text and itself have to stay as they are for its error to stay."""
        known = None if settled is None or settled > len(before) + len(text) else (text, settled - len(before))
        self._memo.put(("error", before, after), known, 0)

    def _is_still_broken(self, before: bytes, text: bytes, after: bytes) -> bool:
        """Whether a text surely has an error, as the last one did that stood there.

        That is told by its beginning, up to a little behind that error: what a parser's own recovery makes of all that
        follows may take longer than anything else.
        """
        known: tuple[bytes, int] | None = self._memo.get(("error", before, after))
        if known is None:
            return False
        old, settled = known
        edit = Edit.between(old, text)
        if edit.start <= settled:
            end = text.find(b"\n", text.find(b"\n", settled + edit.delta) + 1) + 1
            if edit.end > settled or not end:
                return False
            beginning = before + text[:end]
            tree = self._tools.parse.parse(beginning)
            now = settled_by(tree, beginning) if tree.root_node.has_error else None
            if now is None:
                return False
            settled = now - len(before)
        self._note_error(before, text, after, settled + len(before))
        return True

    def _extracted(self, before: bytes, text: bytes, after: bytes, cut: Cut = Items.inside) -> Items:
        """What the parser's own recovery makes of a text where it stands."""
        key = cut, before, text, after
        if key not in self._memo:
            whole = before + self._alone(text) + after
            window = len(before), len(before) + len(text)
            seen = self._seen
            if seen is None or seen.text != whole:
                seen = _Seen(whole, self._failed.tree(self._tools, whole))
            if seen.items is None or window[0] < seen.window[0] or seen.window[1] < window[1]:
                seen = seen._replace(window=window, items=extract(seen.tree, self._tools.query, whole, window))
            self._seen = seen
            assert seen.items is not None
            self._memo.put(key, cut(seen.items, *window), len(text))
        known: Items = self._memo[key]
        return known

    def _within(self, tree: Tree, data: bytes, window: Span) -> Items:
        items = extract(tree, self._tools.query, data, window)
        return strategy_of(self._tools.grammar).with_names(data, items).inside(*window)

    def _at_once(self, before: bytes, text: bytes, after: bytes) -> Items:
        """A part with what is damaged in it blanked, and what is left of that."""
        text = self._alone(text)
        damage = Damage(self._tools.grammar, text, None, before, after)
        if damage.is_all:
            return self._left_of(before, text, after, damage.layout_of((0, len(text))))
        parts = [self._extracted(before, shortened(text, damage.spans), after).moved(lengthened(text, damage.spans))]
        if not damage.slight:
            as_parsed = self._extracted(before, text, after)
            ours = [item.kind for item in parts[0].definitions] + ["damage"] * len(damage.spans)
            if sees_more([item.kind for item in as_parsed.definitions], ours):
                return as_parsed  # the layout misled; the parser's own recovery saw more
        for (start, end), (head, foot) in zip(damage.spans, damage.contexts, strict=True):
            parts.append(self._left_of(head, text[start:end], foot, damage.layout_of((start, end))).shifted(start))
        return joined(parts)

    def _left_of(self, before: bytes, text: bytes, after: bytes, layout: bytes) -> Items:
        """What is left of a damaged text where it stands."""
        rest = self._extracted(before, text, after, Items.left_of)
        return with_head(self._tools.grammar, text, layout, rest, lambda shell: self.if_parsed(before, shell, after))


def _left_open(items: Items, low: int, high: int) -> Items:
    """What is left of what begins in [low, high] and ends behind it. Without a body its head ends with that."""
    ended = [item._replace(header_end=min(item.header_end, high)) for item in items.definitions if item.start < high]
    return items._replace(definitions=ended).left_of(low, high)


def column_of(text: bytes, row: int) -> int:
    """How far a row is indented."""
    rest = text[row : row + _FAR]
    return len(rest) - len(rest.lstrip(b" \t"))


def _is_left_open(text: bytes) -> bool:
    """Whether a part ends further in than it begins, as what is cut off in its midst does."""
    return column_of(text, text.rstrip().rfind(b"\n") + 1) > column_of(text, 0)


def _braces(head: bytes) -> bytes:
    """The braces that close what a head opens."""
    return b"}\n" * (head.count(b"{") - head.count(b"}"))


def foot_of(closing: bytes, after: bytes) -> bytes:
    """What stands behind each member: nothing, where no row closes the part. A grammar might count blank rows in."""
    if closing.strip():
        return closing + b"\n" + after
    return b"\n" + after if after.strip() else b""


def _count_broken(members: list[Member]) -> int:
    return sum([items is None for _, (items, _) in members])


def _runs(members: list[Member]) -> Iterator[list[Member]]:
    """Members that parse, some of them together, since each piece costs something; and each that does not alone.

    Where a run ends is told by the bytes of its last member, so that a key changes no other run.
    """
    begun = 0
    for at in [at for at, (_, (_, last)) in enumerate(members) if last]:
        if members[at][1][0] is not None:
            yield members[begun : at + 1]
        else:
            if begun < at:
                yield members[begun:at]
            yield members[at : at + 1]
        begun = at + 1
    if begun < len(members):
        yield members[begun:]
