"""What rules found the last time, kept beside the index: a file that is as it was need not be asked again.

What is kept is good for the same rules, asked by the same code, of a file with the same path, language and content. It
is data that is checked as it is read, so that damage leads to asking again and never to a wrong answer.
"""

from __future__ import annotations

import hashlib
import json
import os
import zlib
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from indexer.index.makers import code_stamp
from indexer.model import Span
from indexer.query.paths import lies_in
from indexer.query.tree import BEYOND_THE_TEXT, asks_graph, walk
from indexer.replace.edits import Edit
from indexer.rules.finding import Finding, TextFindings, unused
from indexer.rules.rule import UNUSED, Origin, Rule
from indexer.search.run.corpus import Candidate, Corpus

_PREFIX = "findings-"
_FILES = 8  # sets of rules that are remembered for one index
_BYTES = 64 << 20  # of one of them
_FORMAT = 1


class Kept:
    """What one set of rules found in the files of one index."""

    def __init__(self, corpus: Corpus, rules: Sequence[Rule], digest: str) -> None:
        assert corpus.snapshot is not None
        self._rules = {rule.name: rule for rule in rules}
        self._snapshot = corpus.snapshot
        self._below = corpus.below
        self._file = corpus.snapshot.folder / f"{_PREFIX}{digest}"
        found = _read(self._file)
        self._before: dict[str, Any] = found.get("files", {})
        self._now: dict[str, Any] = {}  # what was kept before and is good still, and what came to it
        self._is_new = False
        self._is_partial = False
        # Whether nothing can be found but in the files that are known: the index is what it was then.
        self.is_whole = found.get("whole") in [[self._snapshot.generation, below] for below in ("", corpus.below)]

    @property
    def paths(self) -> list[str]:
        """The files in which something was looked for, of those that are asked about."""
        return [path for path in self._before if lies_in(path, self._below)]

    def of(self, candidate: Candidate) -> TextFindings | None:
        """What there is to find in a file; None where it has to be asked."""
        noted = self._before.get(candidate.path)
        if noted is None:
            return None
        try:
            content, language, silenced, findings = noted
            if candidate.indexed_hash != content or candidate.language != language:
                return None
            told = TextFindings([self._finding(*each) for each in findings], int(silenced))
        except (ValueError, TypeError, KeyError):
            return None  # something else wrote this
        self._now[candidate.path] = noted
        return told

    def _finding(self, name: str, message: str, start: int, end: int, edits: list[Any] | None) -> Finding:
        made = None if edits is None else tuple(Edit(Span(int(a), int(b)), new.encode()) for a, b, new in edits)
        span = Span(int(start), int(end))
        if name == UNUSED:
            return unused(message, span)._replace(edits=made)
        rule = self._rules[name]
        return Finding(name, rule.severity, message, span, url=rule.url, edits=made)

    def add(self, candidate: Candidate, found: TextFindings) -> None:
        """Notes what was found in a file, if that is all there is and the index knows the file."""
        content = candidate.indexed_hash
        if content is None or found.slow or candidate.failure is not None:
            self._is_partial = True
            return
        try:
            findings = [
                (
                    each.rule,
                    each.message,
                    *each.span,
                    None if each.edits is None else [(*edit.span, edit.new.decode()) for edit in each.edits],
                )
                for each in found.findings
            ]
        except UnicodeDecodeError:
            self._is_partial = True
            return
        self._now[candidate.path] = (content, candidate.language, found.silenced, findings)
        self._is_new = True

    def write(self) -> None:
        """Keeps what was found. All files have been asked that can have something to find."""
        if not self._is_new and (self.is_whole or self._is_partial):
            return
        elsewhere = {path: noted for path, noted in self._before.items() if not lies_in(path, self._below)}
        whole = None if self._is_partial else [self._snapshot.generation, self._below]
        known = {**elsewhere, **self._now}
        written = json.dumps({"format": _FORMAT, "whole": whole, "files": known}).encode()
        if len(written) > _BYTES:
            return
        temporary = self._file.with_name(f"{self._file.name}.{os.getpid()}.new")
        with suppress(OSError):  # without it the next check takes longer, and that is all
            temporary.write_bytes(b"%08x" % zlib.crc32(written) + written)
            temporary.replace(self._file)
            _forget_oldest(self._file.parent)


def kept_findings(
    corpus: Corpus, rules: Sequence[Rule], inside: Callable[[str], str], known: Collection[str] | None
) -> Kept | None:
    """What is kept for rules; None where they ask for more than the texts of files say, or there is no index."""
    if corpus.snapshot is None or any(_looks_beyond(rule) for rule in rules):
        return None
    asked = [repr(replace(rule, origin=Origin(""))) for rule in rules]
    names = None if known is None else sorted(known)
    said = repr((_FORMAT, code_stamp(), asked, names, inside("\0"), inside("\0/\0")))
    return Kept(corpus, rules, hashlib.sha256(said.encode("utf-8", "surrogatepass")).hexdigest()[:32])


def _looks_beyond(rule: Rule) -> bool:
    """Whether what a rule finds in a file depends on more than that file."""
    root = rule.parsed.root
    return rule.changed is not None or asks_graph(root) or any(isinstance(term, BEYOND_THE_TEXT) for term in walk(root))


def _read(file: Path) -> dict[str, Any]:
    try:
        with file.open("rb") as opened:
            data = opened.read(_BYTES + 8)
        if int(data[:8], 16) != zlib.crc32(data[8:]):
            return {}
        found = json.loads(data[8:])
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) and found.get("format") == _FORMAT else {}


def _forget_oldest(folder: Path) -> None:
    ages = sorted((each.stat().st_mtime_ns, each) for each in folder.glob(f"{_PREFIX}*"))
    for _, each in ages[:-_FILES]:
        each.unlink()
