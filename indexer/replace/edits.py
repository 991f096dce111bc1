"""Edits of one text: which places are replaced, by what, and what goes with those that are taken out."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from indexer.model import Span
from indexer.replace.found import Place
from indexer.text.document_text import Text


class Edit(NamedTuple):
    """The bytes of a span become others."""

    span: Span
    new: bytes


@dataclass(frozen=True, slots=True)
class Chosen:
    """The places that are replaced, and how many others lie in them or cross them."""

    places: list[Place]
    left_inside: int


def outermost(places: Iterable[Place]) -> Chosen:
    """Of places in order, those that lie in no other."""
    chosen: list[Place] = []
    left = 0
    for place in places:
        last = chosen[-1].span if chosen else None
        if last is None or (place.span.start >= last.end and place.span != last):
            chosen.append(place)
        elif place.span != last:
            left += 1
    return Chosen(chosen, left)


def applied(data: bytes, edits: Sequence[Edit]) -> bytes:
    """The text after edits, which are in order and do not overlap."""
    made: list[bytes] = []
    done = 0
    for span, new in edits:
        made += (data[done : span.start], new)
        done = span.end
    return b"".join([*made, data[done:]])


class Back:
    """From offsets of a text after edits to those before: what was written anew stands for all that was replaced."""

    def __init__(self, edits: Sequence[Edit]) -> None:
        self._edits = edits
        self._starts: list[int] = []
        shift = 0
        for span, new in edits:
            self._starts.append(span.start + shift)
            shift += len(new) - (span.end - span.start)

    def before(self, offset: int) -> Span:
        """Where an offset was: a point, or all of an edit that it lies in."""
        at = bisect_right(self._starts, offset) - 1
        if at < 0:
            return Span(offset, offset)
        span, new = self._edits[at]
        inside = offset - self._starts[at]
        if inside <= len(new):
            return span
        return Span(span.end + inside - len(new), span.end + inside - len(new))


def with_what_goes(
    text: Text, edits: Sequence[Edit], with_separators: Callable[[Sequence[Span]], Sequence[Span]]
) -> list[Edit]:
    """The edits, those that leave nothing with the separators and the rows that go with them."""
    removals = [at for at, edit in enumerate(edits) if _removes(text, edit)]
    if not removals:
        return list(edits)
    made = list(edits)
    for at, span in zip(removals, with_separators([edits[at].span for at in removals]), strict=True):
        made[at] = Edit(span, b"")
    return _with_rows(text, _apart(made), set(removals))


def _removes(text: Text, edit: Edit) -> bool:
    return not edit.new and bool(text.data[edit.span.start : edit.span.end].strip())


def _apart(edits: Sequence[Edit]) -> list[Edit]:
    """Edits that do not overlap: what two would take out is taken out by the first."""
    made: list[Edit] = []
    for (start, end), new in edits:
        low = max(start, made[-1].span.end) if made else start
        made.append(Edit(Span(low, max(end, low)), new))
    return made


def _with_rows(text: Text, edits: list[Edit], removals: set[int]) -> list[Edit]:
    """Where removals leave nothing but blanks in their rows, the rows go too."""
    rows = [_rows(text, edit.span) for edit in edits]
    first = 0
    while first < len(edits):
        last = first
        while last + 1 < len(edits) and rows[last + 1][0] <= rows[last][1]:
            last += 1
        if all(at in removals for at in range(first, last + 1)):
            _take_rows(text, edits, first, last, rows[first][0], rows[last][1])
        first = last + 1
    return edits


def _rows(text: Text, span: Span) -> tuple[int, int]:
    row_of = text.lines.row_of
    return row_of(span.start), row_of(max(span.end - 1, span.start))


def _take_rows(text: Text, edits: list[Edit], first: int, last: int, row: int, row_end: int) -> None:
    """Extends removals to all of their rows, if these have nothing else."""
    start = text.lines[row]
    end = text.lines[row_end + 1] if row_end + 1 < len(text.lines) else len(text.data)
    edges = [start, *(edge for edit in edits[first : last + 1] for edge in edit.span), end]
    gaps = [text.data[edges[at] : edges[at + 1]] for at in range(0, len(edges), 2)]
    if any(gap.strip() for gap in gaps):
        return
    for at in range(first, last + 1):
        low = start if at == first else edits[at].span.start
        high = end if at == last else edits[at + 1].span.start
        edits[at] = Edit(Span(low, high), b"")
