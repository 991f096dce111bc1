"""Fixing: what the templates of rules say, in place of what they found. Nothing that parses is broken by it, and a
file gets all of it or nothing."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from indexer.model import Span
from indexer.replace.change import Change
from indexer.replace.edits import Edit
from indexer.replace.replacing import Summary, Writer
from indexer.rules.finding import Finding, findings_in
from indexer.rules.rule import UNUSED, Rule
from indexer.search.run.corpus import Candidate, Corpus
from indexer.text.document_text import Edit as TextEdit

_MOST_PASSES = 10  # over one file, until its fixes leave nothing more to fix


def edits_of(finding: Finding, rules: Sequence[Rule], corpus: Corpus, candidate: Candidate) -> tuple[Edit, ...]:
    """The edits that fix one finding, not yet judged; none where there is no fix."""
    if finding.edits is not None:
        return finding.edits
    change = _unjudged([finding], rules, corpus, candidate)
    return () if change is None else change.edits


def change_of(
    findings: Sequence[Finding], rules: Sequence[Rule], corpus: Corpus, candidate: Candidate
) -> Change | None:
    """The change that fixes findings of one rule in a file, with what speaks against it."""
    change = _unjudged(findings, rules, corpus, candidate)
    return None if change is None else change.judged()


def fixed(
    rules: Sequence[Rule], corpus: Corpus, candidate: Candidate, known: Collection[str] | None
) -> tuple[Change | None, list[str]]:
    """All that the rules can fix in a file as one change, and why some of it was left.

    One rule is fixed after the other, each in what the ones before it have made, until nothing is left to fix.
    """
    now = candidate
    left: dict[str, str] = {}
    names = [rule.name for rule in rules if rule.fix is not None] + [UNUSED]
    seen = {candidate.text.data}
    for _ in range(_MOST_PASSES):
        before = now.text.data
        for name in names:
            asked = rules if name == UNUSED else [rule for rule in rules if rule.name == name]
            found = findings_in(asked, now, known if name == UNUSED else None).findings
            mendable = [each for each in found if each.rule == name and each.is_fixable]
            change = change_of(mendable, asked, corpus, now) if mendable else None
            if change is None:
                continue
            if change.problem is not None:
                left[name] = change.problem
            elif change.new not in seen:
                seen.add(change.new)
                now = candidate.with_text(change.new)
        if now.text.data == before:
            break
    problems = [f"{name}: {problem}" for name, problem in left.items()]
    if now is candidate:
        return None, problems
    return _between(corpus, candidate, now.text.data).judged(), problems


def _unjudged(
    findings: Sequence[Finding], rules: Sequence[Rule], corpus: Corpus, candidate: Candidate
) -> Change | None:
    removals = [finding.removal for finding in findings if finding.removal is not None]
    if removals:
        return _change(corpus, candidate, [Edit(span, b"") for span in _apart(removals)])
    places = [finding.place for finding in findings if finding.place is not None]
    rule = next((rule for rule in rules if findings and rule.name == findings[0].rule), None)
    request = None if rule is None else rule.fixing
    if not places or request is None:
        return None
    edits = Writer(request).edits(candidate, places, None, Summary())
    return _change(corpus, candidate, edits) if edits else None


def _apart(spans: Iterable[Span]) -> list[Span]:
    made: list[Span] = []
    for span in sorted(set(spans)):
        if not made or span.start >= made[-1].end:
            made.append(span)
    return made


def _change(corpus: Corpus, candidate: Candidate, edits: Sequence[Edit]) -> Change:
    return Change(
        corpus.root,
        candidate.path,
        candidate.language,
        candidate.text,
        tuple(edits),
        candidate.raw,
        candidate.version,
        candidate,
    )


def _between(corpus: Corpus, candidate: Candidate, new: bytes) -> Change:
    """The change from the text of a file to another, as one edit of what differs."""
    old = candidate.text.data
    between = TextEdit.between(old, new)
    written = new[between.start : between.start + between.inserted]
    return _change(corpus, candidate, [Edit(Span(between.start, between.end), written)])
