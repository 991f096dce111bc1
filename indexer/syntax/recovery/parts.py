"""A text with errors, read part by part as its layout shows them.

What is made of a part depends on its bytes alone, and where the parts begin on the text alone, so it does not matter
which edits broke the text, and what is known of a part is known wherever it stands. Parts that parse are read as they
are, and so are those whose errors stay inside of them; parts beside each other that do not are read together, see
`indexer.syntax.recovery.damaged`.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Hashable, Iterable, Iterator
from itertools import accumulate, pairwise
from typing import Any

from tree_sitter import Tree

from indexer.extract.structure import Items, extract, joined
from indexer.languages.profile import profile_of
from indexer.syntax.cover import Cover, Fault
from indexer.syntax.pieces import Piece, guard
from indexer.syntax.recovery.containers import with_containers
from indexer.syntax.recovery.damaged import despite_damage
from indexer.syntax.recovery.halves import Halves, Opened
from indexer.syntax.recovery.laid_out import LaidOut
from indexer.syntax.recovery.last_whole import LastWhole
from indexer.syntax.recovery.layout import FOREIGN, MERGED, MERGED_SIZE, run_starts
from indexer.syntax.recovery.members import LONG, Members, Part
from indexer.syntax.recovery.memo import Memo
from indexer.syntax.recovery.open_tokens import may_leave_open, settled_by
from indexer.syntax.recovery.openings import Stretch
from indexer.syntax.recovery.strategy import strategy_of
from indexer.syntax.recovery.trees import Failed, Trees
from indexer.syntax.slices import Slices, joined_slices, unsliced
from indexer.syntax.tools import Tools
from indexer.text.document_text import Edit

_NOWHERE = guard(None)


def note(memo: Memo[Hashable, Any], cover: Cover, data: bytes) -> None:
    """Notes what a cover tells of its pieces that have no error."""
    for piece, start in zip(cover.pieces, cover.offsets, strict=False):
        if piece.slices is not None:
            memo.put(data[start : start + piece.length], piece.slices, piece.length)


def read_parts(
    tools: Tools,
    text: bytes,
    memo: Memo[Hashable, Any],
    cover: Cover | None = None,
    change: tuple[bytes, Edit] | None = None,
) -> list[Piece]:
    """The pieces of a text with errors. What its cover tells need not be found out.

    `change` is the text that it was made from, and how.
    """
    memo.forget(len(text))
    laid_out = _laid_out(tools, text, memo, change)
    reading = _Reading(tools, laid_out, memo, cover if laid_out.data == text else None, LastWhole(tools, cover, text))
    pieces = [Piece(length, slices, _NOWHERE, _NOWHERE, None) for length, slices in reading.pieces()]
    ends = strategy_of(tools.grammar).ends(laid_out.parts_text)
    return with_containers(pieces, laid_out.around, ends, laid_out.data, memo)


def _laid_out(tools: Tools, text: bytes, memo: Memo[Hashable, Any], change: tuple[bytes, Edit] | None) -> LaidOut:
    """The layout of a text, made from that of the text that was read last."""
    known: LaidOut | None = memo.get("laid out")
    if known is None:
        found = LaidOut.of(tools.grammar, text)
    else:
        found = known.edited(text, change[1] if change is not None and change[0] is known.text else None)
    memo.put("laid out", found, 0)
    return found


class _Reading:
    """One text being read."""

    def __init__(
        self, tools: Tools, laid_out: LaidOut, memo: Memo[Hashable, Any], cover: Cover | None, past: LastWhole
    ) -> None:
        self._tools = tools
        self._laid_out = laid_out
        self._data = laid_out.data
        self._memo = memo
        self._cover = cover
        self._broken = [] if cover is None else cover.broken_spans
        self._faults = [] if cover is None else cover.faults
        self._broken_until = 0  # up to here there is a part that does not parse
        self._trees: Trees = memo.get("trees") or memo.put("trees", Trees(), 0)
        self._failed = Failed()
        self._members = Members(tools, memo, self._trees, self._failed, past)
        self._halves = Halves(tools, memo, self._members)
        self._strategy = strategy_of(tools.grammar)
        self._words_close = bool(profile_of(tools.grammar).damage.closers)
        self._cuts = laid_out.cuts()
        self._runs = _runs(tools.grammar, self._data, self._cuts)
        self._texts: dict[tuple[int, int], bytes] = {}
        self._opened: tuple[Opened, ...] = ()  # what the part before this one leaves open

    def pieces(self) -> Iterator[tuple[int, Slices]]:
        """The lengths of the parts, in order, with their items."""
        for start, end, slices in self._parts():
            if slices is not None:
                self._opened = ()
                yield end - start, slices
            else:
                for length, items in self._damaged(start, end):
                    yield length, unsliced(items, length)
                self._opened = self._left_open(start, end)

    def _left_open(self, start: int, end: int) -> tuple[Opened, ...]:
        """What a long part leaves open."""
        if not self._is_long(start, end):
            return ()
        text, layout = self._text(start, end), self._laid_out.stretch(start, end)
        if self._going_on(text, layout) is not None:
            return self._halves.left_open(self._opened, text, layout)
        return self._halves.opened(self._strategy.around(text)[0], text, layout)

    def _going_on(self, text: bytes, layout: Stretch) -> list[Part] | None:
        """A long part in pieces, if it goes on with what the one before it leaves open and has no head of its own."""
        if not self._opened or self._halves.has_head(*self._strategy.around(text), text, layout):
            return None
        return self._halves.pieces(self._opened, text, layout)

    def _text(self, start: int, end: int) -> bytes:
        """A part of the text, always the same object: to look one up takes a hash of it, which is made once."""
        if (start, end) not in self._texts:
            self._texts[start, end] = self._data[start:end]
        return self._texts[start, end]

    def _is_long(self, start: int, end: int) -> bool:
        """Whether this is one part, and a long one."""
        return end - start > LONG and bisect_left(self._cuts, end) - bisect_left(self._cuts, start) == 1

    def _parts(self) -> Iterator[tuple[int, int, Slices | None]]:
        """The span of each part and its items if it parses; several that parse only together, or do not, are one."""
        cuts = self._cuts
        at = whole = broken = 0
        damaged = -1  # where parts begin that are damaged and not long
        torn = 0  # braces that these open and do not close
        while at < len(cuts) - 1:
            run = self._runs.get(at, at)
            if run > at and (items := self._run(cuts[at], cuts[run])) is not None:
                if damaged >= 0:
                    yield cuts[damaged], cuts[at], None
                    damaged = -1
                yield cuts[at], cuts[run], items
                whole += run - at
                at = run
                continue
            until = at + 1
            long = cuts[until] - cuts[at] > LONG
            items = self._parsed_long(cuts[at], cuts[until]) if long else self._parsed(cuts[at], cuts[until])
            if items is None and not long and not (broken >= FOREIGN and broken > 4 * whole):
                until, items = self._merged(at)
            if items is None and not long:
                items = self._alone(self._text(cuts[at], cuts[until]))
            if items is None:
                self._broken_until = cuts[until]
            alone = items is not None or long or bool(self._strategy.around(self._text(cuts[at], cuts[until]))[1])
            if alone and damaged >= 0:
                yield cuts[damaged], cuts[at], None
                damaged = -1
            if alone:
                yield cuts[at], cuts[until], items
            else:
                damaged, torn = (at, 0) if damaged < 0 else (damaged, torn)
                torn += self._data.count(b"{", cuts[at], cuts[until]) - self._data.count(b"}", cuts[at], cuts[until])
                if not torn:
                    yield cuts[damaged], cuts[until], None
                    damaged = -1
            if items is None and not long:
                broken += 1
            else:
                whole += 1
            at = until
        if damaged >= 0:
            yield cuts[damaged], cuts[at], None

    def _run(self, start: int, end: int) -> Slices | None:
        """The items of a run of short parts, if all of them parse."""
        text = self._text(start, end)
        key = "run", text
        if key not in self._memo:
            slices: Slices | None = None if self._strategy.takes_trees else self._memo.get(text)
            if slices is None:
                tree = self._tools.parse.parse(text)
                if not tree.root_node.has_error:
                    items = self._tools.from_text(text, extract(tree, self._tools.query, text))
                    slices = unsliced(items, len(text))
            self._memo.put(key, slices, len(text))
        found: Slices | None = self._memo[key]
        return found

    def _merged(self, at: int) -> tuple[int, Slices | None]:
        """The next cut up to which the text from this one on parses, if there is one near, and the items.

        What begins in one part and ends in another leaves that one broken, too. An open quote only seems to end at the
        next one, whose part is whole; the end of a heredoc may look like code.
        """
        cuts = self._cuts
        part = self._data[cuts[at] : cuts[at + 1]]
        declares = b"<<" in part
        if not self._strategy.may_go_on(part) or (not declares and self._is_settled(part)):
            return at + 1, None
        for until in range(at + 2, min(at + 1 + MERGED, len(cuts))):
            if cuts[until] - cuts[at] > MERGED_SIZE:
                break
            if declares or self._parsed(cuts[until - 1], cuts[until]) is None:
                items = self._parsed(cuts[at], cuts[until])
                if items is not None:
                    return until, items
        return at + 1, None

    def _parsed(self, start: int, end: int) -> Slices | None:
        """The items of a part that parses."""
        return self._of(self._data[start:end])

    def _parsed_long(self, start: int, end: int) -> Slices | None:
        """The same of a long part, which is not parsed where that it has an error is known without, or likely.

        With a brace too many or too few it is cut at its members, as if it did not parse: a look costs nothing, and a
        key in a class that something at the margin cuts in two would have half of it parsed each time.
        """
        text = self._text(start, end)
        if self._strategy.takes_trees:
            return self._of(text)
        fault = self._members.fault = self._fault(start, end)
        if (self._strategy.errors_stay and len(text) > MERGED_SIZE) or self._is_torn(text):
            return None
        if text not in self._memo and self._cover is not None:
            slices = self._cover.slices_between(start, end)
            if slices is not None or fault is not None or self._has_the_error(start, end):
                self._memo.put(text, slices, len(text))
        return self._of(text)

    def _fault(self, start: int, end: int) -> Fault | None:
        """The first error of a part, if it is known: one of the text up to which nothing else is wrong."""
        if not self._strategy.reads_all:
            return None
        for fault in self._faults:
            if start < fault.start and fault.end <= end:
                return fault if self._broken_until <= fault.begin else None
        return None

    def _is_torn(self, text: bytes) -> bool:
        """Whether a text has a brace too many or too few, where braces close things and not words."""
        if self._words_close:
            return False
        key = "torn", text
        if key not in self._memo:
            self._memo.put(key, text.count(b"{") != text.count(b"}"), 0)
        found: bool = self._memo[key]
        return found

    def _has_the_error(self, start: int, end: int) -> bool:
        """Whether a part is in a stretch that has an error, and no other part there has one."""
        around = next((each for each in self._broken if each[0] <= start and end <= each[1]), None)
        if around is None or not (self._strategy.reads_all and self._tools.cuttable):
            return False
        low, high = (bisect_left(self._cuts, at) for at in around)
        if (self._cuts[low], self._cuts[high]) != around:
            return False
        for part in pairwise(self._cuts[low : high + 1]):
            text = self._data[slice(*part)]
            if part[0] != start and ((len(text) > LONG and text not in self._memo) or self._of(text) is None):
                return False
        return True

    def _of(self, text: bytes) -> Slices | None:
        if text not in self._memo:
            before, after = self._strategy.around(text)
            if before or after:
                found = self._members.if_parsed(before, text, after)
                if found is None and (plain := self._strategy.plain(text)) != text:
                    found = self._members.if_parsed(before, plain, after)
                slices = None if found is None else unsliced(found, len(text))
            elif len(text) > LONG and self._strategy.reads_all:
                slices = self._trees.slices(self._tools, text)
            else:
                tree = self._tools.parse.parse(text)
                found = _items_if_parsed(self._tools, tree, text)
                slices = None if found is None else unsliced(found, len(text))
                if slices is None:
                    self._failed.put(text, tree)
                    self._settle(text, tree)
            self._memo.put(text, slices, len(text))
        known: Slices | None = self._memo[text]
        return self._named(text, known) if known is not None and self._strategy.tells_names else known

    def _alone(self, text: bytes) -> Slices | None:
        """The items of a part that parses without the directives whose other half is outside of it."""
        key = "alone", text
        if key not in self._memo:
            alone = self._strategy.alone(text)
            slices = None if alone is text else self._of(alone)
            if slices is not None and self._strategy.tells_names:
                slices = unsliced(self._strategy.named(text, joined_slices(slices)), len(text))
            self._memo.put(key, slices, len(text))
        found: Slices | None = self._memo[key]
        return found

    def _is_settled(self, text: bytes) -> bool:
        """Whether a part that does not parse has an error that nothing behind it can mend."""
        if not self._strategy.reads_all or any(self._strategy.around(text)):
            return False
        if ("settled", text) not in self._memo:
            self._settle(text, self._tools.parse.parse(text))
        found: bool = self._memo["settled", text]
        return found

    def _settle(self, text: bytes, tree: Tree) -> None:
        """Notes whether the first error of a part stays, whatever stands behind the part."""
        open_ended = may_leave_open(self._tools.grammar, text)
        self._memo.put(("settled", text), not open_ended and settled_by(tree, text) is not None, 0)

    def _named(self, text: bytes, slices: Slices) -> Slices:
        """The items of a part with what its grammar cannot see."""
        key = "named", text
        if key not in self._memo:
            items = self._strategy.named(self._strategy.plain(text), joined_slices(slices))
            self._memo.put(key, unsliced(items, len(text)), len(text))
        found: Slices = self._memo[key]
        return found

    def _damaged(self, start: int, end: int) -> list[Part]:
        """Parts that do not parse, or a long one, in pieces."""
        text = self._text(start, end)
        long = self._is_long(start, end)
        key = "parts", text, self._opened if long else ()
        if key not in self._memo:
            around = self._strategy.around(text)
            if long:
                found = list(self._long(text, self._laid_out.stretch(start, end)))
            elif any(around):
                before, after = around
                found = list(self._members.pieces(before, text, after, self._laid_out.stretch(start, end)))
            else:
                alone = self._strategy.alone(text)
                items = despite_damage(self._tools, self._failed.tree(self._tools, alone), alone)[1]
                found = [(len(text), self._strategy.named(text, items) if alone is not text else items)]
            self._memo.put(key, self._completed(*around, text, found) if any(around) else found, len(text))
        known: list[Part] = self._memo[key]
        return known

    def _completed(self, before: bytes, after: bytes, text: bytes, pieces: list[Part]) -> list[Part]:
        """The pieces of a part with what is read from the text where it stands."""
        offsets = list(accumulate((length for length, _ in pieces), initial=len(before)))
        items = joined(items.shifted(at) for at, (_, items) in zip(offsets, pieces, strict=False))
        read = self._tools.from_text(before + text + after, items)
        if read is items:
            return pieces
        return [(end - start, read.starting(start, end).shifted(-start)) for start, end in pairwise(offsets)]

    def _long(self, text: bytes, layout: Stretch) -> Iterable[Part]:
        """A long part that was not read whole, by its members if it has any."""
        before, after = self._strategy.around(text)
        found = self._going_on(text, layout) or self._members.of_container(before, text, after, layout)
        if found is None and self._opened:
            found = self._halves.pieces(self._opened, text, layout)
        if found is not None:
            return found
        slices = self._of(text) or self._alone(text)
        if slices is None:
            return self._members.pieces(before, text, after, layout)
        return [(len(text), joined_slices(slices))]


def _runs(grammar: str, data: bytes, cuts: list[int]) -> dict[int, int]:
    """Runs of several parts: with which part each begins, and with which the next one does."""
    starts = run_starts(grammar, data, cuts[:-1])
    if len(starts) == len(cuts) - 1:
        return {}
    numbers = [*map({cut: number for number, cut in enumerate(cuts)}.__getitem__, starts), len(cuts) - 1]
    return {first: behind for first, behind in pairwise(numbers) if behind > first + 1}


def _items_if_parsed(tools: Tools, tree: Tree, text: bytes) -> Items | None:
    if not tree.root_node.has_error:
        return tools.from_text(text, extract(tree, tools.query, text))
    strategy = strategy_of(tools.grammar)
    plain = strategy.plain(text)
    if plain != text:
        tree = tools.parse.parse(plain)
        if not tree.root_node.has_error:
            return strategy.with_hidden(text, extract(tree, tools.query, plain))
    if strategy.stands_alone(tree.root_node, plain):
        return strategy.with_hidden(text, tools.from_text(text, extract(tree, tools.query, plain)))
    return None
