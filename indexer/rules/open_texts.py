"""Rules of open texts, in the process that asks them while somebody types; `indexer/rules/live.py` is the server's
side.

Takes and gives nothing but data. What is found in the pieces of a text is remembered through its versions, and a rule
that is slow again and again is asked no more until it changes.
"""

from __future__ import annotations

import os
from collections import OrderedDict
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from indexer.documents import Document
from indexer.languages.profile import profile_of
from indexer.model import CapturedMatch, Span
from indexer.replace.edits import Edit
from indexer.rules.finding import Finding, TextFindings, findings_in
from indexer.rules.fixing import change_of, fixed
from indexer.rules.home import FOLDER, SIGNS, is_of_rules, live_home
from indexer.rules.live import LiveAnswer, LiveFinding
from indexer.rules.pieces import PieceMemo
from indexer.rules.rule import UNUSED, Rule
from indexer.rules.rule_set import RuleSet, problems_in, rules_for
from indexer.safe_reader import SafeReader
from indexer.search.plan.narrow import path_filter
from indexer.search.run.corpus import Candidate, Corpus
from indexer.settings import user_file

SECONDS = 0.5  # of the processor, for one rule in one text
_SLOW_TIMES = 3  # that a rule may be too slow before it is asked no more
_MEMOS = 32  # texts whose pieces are remembered


class _Here(SafeReader):
    """Asks documents in this process, which is a child already."""

    def needs_child(self, key: str, document: Document) -> bool:
        return False


class _LiveCandidate(Candidate):
    """An open text, of whose pieces is remembered what patterns found in them."""

    memo: PieceMemo

    def pattern_matches(self, source: str) -> Sequence[CapturedMatch]:
        known = self.memo.matches(self.document, source)
        return super().pattern_matches(source) if known is None else known


class _Loaded(NamedTuple):
    signature: object
    rules: RuleSet


class _Asked(NamedTuple):
    """A text and the rules that are about it."""

    corpus: Corpus
    candidate: Candidate
    rules: list[Rule]
    known: frozenset[str]  # the names of all rules that hold there

    def found(self, seconds: float) -> TextFindings:
        return findings_in(self.rules, self.candidate, self.known, seconds)


