"""Sections: the pieces of a document with their symbols and folds, all relative to the piece.

A section whose text and items did not change is the same object in the next version of its document, so what was made
of it, by us or by a front end, need not be made again. Where a section stands is said by whoever holds it.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple

from indexer.extract.conventions import Outer
from indexer.extract.folds import import_folds, marks_region, raw_folds, without_crossings
from indexer.extract.structure import Items
from indexer.extract.symbols import joined_clauses, may_go_on, symbols
from indexer.model import Fold, Span, Symbol
from indexer.text.document_text import Text


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

    def open_at_end(self, outer: Outer | None) -> Iterator[tuple[int, Outer]]:
        """The definitions that end in another section, outer before inner: where they end, and what they are."""
        data, low = self.text.data, self.origin
        for definition, symbol in zip(self.items.definitions, self.defined(outer), strict=True):
            if definition.reach - low > len(data):
                header = data[definition.start - low : definition.header_end - low]
                yield definition.end - low, Outer(symbol.kind, header)

    @cached_property
    def frame(self) -> tuple[int, int, int, int, bool]:
        """What it takes to place it: its length, rows, leading blanks, where definitions end, whether it overhangs."""
        return len(self.text.data), self.rows, self.leading, self.definitions_end, self.overhangs

    @cached_property
    def leading(self) -> int:
        """How many blanks it begins with."""
        return len(self.text.data) - len(self.text.data.lstrip())

    @cached_property
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

    @cached_property
    def rows(self) -> int:
        """How many rows end here."""
        return len(self.text.lines) - 1

    @cached_property
    def overhangs(self) -> bool:
        """Whether something that begins here ends in another section, or the row that it hangs from is in another."""
        low, high = self.origin, self.origin + len(self.text.data)
        return any(item.reach > high for item in self.items.definitions) or any(
            item.reach > high or item.head < low for item in self.items.spots
        )

    @cached_property
    def extent(self) -> tuple[int, int]:
        """From where to where, from its own start, the items reach and the rows are that they hang from."""
        spots, definitions = self.items.spots, self.items.definitions
        low = min((item.head for item in spots), default=self.origin)
        ends = [item.reach for item in spots] + [item.reach for item in definitions]
        high = max(ends, default=self.origin)
        return low - self.origin, high - self.origin

    @cached_property
    def begins_with_comment(self) -> bool:
        """Whether there is a comment on its first row."""
        row = self.text.data.find(b"\n")
        until = self.origin + (row if row >= 0 else len(self.text.data))
        return any(spot.kind == "comment" and spot.start <= until for spot in self.items.spots[:8])

    @cached_property
    def ends_with_comment(self) -> bool:
        """Whether there is a comment on its last row."""
        row = self.text.data.rfind(b"\n", 0, max(len(self.text.data) - 1, 0)) + 1
        return any(spot.kind == "comment" and spot.reach >= self.origin + row for spot in self.items.spots)

    @cached_property
    def marks_region(self) -> bool:
        """Whether a fold that people have marked begins or ends here."""
        return marks_region(self.text.data, self.items, -self.origin)

    @cached_property
    def stands_alone(self) -> bool:
        """Whether its folds have to do with no other section's, whatever that is."""
        return not (self.overhangs or self.imports or self.begins_with_comment or self.ends_with_comment)

    @cached_property
    def imports(self) -> list[tuple[int, int]]:
        """Where imports stand."""
        spots, origin = self.items.spots, self.origin
        return [(spot.start - origin, spot.end - origin) for spot in spots if spot.kind == "import"]

    @cached_property
    def raw_folds(self) -> list[Fold]:
        """The folds without those over imports; they may cross each other."""
        return raw_folds(self.text, [(self.items, -self.origin)])

    @cached_property
    def folds(self) -> list[Fold]:
        return without_crossings(self.raw_folds)


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


def placed(sections: Iterable[Section], known: Iterable[Placed] = ()) -> list[Placed] | None:
    """Sections that follow each other, each with what is around it; None where it is around half of what is there.

    What is around is the same object for all that are in it, and as in the last version, if that is `known`: so whether
    something is still as it was is told at a glance.
    """
    found: list[Placed] = []
    around: list[tuple[int, Outer]] = []  # what is open: where it ends
    same = _outers(known)
    outer: Outer | None = None
    offset = row = 0
    waiting = list(sections)[::-1]
    while waiting:
        section = waiting.pop()
        length, rows, leading, definitions_end, overhangs = section.frame
        if around:
            while around and around[-1][0] <= offset + leading:
                around.pop()
            outer = around[-1][1] if around else None
            if around and around[-1][0] < offset + definitions_end:
                halves = section.halves(around[-1][0] - offset)
                if halves is None:
                    return None
                waiting += reversed(halves)
                continue
        found.append(tuple.__new__(Placed, (section, offset, row, outer)))  # in a third of the time
        if overhangs:
            around += ((at + offset, same.setdefault(each, each)) for at, each in section.open_at_end(outer))
        offset += length
        row += rows
    return found


