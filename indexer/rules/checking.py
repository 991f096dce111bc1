"""Checking: all rules over all files. The index tells for each rule which files can have what it finds, and each file
is then looked at once, for all of its rules, unless it is known from before what they find there."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

from indexer.index.file_reader import Shape
from indexer.query.parser import parse
from indexer.query.paths import lies_in
from indexer.query.tree import asks_graph
from indexer.rules.finding import SECONDS, TextFindings, findings_in
from indexer.rules.fixing import edits_of
from indexer.rules.kept import Kept, kept_findings
from indexer.rules.rule import Rule
from indexer.rules.silencing import MARKS
from indexer.search.match.facts import Stopped, Unanswerable
from indexer.search.plan.narrow import narrowed_rows, path_filter
from indexer.search.run.corpus import Candidate, Corpus, Gone
from indexer.search.run.prefetch import Alone, shapes_asked, with_helpers
from indexer.search.run.search import unreadable_changes

SLOW_TEXTS = 5  # in which a rule may be too slow before it is asked no more
_NOTES = 20


@dataclass(frozen=True)
class Checked:
    """One file and what was found in it."""

    corpus: Corpus
    candidate: Candidate
    found: TextFindings
    _asked: Callable[[], Sequence[Rule]]

    @property
    def rules(self) -> Sequence[Rule]:
        """The rules that may find something in it."""
        return self._asked()


@dataclass
class Course:
    """How a check went, as far as it has got."""

    files: int = 0  # that were looked at
    silenced: int = 0
    stopped: bool = False
    notes: list[str] = field(default_factory=list)
    _slow: dict[str, int] = field(default_factory=dict)

    def note(self, text: str) -> None:
        if len(self.notes) < _NOTES and text not in self.notes:
            self.notes.append(text)

    def slow(self, rule: str, path: str) -> None:
        """A rule took too long in a file."""
        times = self._slow[rule] = self._slow.get(rule, 0) + 1
        self.note(f"{path}: the rule `{rule}` took too long here and was stopped; it may find more")
        if times == SLOW_TEXTS:
            self.note(f"the rule `{rule}` was too slow in {SLOW_TEXTS} files and is not asked any more")

    def is_out(self, rule: Rule) -> bool:
        return self._slow.get(rule.name, 0) >= SLOW_TEXTS


def check(
    rules: Sequence[Rule],
    corpus: Corpus,
    course: Course,
    cancelled: Callable[[], bool] = lambda: False,
    seconds: float = SECONDS,
    inside: Callable[[str], str] = lambda path: path,
    known: Collection[str] | None = None,
) -> Iterator[Checked]:
    """The files in which something is found, by path. The course is kept while they are taken.

    `inside` says what a file is called where the rules are, for their `files`; `known` are the names of all rules,
    where all are asked.
    """
    for rule in rules:
        for _, failed in unreadable_changes(rule.parsed, [corpus]):
            course.stopped = True
            course.note(f"the rule `{rule.name}` cannot be asked: {failed[0]}")
    kept = kept_findings(corpus, rules, inside, known)
    for candidate, narrowed, found in _helped(_items(rules, corpus, inside, kept), cancelled):
        if cancelled():
            course.stopped = True
            return
        if found is None:
            asked = [rule for rule in narrowed if not course.is_out(rule)]
            candidate.stopped = cancelled
            try:
                found = findings_in(asked, candidate, known, seconds)
                found.findings = [
                    each._replace(edits=edits_of(each, asked, corpus, candidate)) if each.is_fixable else each
                    for each in found.findings
                ]
            except (Gone, Stopped):
                continue
            if kept is not None:
                kept.add(candidate, found)
        course.files += 1
        course.silenced += found.silenced
        for name in found.slow:
            course.slow(name, candidate.path)
        if candidate.failure:
            course.note(f"{candidate.path}: {candidate.failure}")
        if found.findings:
            yield Checked(corpus, candidate, found, partial(_by_path, narrowed or rules, candidate, inside))
    if kept is not None:
        kept.write()
    elif corpus.graph is not None and any(asks_graph(rule.parsed.root) for rule in rules):
        for note in corpus.graph().notes():
            course.note(note)


class _Item(NamedTuple):
    """A file to look at, the rules that may find something in it, and what they found, where that is known."""

    candidate: Candidate
    rules: list[Rule]
    found: TextFindings | None = None


def _items(rules: Sequence[Rule], corpus: Corpus, inside: Callable[[str], str], kept: Kept | None) -> Iterator[_Item]:
    wanted = _wanted(rules, corpus, inside, kept)
    table = corpus.snapshot.table.by_path if corpus.snapshot is not None else {}
    for path in sorted(wanted):
        candidate = Candidate(corpus, path, table.get(path))
        found = kept.of(candidate) if kept is not None else None
        narrowed = wanted[path]
        if found is not None:
            yield _Item(candidate, narrowed or [], found)
            continue
        asked = _by_path(rules, candidate, inside) if narrowed is None else narrowed
        if _may_find(candidate, asked):
            yield _Item(candidate, asked)


def _may_find(candidate: Candidate, rules: Sequence[Rule]) -> bool:
    """Whether a file is to be looked at, as far as rules ask only what changed."""
    revisions = {rule.changed for rule in rules}
    try:
        return any(revision is None or candidate.changes(revision).any for revision in revisions) or not rules
    except (Gone, Unanswerable):
        return False


def _wanted(
    rules: Sequence[Rule], corpus: Corpus, inside: Callable[[str], str], kept: Kept | None
) -> dict[str, list[Rule] | None]:
    """For each file in which something may be found the rules that may find it; None where the index did not tell."""
    over = dict.fromkeys(path for path in (*corpus.live, *corpus.changed) if lies_in(path, corpus.below))
    if corpus.snapshot is None:
        return dict(over)
    if kept is not None and kept.is_whole:
        return {**dict.fromkeys(kept.paths), **over}
    wanted: dict[str, list[Rule]] = {}
    for rule in rules:
        for row in narrowed_rows(corpus.snapshot, rule.parsed, corpus.below):
            if rule.covers(inside(row.path)):
                wanted.setdefault(row.path, []).append(rule)
    for mark in MARKS[:1]:
        query = parse(f'"{mark}"').query
        assert query is not None
        for row in narrowed_rows(corpus.snapshot, query, corpus.below):
            wanted.setdefault(row.path, [])
    return {**wanted, **over}


def _by_path(rules: Sequence[Rule], candidate: Candidate, inside: Callable[[str], str]) -> list[Rule]:
    """The rules that may find something in a file, as far as its path and its language tell."""
    try:
        path, language = candidate.path, candidate.language
    except Gone:
        return []
    return [rule for rule in rules if rule.covers(inside(path)) and path_filter(rule.parsed)(path, language)]


def _helped(items: Iterator[_Item], cancelled: Callable[[], bool]) -> Iterator[_Item]:
    """The files, with helpers for those that come late: nearly all that rules cost is parsing."""
    alone: Alone | None = None  # since the first file had to be asked; what is known takes no help
    for item in items:
        if alone is None and item.found is None:
            alone = Alone()
        yield item
        if alone is not None and alone.wants_helpers():
            break
    else:
        return
    helped = with_helpers(items, lambda item: item.candidate, _shapes, cancelled)
    with closing(helped):
        for item, told in helped:
            yield item if item.found else item._replace(candidate=item.candidate.helped(_shapes(item), told))


def _shapes(item: _Item) -> tuple[Shape, ...]:
    """The shapes that the rules of a file ask for."""
    if item.found is not None:
        return ()
    return tuple(
        dict.fromkeys(shape for rule in item.rules if rule.tree is None for shape in shapes_asked(rule.parsed))
    )
