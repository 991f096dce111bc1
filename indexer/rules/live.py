"""Rules while somebody types. They are asked in a process of their own, so that no rule costs a key, however slow or
hostile it is: one that takes too long is stopped with that process, and named.

`LiveRules` is the server's side. The functions run in the child, and take and give nothing but data.
"""

from __future__ import annotations

import logging
import os
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import NamedTuple, TypeVar

from indexer.documents import Document
from indexer.isolation import GrammarFailed, Isolation
from indexer.languages.profile import profile_of
from indexer.model import CapturedMatch, Span
from indexer.replace.edits import Edit
from indexer.rules.finding import Finding, findings_in
from indexer.rules.fixing import change_of
from indexer.rules.home import SIGNS, rules_home
from indexer.rules.pieces import PieceMemo
from indexer.rules.reading import FOLDER, RuleSet, problems_in, rules_for
from indexer.rules.rule import UNUSED, Rule, Severity
from indexer.safe_reader import SafeReader
from indexer.search.plan.narrow import path_filter
from indexer.search.run.corpus import Candidate, Corpus
from indexer.settings import user_file

log = logging.getLogger(__name__)
T = TypeVar("T")
SECONDS = 0.5  # of the processor, for one rule in one text
_NICE = 10
_SLOW_TIMES = 3  # that a rule may be too slow before it is asked no more
_MEMOS = 32  # texts whose pieces are remembered


class LiveFinding(NamedTuple):
    """A finding in an open text, as data."""

    rule: str
    severity: Severity
    message: str
    span: Span
    fixable: bool
    url: str = ""
    note: str = ""


@dataclass(frozen=True)
class LiveAnswer:
    """What the rules say of an open text now."""

    findings: list[LiveFinding] = field(default_factory=list)
    problems: list[tuple[str, Span]] = field(default_factory=list)  # where the text itself is one of rules
    notes: list[str] = field(default_factory=list)
    slow: tuple[str, ...] = ()


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


_reader = _Here()
_memos: OrderedDict[str, PieceMemo] = OrderedDict()


def _candidate(document: Document, path: str) -> tuple[Corpus, Candidate]:
    corpus = Corpus(Path("/"), None, _reader, {path: document})
    candidate = _LiveCandidate(corpus, path, None)
    candidate.memo = _memos.setdefault(path, PieceMemo())
    _memos.move_to_end(path)
    if len(_memos) > _MEMOS:
        _memos.popitem(last=False)
    return corpus, candidate


def asked_live(document: Document, path: str, rules: Sequence[Rule], known: frozenset[str]) -> LiveAnswer:
    """In the child: what rules find in a text."""
    _come_last()
    candidate = _candidate(document, path)[1]
    by_name = {rule.name: rule for rule in rules}
    answer = findings_in(rules, candidate, known, SECONDS)
    notes = {name: rule.note for name, rule in by_name.items()}
    return LiveAnswer(
        [
            LiveFinding(
                each.rule, each.severity, each.message, each.span, each.is_fixable, each.url, notes.get(each.rule, "")
            )
            for each in answer.findings
        ],
        slow=tuple(answer.slow),
        notes=[candidate.failure] if candidate.failure else [],
    )


@cache
def _come_last() -> None:
    """Leaves the processor to who types, where there is not enough of it for both."""
    if hasattr(os, "nice"):
        os.nice(_NICE)


def fixed_live(
    document: Document, path: str, rules: Sequence[Rule], known: frozenset[str], rule: str, at: Span | None
) -> list[Edit]:
    """In the child: the edits that fix one finding of a rule, or all of them; none where that would break the code."""
    corpus, candidate = _candidate(document, path)
    found = [each for each in findings_in(rules, candidate, known).findings if each.rule == rule and each.is_fixable]
    wanted = [each for each in found if at is None or each.span == at]
    change = change_of(wanted, rules, corpus, candidate) if wanted else None
    return list(change.edits) if change is not None and change.is_allowed else []


def all_fixed_live(document: Document, path: str, rules: Sequence[Rule], known: frozenset[str]) -> list[Edit]:
    """In the child: all that can be fixed in a text, as one edit."""
    from indexer.rules.fixing import fixed

    corpus, candidate = _candidate(document, path)
    change, _ = fixed(rules, corpus, candidate, known)
    return list(change.edits) if change is not None and change.is_allowed else []


def silenced_live(
    document: Document, path: str, rules: Sequence[Rule], known: frozenset[str], rule: str, at: Span
) -> list[Edit]:
    """In the child: a comment that silences a finding, put where it does so and breaks nothing."""
    _, candidate = _candidate(document, path)
    before = _count(findings_in(rules, candidate, known).findings, rule)
    faults = len(candidate.faults() or ())
    for edit in _comments(document, rule, at):
        data = document.text.data[: edit.span.start] + edit.new + document.text.data[edit.span.end :]
        after = candidate.with_text(data)
        left = findings_in(rules, after, known).findings
        end = edit.span.start + len(edit.new)
        unused = any(each.rule == UNUSED and edit.span.start <= each.span.start <= end for each in left)
        if _count(left, rule) < before and not unused and len(after.faults() or ()) <= faults:
            return [edit]
    return []


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