def _outers(known: Iterable[Placed]) -> dict[Outer, Outer]:
    """What is around sections, each once."""
    found: dict[Outer, Outer] = {}
    last: Outer | None = None
    for _, _, _, outer in known:
        if outer is not last and outer is not None:
            found[outer] = outer
        last = outer
    return found


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


class Beside(NamedTuple):
    """What folds in a document beside its own items."""

    folds: list[Fold]  # of heredocs
    rows: list[tuple[int, int]]  # first and last, of what is in other languages
    join: Callable[[int, int, list[Fold]], list[Fold]]  # the folds of some rows with those of other languages there


NOTHING_BESIDE = Beside([], [], lambda first, last, found: found)


def placed_folds(
    text: Text, sections: list[Placed], beside: Beside = NOTHING_BESIDE
) -> Iterator[tuple[Section | None, int, list[Fold]]]:
    """The folds of a text in order: those of a section by themselves, with its row; or those of several, together.

    Sections have to do with each other where a fold reaches over several, as over imports or from the head of
    a class. Those with a heredoc or another language in them are not kept.
    """
    return _Folding(text, sections, beside).folds()


class _Folding:
    """The folds of a text being put together."""

    def __init__(self, text: Text, sections: list[Placed], beside: Beside) -> None:
        self._text = text
        self._sections = sections
        self._beside = beside
        self._rows = [row for _, _, row, _ in sections]
        self._offsets = [offset for _, offset, _, _ in sections]
        self._known: dict[int, list[Fold]] = {}

    def folds(self) -> Iterator[tuple[Section | None, int, list[Fold]]]:
        text, sections, rows, offsets, beside = self._text, self._sections, self._rows, self._offsets, self._beside
        related = [at for at, (section, _, _, _) in enumerate(sections) if not section.stands_alone]
        imports = [
            (low + offsets[at], high + offsets[at]) for at in related for low, high in sections[at].section.imports
        ]
        over = [*import_folds(text, imports), *beside.folds]
        groups = [(_at(rows, fold.row_start), _at(rows, fold.row_end)) for fold in over]
        groups += ((_at(rows, first), _at(rows, last)) for first, last in beside.rows)
        for at in related:
            if sections[at].section.overhangs:
                groups.append((at, at))
                groups += self._crossed(at)
        for at, after in pairwise(related):
            if (
                after == at + 1
                and sections[at].section.ends_with_comment
                and sections[after].section.begins_with_comment
            ):
                groups.append((at, after))
        done = 0
        for first, last in united(groups):
            yield from [(section, row, section.folds) for section, _, row, _ in sections[done:first]]
            together = sections[first : last + 1]
            added = [fold for fold in over if first <= _at(rows, fold.row_start) <= last]
            if first == last and not added and not beside.rows:
                yield together[0].section, together[0].row, self._uncrossed(first)
            else:
                raw = raw_folds(text, [(each.section.items, each.offset - each.section.origin) for each in together])
                end = rows[last + 1] if last + 1 < len(rows) else len(text.lines)
                yield None, 0, beside.join(rows[first], end, without_crossings(raw + added))
            done = last + 1
        yield from [(section, row, section.folds) for section, _, row, _ in sections[done:]]

    def _own(self, at: int) -> list[Fold]:
        """A section's folds, relative to it, before those that cross are told apart.

        Those that reach over its end are known as long as all that they reach over is the same.
        """
        section, offset, row, _ = self._sections[at]
        if not section.overhangs:
            return section.raw_folds
        if at not in self._known:
            low, high = section.extent
            first, last = _at(self._offsets, offset + low), _at(self._offsets, offset + high)
            around = [each for each, _, _, _ in self._sections[first : last + 1]]
            known: tuple[list[Section], list[Fold], list[Fold]] | None = section.kept.get("overhanging")
            if known is None or known[0] != around:
                found = raw_folds(self._text, [(section.items, offset - section.origin)])
                own = [Fold(fold.row_start - row, fold.row_end - row, fold.kind) for fold in found]
                known = section.kept["overhanging"] = around, own, without_crossings(own)
            self._known[at] = known[1]
        return self._known[at]

    def _uncrossed(self, at: int) -> list[Fold]:
        """A section's folds, relative to it."""
        section = self._sections[at].section
        if not section.overhangs:
            return section.folds
        self._own(at)
        found: list[Fold] = section.kept["overhanging"][2]
        return found

    def _crossed(self, at: int) -> Iterator[tuple[int, int]]:
        """Which sections are to be seen together because a fold from one of them ends inside a fold of another."""
        rows = self._rows
        row, end = rows[at], rows[at + 1] if at + 1 < len(rows) else len(self._text.lines)
        for fold in self._own(at):
            until = fold.row_end + row
            if until < end:
                continue
            last = _at(rows, until)
            within = until - rows[last]
            if last > at and (
                any(each.row_start <= until < each.row_end for each in self._beside.folds)
                or any(each.row_start <= within < each.row_end for each in self._own(last))
            ):
                yield at, last


def _at(rows: list[int], row: int) -> int:
    """The section that a row is in, or the one that an offset is in."""
    return max(bisect_right(rows, row) - 1, 0)


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
