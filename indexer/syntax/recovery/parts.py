"""A text with errors, read part by part as its layout shows them.

What is made of a part depends on its bytes alone, and where the parts begin on the text alone, so it does not matter
which edits broke the text, and what is known of a part is known wherever it stands. Parts that parse are read as they
are; parts beside each other that do not are read together, see `indexer.syntax.recovery.damaged`.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Hashable, Iterable, Iterator
from typing import Any

from indexer.extract.structure import Definition, Items, extract, joined
from indexer.syntax.cover import Cover
from indexer.syntax.pieces import Piece, guard, offsets_of
from indexer.syntax.recovery.damaged import despite_damage
from indexer.syntax.recovery.layout import (
    FOREIGN,
    MERGED,
    MERGED_SIZE,
    part_starts,
    without_markers,
)
from indexer.syntax.recovery.members import LONG, Members, Part
from indexer.syntax.recovery.memo import Memo
from indexer.syntax.recovery.strategy import strategy_of
from indexer.syntax.slices import Slice
from indexer.syntax.tools import Tools

_NOWHERE = guard(None)


Parsed = tuple[Items, int]  # items, and the offset they are relative to


def note(memo: Memo[Hashable, Any], cover: Cover, data: bytes) -> None:
    """Notes what a cover tells of its pieces that have no error."""
    for piece, start in zip(cover.pieces, cover.offsets, strict=False):
        if piece.slices is not None and piece.length <= LONG:
            memo.put(data[start : start + piece.length], piece.items, piece.length)


def read_parts(tools: Tools, data: bytes, memo: Memo[Hashable, Any]) -> list[Piece]:
    """The pieces of a text with errors."""
    memo.forget(len(data))
    data = without_markers(data)
    data, around = strategy_of(tools.grammar).without_containers(data)
    reading = _Reading(tools, data, memo)
    pieces = [_piece(length, items, origin) for length, (items, origin) in reading.pieces()]
    return pieces if around is None else _with_definitions(pieces, around.definitions)


def _piece(length: int, items: Items, origin: int) -> Piece:
    return Piece(length, (Slice(length, items, origin, length),), _NOWHERE, _NOWHERE, None)


def _with_definitions(pieces: list[Piece], definitions: list[Definition]) -> list[Piece]:
    """Pieces with definitions that reach over several of them, each in the piece it begins in."""
    offsets = offsets_of(pieces)
    for definition in definitions:
        at = bisect_right(offsets, definition.start) - 1
        items, origin = pieces[at].items
        own = Items([definition], [], []).shifted(origin - offsets[at])
        pieces[at] = _piece(pieces[at].length, joined((own, items)), origin)
    return pieces


class _Reading:
    """One text being read."""

    def __init__(self, tools: Tools, data: bytes, memo: Memo[Hashable, Any]) -> None:
        self._tools = tools
        self._data = data
        self._memo = memo
        self._members = Members(tools, memo)
        self._strategy = strategy_of(tools.grammar)
        self._cuts = [*part_starts(tools.grammar, data), len(data)]

    def pieces(self) -> Iterator[tuple[int, Parsed]]:
        """The lengths of the parts, in order, with their items."""
        for start, end, items in self._parts():
            if items is not None:
                yield end - start, items
            else:
                for length, of_it in self._damaged(start, end):
                    yield length, (of_it, 0)

    def _parts(self) -> Iterator[tuple[int, int, Parsed | None]]:
        """The span of each part and its items if it parses; several that parse only together, or do not, are one."""
        cuts = self._cuts
        at = whole = broken = 0
        damaged = -1  # where parts begin that are damaged and not long
        while at < len(cuts) - 1:
            until = at + 1
            long = cuts[until] - cuts[at] > LONG
            items = None if long else self._parsed(cuts[at], cuts[until])
            if items is None and not long and not (broken >= FOREIGN and broken > 4 * whole):
                until, items = self._merged(at)
            if (items is not None or long) and damaged >= 0:
                yield cuts[damaged], cuts[at], None
                damaged = -1
            if items is not None or long:
                yield cuts[at], cuts[until], items
            elif damaged < 0:
                damaged = at
            if items is None and not long:
                broken += 1
            else:
                whole += 1
            at = until
        if damaged >= 0:
            yield cuts[damaged], cuts[at], None

    def _merged(self, at: int) -> tuple[int, Parsed | None]:
        """The next cut up to which the text from this one on parses, if there is one near, and the items."""
        cuts = self._cuts
        for until in range(at + 2, min(at + 1 + MERGED, len(cuts))):
            if cuts[until] - cuts[at] > MERGED_SIZE:
                break
            items = self._parsed(cuts[at], cuts[until])
            if items is not None:
                torn = (
                    b"<<" in self._data[cuts[at] : cuts[at + 1]] or self._parsed(cuts[until - 1], cuts[until]) is None
                )
                return (until, items) if torn else (at + 1, None)
        return at + 1, None

    def _parsed(self, start: int, end: int) -> Parsed | None:
        """The items of a part that parses."""
        return self._of(self._data[start:end])

    def _of(self, text: bytes) -> Parsed | None:
        if text not in self._memo:
            self._memo.put(text, _items_if_parsed(self._tools, text), len(text))
        found: Parsed | None = self._memo[text]
        return self._named(text, found) if found is not None and self._strategy.tells_names else found

    def _named(self, text: bytes, parsed: Parsed) -> Parsed:
        """The items of a part with what its grammar cannot see."""
        key = "named", text
        if key not in self._memo:
            items = parsed[0].shifted(-parsed[1]) if parsed[1] else parsed[0]
            self._memo.put(key, (self._strategy.named(self._strategy.plain(text), items), 0), len(text))
        found: Parsed = self._memo[key]
        return found

    def _damaged(self, start: int, end: int) -> list[Part]:
        """Parts that do not parse, or a long one, in pieces."""
        text = self._data[start:end]
        key = "parts", text
        if key not in self._memo:
            if len(text) > LONG and bisect_left(self._cuts, end) - bisect_left(self._cuts, start) == 1:
                found = list(self._long(text))
            else:
                found = [(len(text), despite_damage(self._tools, self._tools.parse.parse(text), text)[1])]
            self._memo.put(key, found, len(text))
        known: list[Part] = self._memo[key]
        return known

    def _long(self, text: bytes) -> Iterable[Part]:
        """A long part, by its members if it has any."""
        found = self._members.of_container(b"", text, b"")
        if found is not None:
            return found
        parsed = self._of(text)
        if parsed is not None:
            return [(len(text), parsed[0].shifted(-parsed[1]) if parsed[1] else parsed[0])]
        return self._members.pieces(b"", text, b"")


def _items_if_parsed(tools: Tools, text: bytes) -> Parsed | None:
    tree = tools.parse.parse(text)
    if not tree.root_node.has_error:
        return extract(tree, tools.query, text), 0
    strategy = strategy_of(tools.grammar)
    plain = strategy.plain(text)
    if plain != text:
        tree = tools.parse.parse(plain)
        if not tree.root_node.has_error:
            return strategy.with_hidden(text, extract(tree, tools.query, plain)), 0
    return None
