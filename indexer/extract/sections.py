"""Sections: the pieces of a document with their symbols and folds, all relative to the piece.

A section whose text and items did not change is the same object in the next version of its document, so what was made
of it, by us or by a front end, need not be made again. Where a section stands is said by whoever holds it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any, NamedTuple

from indexer.extract.conventions import Outer
from indexer.extract.folds import Runs, code_folds, comment_folds, comment_runs, region_marks, without_crossings
from indexer.extract.structure import Items
from indexer.extract.symbols import joined_clauses, may_go_on, symbols
from indexer.lazy import lazy
from indexer.model import Fold, Span, Symbol
from indexer.text.document_text import Text

_NONE: dict[Outer, Outer] = {}


class Rough(NamedTuple):
    """What the folds of a section are made of, in its own rows, before they are put together with those of others:
    folds over code, which may cross each other, and rows of comments, which may go on in the next section."""

    code: list[Fold]
    comments: Runs

    @property
    def folds(self) -> list[Fold]:
        return self.code + comment_folds(self.comments)


class Section:
    """One piece. `kept` is for whatever a front end makes of it."""

    def __init__(self, data: bytes, items: Items, origin: int, grammar: str, tool: bool = False) -> None:
        self.text = Text.of(data)
        self.items = items
        self.origin = origin
        self.tool = tool  # whether the document names a test tool
        self._grammar = grammar
        self._symbols: dict[Outer | None, list[Symbol]] = {}
        self._defined: dict[Outer | None, list[Symbol]] = {}
        self._opened: dict[Outer | None, list[tuple[int, Outer]]] = {}
        self.kept: dict[Hashable, Any] = {}

    def symbols(self, outer: Outer | None) -> list[Symbol]:
        """The symbols, for what is around the section. What is said of them in comments is left out."""
        if outer not in self._symbols:
            self._symbols[outer] = joined_clauses(self.defined(outer), self.text.data, self._grammar)
        return self._symbols[outer]

    def defined(self, outer: Outer | None) -> list[Symbol]:
        """The same, one for each definition: the clauses of one function stay apart."""
        if outer not in self._defined:
            pieces = [(self.items, -self.origin)]
            self._defined[outer] = symbols(self.text, pieces, self._grammar, outer, False, self.tool, apart=True)
        return self._defined[outer]

    def open_at_end(self, outer: Outer | None, same: dict[Outer, Outer] = _NONE) -> list[tuple[int, Outer]]:
        """The definitions that end in another section, outer before inner: where they end, and what they are.

        What they are is always the same object; asked for the first time, one of those that are the `same`.
        """
        if outer not in self._opened:
            data, low = self.text.data, self.origin
            found = self._opened[outer] = []
            for definition, symbol in zip(self.items.definitions, self.defined(outer), strict=True):
                if definition.reach - low > len(data):
                    header = data[definition.start - low : definition.header_end - low]
                    each = Outer(symbol.kind, header)
                    found.append((definition.end - low, same.get(each, each)))
        return self._opened[outer]

    @lazy
    def frame(self) -> tuple[int, int, int, int, bool]:
        """What it takes to place it: its length, rows, leading blanks, where definitions end, whether it overhangs."""
        return len(self.text.data), self.rows, self.leading, self.definitions_end, self.overhangs

    @lazy
    def leading(self) -> int:
        """How many blanks it begins with."""
        return len(self.text.data) - len(self.text.data.lstrip())

    @lazy
    def definitions_end(self) -> int:
        """Where the last of its definitions to end does, from its own start; 0 if there is none."""
        return max((item.end - self.origin for item in self.items.definitions), default=0)

    def halves(self, offset: int) -> tuple[Section, Section] | None:
        """The rows up to the one where what is around ends, and the others; None if an item is in both."""
        data, low = self.text.data, self.origin
        cut = data.find(b"\n", offset) + 1
        upper = self.items.starting(low, low + cut)
        ends = [item.reach for item in upper.definitions] + [item.reach for item in upper.spots]
        if not 0 < cut < len(data) or max(ends, default=low) > low + cut:
            return None
        lower = self.items.starting(low + cut, low + len(data) + 1)
        return (
            Section(data[:cut], upper, low, self._grammar, self.tool),
            Section(data[cut:], lower, low + cut, self._grammar, self.tool),
        )

    @lazy
    def rows(self) -> int:
        """How many rows end here."""
        return len(self.text.lines) - 1

    @lazy
    def overhangs(self) -> bool:
        """Whether something that begins here ends in another section, or the row that it hangs from is in another."""
        low, high = self.origin, self.origin + len(self.text.data)
        return any(item.reach > high for item in self.items.definitions) or any(
            item.reach > high or item.head < low for item in self.items.spots
        )

    @lazy
    def extent(self) -> tuple[int, int]:
        """From where to where, from its own start, the items reach and the rows are that they hang from."""
        spots, definitions = self.items.spots, self.items.definitions
        low = min((item.head for item in spots), default=self.origin)
        ends = [item.reach for item in spots] + [item.reach for item in definitions]
        high = max(ends, default=self.origin)
        return low - self.origin, high - self.origin

    @lazy
    def begins_with_comment(self) -> bool:
        """Whether there is a comment on its first row."""
        row = self.text.data.find(b"\n")
        until = self.origin + (row if row >= 0 else len(self.text.data))
        return any(spot.kind == "comment" and spot.start <= until for spot in self.items.spots[:8])

    @lazy
    def ends_with_comment(self) -> bool:
        """Whether there is a comment on its last row."""
        row = self.text.data.rfind(b"\n", 0, max(len(self.text.data) - 1, 0)) + 1
        return any(spot.kind == "comment" and spot.reach >= self.origin + row for spot in self.items.spots)

    @lazy
    def region_marks(self) -> list[tuple[int, bool]]:
        """The rows in which a fold that people have marked begins, or ends (True)."""
        return list(region_marks(self.text, [(self.items, -self.origin)]))

    @lazy
    def stands_alone(self) -> bool:
        """Whether its folds have to do with no other section's, whatever that is."""
        return not (self.overhangs or self.imports or self.begins_with_comment or self.ends_with_comment)

    @lazy
    def imports(self) -> list[tuple[int, int]]:
        """Where imports stand."""
        spots, origin = self.items.spots, self.origin
        return [(spot.start - origin, spot.end - origin) for spot in spots if spot.kind == "import"]

    @lazy
    def rough(self) -> Rough:
        """What its folds are made of, if it does not overhang."""
        return Rough(code_folds(self.text, [(self.items, -self.origin)]), self._comments)

    @lazy
    def _comments(self) -> Runs:
        return comment_runs(self.text, [(self.items, -self.origin)])

    def rough_in(self, text: Text, offset: int, row: int) -> Rough:
        """The same where it does: in a text in which it stands at an offset and a row."""
        pieces = [(self.items, offset - self.origin)]
        code = [Fold(first - row, last - row, kind) for first, last, kind in code_folds(text, pieces)]
        high = self.origin + len(self.text.data)
        if all(spot.end <= high for spot in self.items.spots if spot.kind == "comment"):
            return Rough(code, self._comments)
        return Rough(code, [(first - row, last - row) for first, last in comment_runs(text, pieces)])

    @lazy
    def folds(self) -> list[Fold]:
        return without_crossings(self.rough.folds)


