"""The folds of a document, section by section."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import NamedTuple

from indexer.extract.folds import Runs, comment_folds, import_folds, united_runs, without_crossings
from indexer.extract.sections import Placed, Rough, Section, united
from indexer.model import Fold
from indexer.text.document_text import Text


class Beside(NamedTuple):
    """What folds in a document beside its own items."""

    folds: list[Fold]  # of heredocs
    marked: list[Fold]  # by people, who may mark from anywhere to anywhere
    rows: list[tuple[int, int]]  # first and last, of what is in other languages
    join: Callable[[int, int, list[Fold]], list[Fold]]  # the folds of some rows with those of other languages there


class _Overhanging(NamedTuple):
    """The folds of a section that reach over its end, with the other sections that they reach over."""

    before: list[Section]
    behind: list[Section]
    rough: Rough
    folds: list[Fold]
    uncrossed: list[Fold]


NOTHING_BESIDE = Beside([], [], [], lambda first, last, found: found)


def placed_folds(
    text: Text, sections: list[Placed], beside: Beside = NOTHING_BESIDE
) -> Iterator[tuple[Section | None, int, list[Fold]]]:
    """The folds of a text in order: those of a section by themselves, with its row; or those of several, together.

    Sections have to do with each other where a fold reaches over several, as over imports or from the head of
    a class, and has something to do with the folds of others there. Those with a heredoc or another language in them
    are not kept.
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
        self._known: dict[int, _Overhanging] = {}
        self._covered: dict[int, list[tuple[int, int]]] = {}

    def folds(self) -> Iterator[tuple[Section | None, int, list[Fold]]]:
        text, sections, rows, offsets, beside = self._text, self._sections, self._rows, self._offsets, self._beside
        related = [at for at, (section, _, _, _) in enumerate(sections) if not section.stands_alone]
        imports = [
            (low + offsets[at], high + offsets[at]) for at in related for low, high in sections[at].section.imports
        ]
        over = [*import_folds(text, imports), *beside.folds]
        groups = [(_at(rows, fold.row_start), _at(rows, fold.row_end)) for fold in over]
        groups += ((_at(rows, first), _at(rows, last)) for first, last in beside.rows)
        over += beside.marked
        groups += ((_at(rows, fold.row_start), _at(rows, fold.row_start)) for fold in beside.marked)
        reaching = list(over)
        for at in related:
            if sections[at].section.overhangs:
                low, _ = sections[at].section.extent  # a fold may hang from a row that another one hangs from too
                groups.append((_at(offsets, offsets[at] + low), at))
                reaching += self._reaching(at)
        groups += self._crossed(reaching)
        for at, after in pairwise(related):
            if (
                after == at + 1
                and sections[at].section.ends_with_comment
                and sections[after].section.begins_with_comment
            ):
                groups.append((at, after))
        done = 0
        added_at: dict[int, list[Fold]] = {}  # by the section that they begin in
        for fold in over:
            added_at.setdefault(_at(rows, fold.row_start), []).append(fold)
        others = {_at(rows, row) for row, _ in beside.rows}
        for first, last in united(groups):
            yield from [(section, row, section.folds) for section, _, row, _ in sections[done:first]]
            together = sections[first : last + 1]
            added = [fold for at in range(first, last + 1) for fold in added_at.get(at, ())]
            if not others.isdisjoint(range(first, last + 1)):
                end = rows[last + 1] if last + 1 < len(rows) else len(text.lines)
                yield None, 0, beside.join(rows[first], end, without_crossings(self._together(first, last, 0) + added))
            elif first == last and not added:
                yield together[0].section, together[0].row, self._uncrossed(first)
            else:
                yield together[0].section, together[0].row, self._united(first, last, added)
            done = last + 1
        yield from [(section, row, section.folds) for section, _, row, _ in sections[done:]]

    def _overhanging(self, at: int) -> _Overhanging:
        """The folds of a section that reach over its end. They are known as long as all that they reach over is the
        same."""
        if at not in self._known:
            section, offset, row, _ = self._sections[at]
            low, high = section.extent
            first, last = _at(self._offsets, offset + low), _at(self._offsets, offset + high)
            # Without itself: what holds itself is not freed before somebody looks for garbage.
            before = [each for each, _, _, _ in self._sections[first:at]]
            behind = [each for each, _, _, _ in self._sections[at + 1 : last + 1]]
            known: _Overhanging | None = section.kept.get("overhanging")
            if known is None or known.before != before or known.behind != behind:
                rough = section.rough_in(self._text, offset, row)
                own = rough.folds
                known = section.kept["overhanging"] = _Overhanging(before, behind, rough, own, without_crossings(own))
            self._known[at] = known
        return self._known[at]

    def _own(self, at: int) -> list[Fold]:
        """A section's folds, relative to it, before those that cross are told apart."""
        section = self._sections[at].section
        return self._overhanging(at).folds if section.overhangs else section.rough.folds

    def _uncrossed(self, at: int) -> list[Fold]:
        """A section's folds, relative to it."""
        section = self._sections[at].section
        return self._overhanging(at).uncrossed if section.overhangs else section.folds

    def _rough(self, at: int) -> Rough:
        """What a section's folds are made of, relative to it."""
        section = self._sections[at].section
        return self._overhanging(at).rough if section.overhangs else section.rough

    def _together(self, first: int, last: int, row: int) -> list[Fold]:
        """The folds of some sections before those that cross are told apart, relative to a row."""
        code: list[Fold] = []
        comments: Runs = []
        for at in range(first, last + 1):
            rough, by = self._rough(at), self._rows[at] - row
            code += [Fold(begin + by, end + by, kind) for begin, end, kind in rough.code]
            comments += [(begin + by, end + by) for begin, end in rough.comments]
        return code + comment_folds(united_runs(comments))

    def _united(self, first: int, last: int, added: list[Fold]) -> list[Fold]:
        """The folds of sections that have to do with each other, relative to the first."""
        section, row = self._sections[first].section, self._rows[first]
        others = [each for each, _, _, _ in self._sections[first + 1 : last + 1]]
        own = [Fold(begin - row, end - row, kind) for begin, end, kind in added]
        known: tuple[list[Section], list[Fold], list[Fold]] | None = section.kept.get("united")
        if known is None or known[0] != others or known[1] != own:
            found = without_crossings(self._together(first, last, row) + own)
            known = section.kept["united"] = others, own, found
        return known[2]

    def _reaching(self, at: int) -> Iterator[Fold]:
        """The folds of a section that reach over its end."""
        rows = self._rows
        row, end = rows[at], rows[at + 1] if at + 1 < len(rows) else len(self._text.lines)
        for first, last, kind in self._own(at):
            if last + row >= end:
                yield Fold(first + row, last + row, kind)

    def _crossed(self, reaching: list[Fold]) -> Iterator[tuple[int, int]]:
        """Which sections are to be seen together because a fold that reaches over several ends inside of another."""
        rows = self._rows
        around: list[Fold] = []  # those that have not ended
        for fold in sorted(reaching):
            at, last = _at(rows, fold.row_start), _at(rows, fold.row_end)
            if last > at and self._covers(last, fold.row_end - rows[last]):
                yield at, last
            while around and around[-1].row_end < fold.row_start:
                around.pop()
            while around and around[-1].row_end < fold.row_end:
                yield _at(rows, around.pop().row_start), at
            around.append(fold)

    def _covers(self, at: int, row: int) -> bool:
        """Whether one of a section's folds goes on behind a row of it."""
        if at not in self._covered:
            inside = [(max(first, 0), last - 1) for first, last, _ in self._own(at)]
            self._covered[at] = list(united([(first, last) for first, last in inside if first <= last]))
        found = self._covered[at]
        before = bisect_right(found, (row, len(self._text.lines)))
        return before > 0 and row <= found[before - 1][1]


def _at(rows: list[int], row: int) -> int:
    """The section that a row is in, or the one that an offset is in."""
    return max(bisect_right(rows, row) - 1, 0)