class _Loaded(NamedTuple):
    signature: object
    rules: RuleSet


class LiveRules:
    """The rules of the folders that a server has open. Asked from one thread at a time, which may wait."""

    def __init__(self) -> None:
        self._isolation = Isolation()
        self._sets: dict[Path | None, _Loaded] = {}
        self._slow: dict[str, int] = {}
        self._told: set[str] = set()
        self._failed: dict[str, bytes] = {}  # texts that were too much, by key

    def home(self, path: Path, roots: Sequence[Path]) -> Path | None:
        """The folder whose rules hold for a file; None where only the user's own do."""
        root = next((root for root in roots if path.is_relative_to(root)), None)
        if root is None:
            return None
        home = rules_home(path.parent)
        return home if home.is_relative_to(root) or root.is_relative_to(home) else root

    def rules(self, home: Path | None) -> RuleSet:
        """The rules as the files are now."""
        known = self._sets.get(home)
        signature = _signature(home, () if known is None else known.rules.sources)
        if known is None or known.signature != signature:
            found = rules_for(home)
            known = self._sets[home] = _Loaded(_signature(home, found.sources), found)
            self._slow.clear()
        return known.rules

    def reload(self) -> None:
        """Reads all rules anew when they are needed next."""
        self._sets = {}

    def answer(self, key: str, document: Document, path: Path, roots: Sequence[Path]) -> LiveAnswer:
        """What the rules say of an open text."""
        own = self._own_problems(document, path, roots)
        home, inside, rules = self._rules_of(document, path, roots)
        if not rules or self._failed.get(key) == document.text.data:
            return LiveAnswer(problems=own)
        known = frozenset(rule.name for rule in self.rules(home).rules)
        answer = self._asked(key, document, asked_live, inside, rules, known)
        if answer is None:
            return LiveAnswer(problems=own, notes=self._new([f"{path}: the rules took too long and were stopped here"]))
        notes = []
        for name in answer.slow:
            self._slow[name] = self._slow.get(name, 0) + 1
            if self._slow[name] == _SLOW_TIMES:
                notes.append(f"the rule `{name}` is too slow and is not asked any more until it changes")
        return LiveAnswer(answer.findings, own, self._new([*notes, *answer.notes]), answer.slow)

    def fixes(
        self, key: str, document: Document, path: Path, roots: Sequence[Path], rule: str, at: Span | None
    ) -> list[Edit]:
        return self._edits(key, document, path, roots, fixed_live, rule, at)

    def all_fixes(self, key: str, document: Document, path: Path, roots: Sequence[Path]) -> list[Edit]:
        return self._edits(key, document, path, roots, all_fixed_live)

    def silence(
        self, key: str, document: Document, path: Path, roots: Sequence[Path], rule: str, at: Span
    ) -> list[Edit]:
        return self._edits(key, document, path, roots, silenced_live, rule, at)

    def _edits(
        self,
        key: str,
        document: Document,
        path: Path,
        roots: Sequence[Path],
        method: Callable[..., list[Edit]],
        *arguments: object,
    ) -> list[Edit]:
        home, inside, rules = self._rules_of(document, path, roots)
        known = frozenset(rule.name for rule in self.rules(home).rules)
        return self._asked(key, document, method, inside, rules, known, *arguments) or []

    def _rules_of(
        self, document: Document, path: Path, roots: Sequence[Path]
    ) -> tuple[Path | None, str, tuple[Rule, ...]]:
        """The rules for a text: where they are from, what the text is called there, and which are about it."""
        home = self.home(path, roots)
        inside = path.relative_to(home).as_posix() if home is not None and path.is_relative_to(home) else path.name
        language = document.language.name if document.language is not None else None
        rules = tuple(
            rule
            for rule in self.rules(home).rules
            if self._slow.get(rule.name, 0) < _SLOW_TIMES
            and rule.covers(inside)
            and path_filter(rule.parsed)(inside, language)
        )
        return home, inside, rules

    def _asked(self, key: str, document: Document, method: Callable[..., T], *arguments: object) -> T | None:
        try:
            return self._isolation.ask(key, document, method, *arguments)
        except GrammarFailed as failure:
            log.warning("the rules were stopped in %s: %s", key, failure)
            self._failed[key] = document.text.data
            return None

    def _own_problems(self, document: Document, path: Path, roots: Sequence[Path]) -> list[tuple[str, Span]]:
        """What is wrong with the rules in a text, if it is one of rules."""
        is_own = path == user_file()
        if not is_own and not (path.suffix == ".toml" and path.parent.as_posix().endswith(f"/{FOLDER}")):
            return []
        return problems_in(path, document.text.data, ("rules",) if is_own else ())

    def _new(self, notes: Sequence[str]) -> list[str]:
        """Those of some notes that nobody has been told yet."""
        new = [note for note in notes if note not in self._told]
        self._told.update(new)
        return new

    def forget(self, key: str) -> None:
        """A document was closed. Never waits."""
        self._isolation.forget(key)
        self._failed.pop(key, None)

    def stop(self) -> None:
        self._isolation.stop()


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