class Placed(NamedTuple):
    """A section and where it stands."""

    section: Section
    offset: int
    row: int
    outer: Outer | None = None  # the definition around it that begins in another section

    @property
    def symbols(self) -> list[Symbol]:
        """The symbols, relative to the section."""
        return self.section.symbols(self.outer)

    def last_symbol(self) -> tuple[Symbol, Outer | None] | None:
        """The last symbol of the innermost definition that is open at the end, if it has any, and that definition."""
        found = self.symbols
        outer, around = self.outer, None
        if self.section.overhangs:
            for _, each in self.section.open_at_end(self.outer):
                outer = each
            length = len(self.section.text.data)
            around = max((at for at, symbol in enumerate(found) if symbol.span.end > length), default=None)
        last = next((symbol for symbol in reversed(found) if symbol.parent == around), None)
        return None if last is None else (last, outer)

    def moved(self, found: list[Symbol], before: int) -> Iterator[Symbol]:
        """Symbols of the section where they stand in the text, with so many of other sections before them."""
        for symbol in found:
            yield symbol._replace(
                span=Span(symbol.span.start + self.offset, symbol.span.end + self.offset),
                name_span=Span(symbol.name_span.start + self.offset, symbol.name_span.end + self.offset),
                row_start=symbol.row_start + self.row,
                row_end=symbol.row_end + self.row,
                parent=None if symbol.parent is None else symbol.parent + before,
            )


def with_clauses(text: Text, sections: list[Placed], grammar: str) -> Iterator[Placed | Symbol]:
    """The sections, and in place of those over which the clauses of one function are spread their symbols."""
    groups: list[tuple[int, int]] = []
    last: tuple[Symbol, Outer | None] | None = None  # the last symbol in what is open, and that
    seen = 0  # the section it is in
    for at, placed in enumerate(sections):
        found = placed.symbols
        if found:
            if last is not None and last[1] == placed.outer and may_go_on(last[0], found[0]):
                groups.append((seen, at))
            last, seen = placed.last_symbol(), at
    done = 0
    for low, high in united(groups):
        yield from sections[done:low]
        apart: list[Symbol] = []
        around: list[int] = []  # the symbols of the group that are open
        for placed in sections[low : high + 1]:
            for symbol in placed.moved(placed.section.defined(placed.outer), len(apart)):
                while around and apart[around[-1]].span.end <= symbol.span.start:
                    around.pop()
                inside = symbol.parent is None and around
                apart.append(symbol._replace(parent=around[-1]) if inside else symbol)
                if symbol.span.end > placed.offset + len(placed.section.text.data):
                    around.append(len(apart) - 1)
        yield from joined_clauses(apart, text.data, grammar)
        done = high + 1
    yield from sections[done:]


def united(groups: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Ranges of sections, in order, those that meet made one."""
    first = last = -1
    for low, high in sorted(groups):
        if low > last:
            if first >= 0:
                yield first, last
            first = low
        last = max(last, high)
    if first >= 0:
        yield first, last
