"""Replacing: from a query and a template to the changes of each file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial

from indexer.model import Limits, MadeText, Problem, Span
from indexer.query.parser import parse
from indexer.query.tree import Findable, Pattern, Query, Text, TreeQuery
from indexer.replace.change import Change
from indexer.replace.edits import Edit, outermost, with_what_goes
from indexer.replace.found import Place, places_in
from indexer.replace.keeping import Keeping, pieces_of, pieces_of_code
from indexer.replace.layout import Kept, Layout, Piece, template_unit
from indexer.replace.target import problems_with, targets_of
from indexer.replace.template import Template, parse_template
from indexer.replace.words import template_words
from indexer.search.run.corpus import Candidate, Corpus, Gone
from indexer.search.run.search import Answer, each_file

_MOST = 64 << 20  # bytes that the new texts of one file may have


@dataclass
class Summary:
    """What a replacement came to, as far as it has got."""

    files: int = 0
    total: int = 0  # edits
    left_inside: int = 0  # places that lie in others, which were replaced
    unchanged: int = 0  # places that read already as the template says
    other_case: int = 0  # places of a word that have letters of the other case
    truncated: bool = False
    notes: list[str] = field(default_factory=list)  # why it may be incomplete


@dataclass(frozen=True)
class Request:
    """A query and a template that go together."""

    query: Query
    template: Template
    force: bool = False


@dataclass(frozen=True)
class Refusal:
    """Why a query and a template cannot be used."""

    query_problems: list[Problem]
    template_problems: list[Problem]


@dataclass(frozen=True)
class Replacement:
    """All changes that a query and a template ask for, or why they cannot be used."""

    changes: list[Change]
    summary: Summary
    query_problems: list[Problem] = field(default_factory=list)
    template_problems: list[Problem] = field(default_factory=list)


def replacement(
    query: str, template: str, corpora: Sequence[Corpus], limits: Limits, force: bool = False
) -> Replacement:
    """What a query and a template come to, at once."""
    request = request_of(query, template, force)
    summary = Summary()
    if isinstance(request, Refusal):
        return Replacement([], summary, request.query_problems, request.template_problems)
    return Replacement(list(changes(request, corpora, limits, summary)), summary)


def request_of(query: str, template: str, force: bool = False) -> Request | Refusal:
    """What is asked for, or what is wrong with it and where."""
    parsed = parse(query)
    made, template_problems = parse_template(template)
    if parsed.query is None:
        return Refusal(parsed.problems, template_problems)
    targets, problems = targets_of(parsed.query)
    if made is not None and not problems:
        template_problems = problems_with(made, targets, parsed.query)
    if problems or template_problems or made is None:
        return Refusal(problems, template_problems)
    return Request(parsed.query, made, force)


def changes(request: Request, corpora: Sequence[Corpus], limits: Limits, summary: Summary) -> Iterator[Change]:
    """The changes, file by file in the order of their paths. The summary is kept while they are taken."""
    writer = Writer(request)
    answer = Answer()
    seen: set[str] = set()
    left = limits.hits
    for corpus, candidate, places in each_file(request.query, corpora, limits, partial(_places, request.query), answer):
        file = str(corpus.root / candidate.path)
        if file in seen:
            continue
        seen.add(file)
        if left is not None and left <= 0:
            summary.truncated = True
            break
        change = writer.change(corpus, candidate, places, left, summary)
        if change is not None:
            summary.files += 1
            summary.total += len(change.edits)
            left = None if left is None else left - len(change.edits)
            yield change
    summary.truncated |= answer.truncated
    summary.notes += answer.notes
    summary.notes += _notes(request, summary)


def _places(query: Query, candidate: Candidate) -> list[Place]:
    return places_in(query, candidate)


def _notes(request: Request, summary: Summary) -> list[str]:
    notes = []
    if summary.other_case:
        notes.append(
            f"{summary.other_case} of the places have letters of the other case; `case:yes` leaves those alone"
        )
    return notes


class Writer:
    """Writes what stands in place of what was found."""

    def __init__(self, request: Request) -> None:
        self._request = request
        self._words = template_words(request.template)
        self._unit = template_unit("".join(part if isinstance(part, str) else "$" for part in request.template.parts))
        self._keeping: dict[str, Keeping] = {}

    def change(
        self, corpus: Corpus, candidate: Candidate, places: Sequence[Place], most: int | None, summary: Summary
    ) -> Change | None:
        """What becomes of a file, with what speaks against it; None where nothing does."""
        try:
            edits = self.edits(candidate, places, most, summary)
            if not edits:
                return None
            return Change(
                corpus.root,
                candidate.path,
                candidate.language,
                candidate.text,
                tuple(edits),
                candidate.raw,
                candidate.version,
                candidate,
                forced=self._request.force,
            ).judged()
        except Gone:
            return None

    def edits(self, candidate: Candidate, places: Sequence[Place], most: int | None, summary: Summary) -> list[Edit]:
        """The edits of places in one file, which nobody has judged yet."""
        chosen = outermost(places)
        text = candidate.text
        layout = Layout(text, partial(_fixed, candidate))
        edits: list[Edit] = []
        size = 0
        for place in chosen.places:
            old = new = text.data[place.span.start : place.span.end]
            if not self._is_itself(place.term):
                pieces = self._pieces(place, text.data)
                if size + sum(map(_length, pieces)) > _MOST:  # before it is made: a few words can stand for all of it
                    return _left_alone(candidate, summary)
                new = layout.laid_out(pieces, place.span, self._unit)
            if new == old:
                summary.unchanged += 1
                continue
            if most is not None and len(edits) >= most:
                summary.truncated = True
                break
            size += len(new)
            if size > _MOST:
                return _left_alone(candidate, summary)
            summary.other_case += _is_in_other_case(place.term, old)
            edits.append(Edit(place.span, new))
        summary.left_inside += chosen.left_inside
        return with_what_goes(text, edits, candidate.with_separators) if edits else []

    def _is_itself(self, term: Findable) -> bool:
        """Whether the template says no more than what is looked for."""
        if isinstance(term, Pattern | TreeQuery) or (isinstance(term, Text) and not term.regex):
            return self._request.template.source == (term.text if isinstance(term, Text) else term.source)
        return False

    def _pieces(self, place: Place, data: bytes) -> list[Piece]:
        term, span = place.term, place.span
        if isinstance(term, Pattern):
            if term.source not in self._keeping:
                self._keeping[term.source] = Keeping(term.source, self._request.template)
            return self._keeping[term.source].pieces(data, span, place.captures)
        if isinstance(term, TreeQuery):
            return pieces_of_code(self._words, span, place.captures)
        return pieces_of(self._request.template, span, place.captures)


def _length(piece: Piece) -> int:
    if isinstance(piece, bytes | MadeText):
        return len(piece if isinstance(piece, bytes) else piece.text)
    start, end = piece.span if isinstance(piece, Kept) else piece
    return end - start


def _left_alone(candidate: Candidate, summary: Summary) -> list[Edit]:
    summary.notes.append(f"{candidate.path}: the new text would be larger than {_MOST >> 20} MB; left alone")
    return []


def _is_in_other_case(term: Findable, old: bytes) -> bool:
    if not isinstance(term, Text) or term.regex or not term.ignore_case:
        return False
    return old != term.text.encode() and old.lower() == term.text.encode().lower()


def _fixed(candidate: Candidate) -> list[Span]:
    """The parts of a text whose lines mean what they say: strings and the bodies of heredocs with their ends."""
    lines, rows = candidate.text.lines, len(candidate.text.lines)
    bodies = []
    for heredoc in candidate.heredocs():
        last = heredoc.content_row_end if heredoc.terminator_row is None else heredoc.terminator_row
        start = lines[heredoc.content_row_start] if heredoc.content_row_start < rows else len(candidate.text.data)
        end = lines[last + 1] if last + 1 < rows else len(candidate.text.data)
        bodies.append(Span(start - 1, end))
    return [*candidate.strings(), *bodies]
