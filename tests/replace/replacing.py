"""Replacing in a few files of a folder, without an index: what the tests of `indexer.replace` share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from indexer.documents import Document
from indexer.languages.detect import detect
from indexer.model import Limits
from indexer.replace.change import Change
from indexer.replace.replacing import Refusal, Summary, changes, request_of
from indexer.safe_reader import SafeReader
from indexer.search.run.corpus import Corpus

READER = SafeReader()


@dataclass
class Result:
    """What came of it: the changes by path, and what was said of all."""

    changes: dict[str, Change]
    summary: Summary

    @property
    def texts(self) -> dict[str, str]:
        return {path: change.new.decode() for path, change in self.changes.items()}

    @property
    def problems(self) -> dict[str, str]:
        return {path: change.problem for path, change in self.changes.items() if change.problem is not None}


def refused(query: str, template: str) -> list[tuple[str, int, int]]:
    """What is wrong with a query and a template: where, from and to."""
    request = request_of(query, template)
    assert isinstance(request, Refusal)
    found = [("query", one) for one in request.query_problems]
    found += [("template", one) for one in request.template_problems]
    return [(of, one.span.start, one.span.end) for of, one in found if one.span is not None]


def on_disk(root: Path, query: str, template: str, force: bool = False, hits: int | None = None) -> Result:
    """Replaces in all files of a folder."""
    files = frozenset(path.relative_to(root).as_posix() for path in root.rglob("*") if path.is_file())
    return _result(Corpus(root, None, READER, {}, files), query, template, force, hits)


def in_texts(files: Mapping[str, str | bytes], query: str, template: str, force: bool = False) -> Result:
    """Replaces in texts, as if they were open in an editor."""
    live = {}
    for path, text in files.items():
        data = text if isinstance(text, bytes) else text.encode()
        live[path] = Document.of(detect(path, data), data, 1)
    return _result(Corpus(Path("/nowhere"), None, READER, live), query, template, force, None)


def _result(corpus: Corpus, query: str, template: str, force: bool, hits: int | None) -> Result:
    request = request_of(query, template, force)
    assert not isinstance(request, Refusal), request
    summary = Summary()
    found = {change.path: change for change in changes(request, [corpus], Limits(hits=hits, seconds=60), summary)}
    return Result(found, summary)


def replaced(text: str, query: str, template: str, path: str = "a.py") -> str:
    """A text after replacing in it, which must have been possible."""
    result = in_texts({path: text}, query, template)
    assert not result.problems, result.problems
    return result.texts.get(path, text)
