"""Rules while somebody types: the server's side. They are read and asked in a process of their own, so that no rule
costs a key, however slow or hostile it is: one that takes too long is stopped with that process, and named.

`indexer/rules/open_texts.py` is the other side. Nothing is imported here that only that process needs.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from indexer.isolation import GrammarFailed, Isolation
from indexer.model import Span
from indexer.rules.home import is_of_rules, may_have_rules

if TYPE_CHECKING:
    from indexer.documents import Document
    from indexer.replace.edits import Edit
    from indexer.rules.rule import Severity

log = logging.getLogger(__name__)
_NICE = 10


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


def asked_here(document: Document, what: str, *arguments: object) -> Any:
    """In the child: what its rules have to say of a text."""
    _come_last()
    from indexer.rules.open_texts import HERE

    return getattr(HERE, what)(document, *arguments)


@cache
def _come_last() -> None:
    """Leaves the processor to who types, where there is not enough of it for both."""
    if hasattr(os, "nice"):
        os.nice(_NICE)


class LiveRules:
    """The rules of the folders that a server has open. Asked from one thread at a time, which may wait."""

    def __init__(self) -> None:
        self._isolation = Isolation()
        self._reloads = 0
        self._told: set[str] = set()
        self._failed: dict[str, bytes] = {}  # texts that were too much, by key

    def reload(self) -> None:
        """Reads all rules anew when they are needed next."""
        self._reloads += 1

    def answer(self, key: str, document: Document, path: Path, roots: Sequence[Path]) -> LiveAnswer:
        """What the rules say of an open text."""
        if self._failed.get(key) == document.text.data or not (may_have_rules(path, roots) or is_of_rules(path)):
            return LiveAnswer()
        found: LiveAnswer | None = self._asked(key, document, "answer", path, roots, self._reloads)
        if found is None:
            found = LiveAnswer(notes=[f"{path}: the rules took too long and were stopped here"])
        new = [note for note in found.notes if note not in self._told]
        self._told.update(new)
        return LiveAnswer(found.findings, found.problems, new)

    def fixes(
        self, key: str, document: Document, path: Path, roots: Sequence[Path], rule: str, at: Span | None
    ) -> list[Edit]:
        """The edits that fix one finding of a rule, or all of them."""
        return self._asked(key, document, "fixes", path, roots, rule, at) or []

    def all_fixes(self, key: str, document: Document, path: Path, roots: Sequence[Path]) -> list[Edit]:
        """All that can be fixed in a text, as one edit."""
        return self._asked(key, document, "all_fixes", path, roots) or []

    def silence(
        self, key: str, document: Document, path: Path, roots: Sequence[Path], rule: str, at: Span
    ) -> list[Edit]:
        """A comment that silences a finding."""
        return self._asked(key, document, "silence", path, roots, rule, at) or []

    def _asked(self, key: str, document: Document, what: str, *arguments: object) -> Any:
        try:
            return self._isolation.ask(key, document, asked_here, what, *arguments)
        except GrammarFailed as failure:
            log.warning("the rules were stopped in %s: %s", key, failure)
            self._failed[key] = document.text.data
            return None

    def forget(self, key: str) -> None:
        """A document was closed. Never waits."""
        self._isolation.forget(key)
        self._failed.pop(key, None)

    def stop(self) -> None:
        self._isolation.stop()
