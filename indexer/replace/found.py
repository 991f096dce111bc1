"""What a query finds in one text: places, with what the names of the query stand for at each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from indexer.lazy import lazy
from indexer.model import MadeText, Span
from indexer.query.regexes import compiled, group_numbers
from indexer.query.tree import Findable, Query, Text
from indexer.search.match.evaluate import Evaluation
from indexer.search.match.facts import Facts
from indexer.search.plan.plan import Plan, plan_of
from indexer.text.document_text import Text as DocumentText


class Place(NamedTuple):
    """A place that a term was found at. What stands for nothing is not among the captures."""

    term: Findable
    span: Span
    captures: Mapping[str, Span | MadeText]  # places in the text, and texts that a rule made of such


def places_in(query: Query, facts: Facts) -> list[Place]:
    """All places, in order, the outer ones first."""
    return places_of(plan_of(query), Evaluation(facts))


def places_of(plan: Plan, asked: Evaluation) -> list[Place]:
    """The same of a query that has been planned, in a text that other questions have been asked of."""
    groups = _Groups(asked.text)
    found = {
        (span, term.span): Place(term, span, groups.at(term, span) if captures is None else captures)
        for term, span, captures in _spans(plan, asked)
    }
    return sorted(found.values(), key=lambda place: (place.span.start, -place.span.end, place.term.span.start))


def _spans(plan: Plan, asked: Evaluation) -> Iterator[tuple[Findable, Span, Mapping[str, Span] | None]]:
    for term, places, at in asked.places_found(plan):
        captures = None if places.captures is None else places.captures[at]
        yield term, Span(places.starts[at], places.ends[at]), captures


class _Groups:
    """The groups of regular expressions in a text. They are matched with `\\n` at the end of each line, as they were
    found."""

    def __init__(self, text: DocumentText) -> None:
        self._text = text

    @lazy
    def _lines(self) -> DocumentText:
        if b"\r" not in self._text.data:
            return self._text
        return DocumentText.of(self._text.data.replace(b"\r\n", b"\n").replace(b"\r", b"\n"))

    def at(self, term: Findable, span: Span) -> Mapping[str, Span]:
        if not isinstance(term, Text) or not term.regex:
            return {}
        numbers = group_numbers(term.text, term.ignore_case)
        if not numbers:
            return {}
        lines = self._lines
        match = compiled(term.text, term.ignore_case, captures=True).search(lines.data, self._moved(span.start, False))
        if match is None:
            return {}
        spans = {name: match.span(number) for name, number in numbers.items()}
        return {
            name: Span(self._moved(start, True), self._moved(end, True))
            for name, (start, end) in spans.items()
            if start >= 0
        }

    def _moved(self, offset: int, back: bool) -> int:
        """An offset of the text among its lines with `\\n`, or back."""
        if self._lines is self._text:
            return offset
        old, new = (self._lines.lines, self._text.lines) if back else (self._text.lines, self._lines.lines)
        row = old.row_of(offset)
        return new[row] + offset - old[row]