class OpenTexts:
    """The rules of the folders that were asked about, and what is remembered of their texts."""

    def __init__(self) -> None:
        self._reader = _Here()
        self._memos: OrderedDict[Path, PieceMemo] = OrderedDict()
        self._sets: dict[Path | None, _Loaded] = {}
        self._slow: dict[str, int] = {}
        self._reloads = 0

    def answer(self, document: Document, path: Path, roots: Sequence[Path], reloads: int) -> LiveAnswer:
        """What the rules say of a text. With another number of reloads than before, rules are read anew."""
        if reloads != self._reloads:
            self._reloads, self._sets = reloads, {}
        problems = _own_problems(document, path)
        asked = self._asked(document, path, roots)
        if not asked.rules:
            return LiveAnswer(problems=problems)
        answer = asked.found(SECONDS)
        notes = [asked.candidate.failure] if asked.candidate.failure else []
        notes += [
            f"the rule `{name}` asks who uses what; `outcrop check` tells, but nobody does while you type"
            for name in answer.unasked
        ]
        for name in answer.slow:
            self._slow[name] = self._slow.get(name, 0) + 1
            if self._slow[name] == _SLOW_TIMES:
                notes.append(f"the rule `{name}` is too slow and is not asked any more until it changes")
        said = {rule.name: rule.note for rule in asked.rules}
        findings = [
            LiveFinding(
                each.rule, each.severity, each.message, each.span, each.is_fixable, each.url, said.get(each.rule, "")
            )
            for each in answer.findings
        ]
        return LiveAnswer(findings, problems, notes)

    def fixes(self, document: Document, path: Path, roots: Sequence[Path], rule: str, at: Span | None) -> list[Edit]:
        """The edits that fix one finding of a rule, or all of them; none where that would break the code."""
        asked = self._asked(document, path, roots)
        found = [each for each in asked.found(SECONDS).findings if each.rule == rule and each.is_fixable]
        wanted = [each for each in found if at is None or each.span == at]
        change = change_of(wanted, asked.rules, asked.corpus, asked.candidate) if wanted else None
        return list(change.edits) if change is not None and change.is_allowed else []

    def all_fixes(self, document: Document, path: Path, roots: Sequence[Path]) -> list[Edit]:
        """All that can be fixed in a text, as one edit."""
        asked = self._asked(document, path, roots)
        change, _ = fixed(asked.rules, asked.corpus, asked.candidate, asked.known)
        return list(change.edits) if change is not None and change.is_allowed else []

    def silence(self, document: Document, path: Path, roots: Sequence[Path], rule: str, at: Span) -> list[Edit]:
        """A comment that silences a finding, put where it does so and breaks nothing."""
        asked = self._asked(document, path, roots)
        before = _count(asked.found(SECONDS).findings, rule)
        faults = len(asked.candidate.faults() or ())
        for edit in _comments(document, rule, at):
            data = document.text.data[: edit.span.start] + edit.new + document.text.data[edit.span.end :]
            after = asked.candidate.with_text(data)
            left = asked._replace(candidate=after).found(SECONDS).findings
            end = edit.span.start + len(edit.new)
            unused = any(each.rule == UNUSED and edit.span.start <= each.span.start <= end for each in left)
            if _count(left, rule) < before and not unused and len(after.faults() or ()) <= faults:
                return [edit]
        return []

    def _asked(self, document: Document, path: Path, roots: Sequence[Path]) -> _Asked:
        home = live_home(path, roots)
        every = self._rules(home)
        inside = path.relative_to(home).as_posix() if home is not None and path.is_relative_to(home) else path.name
        language = document.language.name if document.language is not None else None
        rules = [
            rule
            for rule in every
            if self._slow.get(rule.name, 0) < _SLOW_TIMES
            and rule.covers(inside)
            and path_filter(rule.parsed)(inside, language)
        ]
        corpus = Corpus(Path("/"), None, self._reader, {inside: document})
        candidate = _LiveCandidate(corpus, inside, None)
        candidate.memo = self._memos.setdefault(path, PieceMemo())
        self._memos.move_to_end(path)
        if len(self._memos) > _MEMOS:
            self._memos.popitem(last=False)
        return _Asked(corpus, candidate, rules, frozenset(rule.name for rule in every))

    def _rules(self, home: Path | None) -> Sequence[Rule]:
        """The rules as the files are now."""
        known = self._sets.get(home)
        signature = _signature(home, () if known is None else known.rules.sources)
        if known is None or known.signature != signature:
            found = rules_for(home)
            known = self._sets[home] = _Loaded(_signature(home, found.sources), found)
            self._slow.clear()
        return known.rules.rules


HERE = OpenTexts()


def _own_problems(document: Document, path: Path) -> list[tuple[str, Span]]:
    """What is wrong with the rules in a text, if it is one of rules."""
    return problems_in(path, document.text.data, ("rules",) if path == user_file() else ()) if is_of_rules(path) else []


def _count(found: Sequence[Finding], rule: str) -> int:
    return sum(each.rule == rule for each in found)


def _comments(document: Document, rule: str, at: Span) -> list[Edit]:
    """Where a comment that silences a rule may stand: alone above the line, or at its end."""
    language = document.language
    if language is None:
        return []
    opening, closing = (language.comment[0], "") if language.comment else profile_of(language.name).docs.enclosed
    if not opening:
        return []
    words = f"{opening} outcrop: ignore[{rule}]{f' {closing}' if closing else ''}".encode()
    text = document.text
    row = text.lines.row_of(at.start)
    start, end = text.row_span(row)
    line = text.data[start:end]
    indent = line[: len(line) - len(line.lstrip())]
    newline = b"\r\n" if text.data[end : end + 2] == b"\r\n" else b"\n"
    trimmed = start + len(line.rstrip())
    above = text.row_bytes(row - 1).rstrip() if row else b""
    places = [
        (above, Edit(Span(start, start), indent + words + newline)),
        (line.rstrip(), Edit(Span(trimmed, trimmed), b"  " + words)),
    ]
    return [edit for before, edit in places if not before.endswith(b"\\")]  # what goes on has no room for a comment


def _signature(home: Path | None, sources: Sequence[str]) -> object:
    """What changes when the files of rules do, those that were read among them."""
    found: list[tuple[str, int, int]] = []
    files = [user_file()]
    if home is not None:
        with suppress(OSError):
            files += sorted((home / FOLDER).iterdir())[:1000]
        files += [home / sign for sign in SIGNS[1:]]
    for file in dict.fromkeys([*map(str, files), *sources]):
        with suppress(OSError):
            state = os.stat(file)  # noqa: PTH116 - of each file before each answer
            found.append((file, state.st_size, state.st_mtime_ns))
    return found
