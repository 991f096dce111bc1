"""Findings: what rules find in one text.

All rules are asked of the same evaluation of a text, so that what one of them has had parsed or looked up serves the
others. Each has a limit of time in each text, and one that goes over it is named.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from indexer.model import Boundary, CapturedMatch, HeredocBody, Reference, Span, Statement
from indexer.query.tree import Ref, Related, TreeQuery, Unused, asks_graph
from indexer.query.tree import Text as Wanted
from indexer.replace.edits import Edit
from indexer.replace.found import Place, places_of
from indexer.rules.astgrep.matching import tree_matches
from indexer.rules.astgrep.rule import TreeRule
from indexer.rules.rule import UNUSED, Rule, Severity
from indexer.rules.silencing import Silence, silences
from indexer.search.match.evaluate import Evaluation
from indexer.search.match.facts import Stopped, Unanswerable
from indexer.search.match.hits import HitMaker
from indexer.search.run.corpus import Candidate
from indexer.text.document_text import Text

if TYPE_CHECKING:
    from indexer.git.comparison import Changes
    from indexer.store.columns import PackedOutline

SECONDS = 2.0  # of the processor, for one rule in a text of ordinary size
_BY_TREE = TreeQuery("\0", Span(0, 0))  # the term of places that no query found
SLOWEST = 200_000  # bytes a second: a long text may take longer


class Finding(NamedTuple):
    """A place that a rule found. `span` is what to underline."""

    rule: str
    severity: Severity
    message: str
    span: Span
    place: Place | None = None  # what its fix replaces, where the rule has one
    removal: Span | None = None  # what is to be taken out, where that is the fix
    url: str = ""
    edits: tuple[Edit, ...] | None = None  # that fix it, where they are known already

    @property
    def is_fixable(self) -> bool:
        return self.place is not None or self.removal is not None or self.edits is not None


@dataclass
class TextFindings:
    """What rules found in one text, in the order of the places."""

    findings: list[Finding] = field(default_factory=list)
    silenced: int = 0
    slow: list[str] = field(default_factory=list)  # rules whose time was over before their end
    unasked: list[str] = field(default_factory=list)  # rules that ask who uses what, where one text stands alone


def findings_in(
    rules: Sequence[Rule], facts: Candidate, known: Collection[str] | None, seconds: float = SECONDS
) -> TextFindings:
    """What rules find in a text, without what a comment silences, and the comments that silence nothing.

    `known` are the names of all rules there are, also of those that have nothing to say of this text; None where not
    all of them are asked, so that nobody can tell what a comment is good for.
    """
    bounded = _Bounded(facts)
    asked = Evaluation(bounded)
    answer = TextFindings()
    found: list[Finding] = []
    for rule in rules:
        bounded.begin(seconds)
        if facts.corpus.graph is None and asks_graph(rule.parsed.root):
            answer.unasked.append(rule.name)
            continue
        try:
            found += _findings(rule, asked, bounded)
        except Stopped:
            if facts.stopped():
                raise
            answer.slow.append(rule.name)
        except Unanswerable:
            continue  # a shape is tried wherever it makes sense
    bounded.begin(seconds)
    marks = silences(bounded)
    used: set[tuple[int, str]] = set()
    for finding in found:
        row = asked.text.lines.row_of(finding.span.start) if marks else 0
        silencing = [mark for mark in marks if mark.row == row and mark.covers(finding.rule)]
        used.update((mark.span.start, finding.rule) for mark in silencing)
        answer.silenced += bool(silencing)
        if not silencing:
            answer.findings.append(finding)
    if known is not None:
        answer.findings += _unused(marks, used, known, [*answer.slow, *answer.unasked], asked.text)
    answer.findings.sort(key=lambda finding: (finding.span.start, finding.span.end, finding.rule))
    return answer


def _findings(rule: Rule, asked: Evaluation, bounded: _Bounded) -> list[Finding]:
    """What one rule finds, each place once."""
    if rule.tree is not None:
        return _findings_in_tree(rule, rule.tree, asked, bounded)
    plan = rule.plan
    data = asked.text.data
    places = places_of(plan, asked) if plan.select == "line" else []
    found: dict[Span, Finding] = {}
    for place in places:
        spans = {name: at for name, at in place.captures.items() if isinstance(at, Span)}
        captures = {name: data[start:end].decode("utf-8", "replace") for name, (start, end) in spans.items()}
        captures["0"] = data[place.span.start : place.span.end].decode("utf-8", "replace")
        said = rule.said(captures)
        fixed = place if rule.fix is not None else None
        found.setdefault(place.span, Finding(rule.name, rule.severity, said, place.span, fixed, url=rule.url))
    needs_rows = any(anchor.slot[0] is None for anchor in plan.rows.anchors) or plan.rows.nodes is not None
    if plan.select != "line" or needs_rows:
        taken = [place.span for place in places]
        hits = chain.from_iterable(_hits(rule, chosen, taken) for chosen in asked.choices(plan))
        for span, captured in hits:
            found.setdefault(span, Finding(rule.name, rule.severity, rule.said(captured), span, url=rule.url))
    return list(found.values())


def _findings_in_tree(rule: Rule, tree: TreeRule, asked: Evaluation, bounded: _Bounded) -> list[Finding]:
    data = asked.text.data
    found = []
    if rule.changed is not None and not bounded.changes(rule.changed).any:
        return []
    matches = bounded.tree_matches(tree)
    if rule.changed is not None:
        kept = asked.changed_since(rule.changed, [match[0] for match in matches])
        matches = [match for match, is_kept in zip(matches, kept.tolist(), strict=True) if is_kept]
    for span, captures, _, made in matches:
        texts = {name: data[start:end].decode("utf-8", "replace") for name, (start, end) in captures.items()}
        texts |= {name: each.text.decode("utf-8", "replace") for name, each in made.items()}
        place = Place(_BY_TREE, span, {**captures, **made}) if rule.fix is not None else None
        found.append(Finding(rule.name, rule.severity, rule.said(texts), span, place, url=rule.url))
    return found


def _hits(rule: Rule, asked: Evaluation, taken: Sequence[Span]) -> list[tuple[Span, Mapping[str, str]]]:
    """The hits that are rows, definitions, blocks or the file: what to underline of each, and what it captured."""
    plan = rule.plan
    matches = asked.matches(plan)
    if not matches:
        return []
    made = HitMaker(plan, asked)
    if plan.select == "file":
        whole = made.of_selected_file()
        return [(_first_row(whole.span, asked.text), {})]
    found: list[tuple[Span, Mapping[str, str]]] = []
    for row, _ in matches.rows:
        if not any(row.start <= span.start <= row.end for span in taken):
            found.append((_first_row(Span(row.start, row.end), asked.text), {}))
    for at in matches.nodes:
        hit = made.of_node(at)
        found.append((_first_row(hit.span, asked.text), {"0": hit.name or "", **hit.captures}))
    if matches.whole:
        found.append((_first_row(Span(0, len(asked.text.data)), asked.text), {}))
    return found


def _first_row(span: Span, text: Text) -> Span:
    """The part of a span that lies in its first row, without the blanks around it."""
    row = text.lines.row_of(span.start)
    low, high = text.row_span(row)
    start, end = max(span.start, low), min(max(span.end, span.start), high)
    written = text.data[start:end]
    stripped = written.strip()
    if not stripped:
        return Span(start, end)
    start += len(written) - len(written.lstrip())
    return Span(start, start + len(stripped))


def _unused(
    marks: Sequence[Silence], used: set[tuple[int, str]], known: Collection[str], slow: Collection[str], text: Text
) -> list[Finding]:
    """The comments that silence nothing, and the names in them that do so."""
    found = []
    for mark in marks:
        if mark.foreign:
            continue  # other tools have a word in those
        idle = [(name, span) for name, span in mark.names if (mark.span.start, name) not in used]
        if not mark.names:
            said = "no rule is named here: `outcrop: ignore[rule-name]`"
            found.append(unused(said, mark.span))
        for name, span in idle:
            if name in slow:
                continue  # it might have found something
            shown = "".join(sign if sign.isprintable() else "?" for sign in name[:100])
            said = f"`{shown}` finds nothing here to silence" if name in known else f"no rule is called `{shown}`"
            removal = mark.removal(text) if len(idle) == len(mark.names) else None
            found.append(unused(said, span, removal))
    return found


def unused(said: str, span: Span, removal: Span | None = None) -> Finding:
    """A comment that silences nothing, or a name in it."""
    return Finding(UNUSED, "warning", said, span, removal=removal)


class _Bounded:
    """The facts of a text for one rule after the other, each until its time is over."""

    def __init__(self, facts: Candidate) -> None:
        self._facts = facts
        self._until: float | None = None
        self._seconds = 0.0

    def begin(self, seconds: float) -> None:
        """From now on it is the turn of another rule. Its time begins when somebody asks for it first."""
        self._seconds = seconds + len(self._facts.text.data) / SLOWEST
        self._until = None

    def stopped(self) -> bool:
        now = time.thread_time()
        if self._until is None:
            self._until = now + self._seconds
        return now > self._until or self._facts.stopped()

    def is_incomplete(self, why: str) -> None:
        self._facts.is_incomplete(why)

    def _go_on(self) -> None:
        if self.stopped():
            raise Stopped

    @property
    def path(self) -> str:
        return self._facts.path

    @property
    def language(self) -> str | None:
        return self._facts.language

    @property
    def text(self) -> Text:
        return self._facts.text

    def lacks(self, term: Wanted) -> bool:
        return self._facts.lacks(term)

    @property
    def packed(self) -> PackedOutline | None:
        return self._facts.packed

    @property
    def outline(self) -> PackedOutline:
        return self._facts.outline

    def references(self, wanted: Callable[[str], bool] | None = None) -> Sequence[Reference]:
        self._go_on()
        return self._facts.references(wanted)

    def heredocs(self) -> Sequence[HeredocBody]:
        return self._facts.heredocs()

    def comments(self) -> Sequence[Span]:
        return self._facts.comments()

    def strings(self) -> Sequence[Span]:
        return self._facts.strings()

    def halves(self) -> tuple[Sequence[Span], Sequence[Span]]:
        return self._facts.halves()

    def pattern_matches(self, source: str) -> Sequence[CapturedMatch]:
        self._go_on()
        return self._facts.pattern_matches(source)

    def tree_matches(self, rule: TreeRule) -> Sequence[CapturedMatch]:
        """What a rule written for ast-grep finds."""
        self._go_on()
        if self._facts.language != rule.language:
            return ()
        return self._facts.asked(tree_matches, rule)

    def statements(self) -> tuple[Sequence[Statement], Sequence[Boundary]]:
        self._go_on()
        return self._facts.statements()

    def measures(self) -> Sequence[CapturedMatch]:
        self._go_on()
        return self._facts.measures()

    def changes(self, since: str) -> Changes:
        return self._facts.changes(since)

    def in_graph(self, term: Related | Unused, symbols: Sequence[int]) -> Collection[int]:
        self._go_on()
        with self._time_of_others():
            return self._facts.in_graph(term, symbols)

    def evidence(self, term: Ref, references: Sequence[Reference]) -> Sequence[str]:
        self._go_on()
        with self._time_of_others():
            return self._facts.evidence(term, references)

    @contextmanager
    def _time_of_others(self) -> Iterator[None]:
        """What other files are looked at for does not count against a rule in this one."""
        began = time.thread_time()
        yield
        if self._until is not None:
            self._until += time.thread_time() - began

    def ts_matches(self, source: str) -> Sequence[CapturedMatch]:
        self._go_on()
        return self._facts.ts_matches(source)
