"""Searches with helpers: the same answers, whatever happens to files and to the helpers meanwhile."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Iterator
from dataclasses import replace

import pytest

from indexer.child import Child
from indexer.documents import Document
from indexer.languages.registry import by_name
from indexer.model import Limits
from indexer.safe_reader import SafeReader
from indexer.search.run import prefetch
from indexer.search.run.corpus import Candidate, Corpus
from indexer.search.run.search import Answer, search
from indexer.store.reader import Store
from tests.index.indexed import Indexed
from tests.paths import ROOT

QUERIES = (
    'pattern:"len($A)"',
    'pattern:"len($A)" OR pattern:"print($A)"',
    'ts:"(call function: (identifier) @f)" lang:python',
    'kind:function has:(pattern:"return $A") -pattern:"len($A)"',
    'pattern:"len($A)" lang:json',
)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Indexed:
    base = tmp_path_factory.mktemp("prefetch")
    shutil.copytree(ROOT / "indexer" / "text", base / "root" / "text", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "tests" / "cases" / "outline", base / "root" / "cases")
    project = Indexed(base / "root", base / "index")
    project.update()
    return project


@pytest.fixture
def corpus(project: Indexed, monkeypatch: pytest.MonkeyPatch) -> Iterator[Corpus]:
    monkeypatch.setattr(prefetch, "HELPERS", 2)
    monkeypatch.setattr(prefetch, "ALONE", -1.0)
    reader = SafeReader()
    with Store(project.folder).snapshot() as snapshot:
        yield Corpus(project.root, snapshot, reader)
    reader.stop()


def alone(query: str, corpus: Corpus, monkeypatch: pytest.MonkeyPatch) -> Answer:
    with monkeypatch.context() as patch:
        patch.setattr(prefetch, "HELPERS", 1)
        return search(query, [corpus], Limits(None, seconds=60))


def found(answer: Answer) -> list[object]:
    """All that an answer says. A pattern that no language of the query reads is a problem, found by one and by many."""
    hits = [(hit.path, hit.found) for hit in answer.hits]
    return [*hits, answer.total, answer.truncated, answer.notes, answer.problems]


@pytest.mark.parametrize("query", QUERIES)
def test_helpers_find_what_one_process_finds(
    query: str, corpus: Corpus, project: Indexed, monkeypatch: pytest.MonkeyPatch
) -> None:
    helped: list[Candidate] = []
    tell = Candidate.helped
    monkeypatch.setattr(Candidate, "helped", lambda self, shapes, told: helped.append(told) or tell(self, shapes, told))
    assert found(search(query, [corpus], Limits(None, seconds=60))) == found(alone(query, corpus, monkeypatch))
    if "json" not in query:
        assert not search(query, [corpus], Limits(1)).problems
        assert any(told is not None for told in helped)
    first = search(query, [corpus], Limits(3, seconds=60))
    assert [hit.found for hit in first.hits] == [hit.found for hit in alone(query, corpus, monkeypatch).hits[:3]]


def test_open_and_changed_files_are_looked_at_here(
    corpus: Corpus, project: Indexed, monkeypatch: pytest.MonkeyPatch
) -> None:
    query = 'pattern:"len($A)" file:text/'
    open_document = Document.of(by_name("python"), b"# open\nlen(now)\n")
    over = replace(corpus, live={"text/lines.py": open_document}, changed=frozenset(["text/new.py"]))
    (project.root / "text" / "new.py").write_text("len(new)\n")
    hits = [(hit.path, hit.found.captures["A"]) for hit in search(query, [over], Limits(None, seconds=60)).hits]
    assert ("text/lines.py", "now") in hits and ("text/new.py", "new") in hits
    assert [captured for path, captured in hits if path == "text/lines.py"] == ["now"]
    (project.root / "text" / "new.py").unlink()


def test_what_helpers_said_of_a_file_that_is_gone_or_changed_since_is_not_used(
    corpus: Corpus, project: Indexed, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They may be far ahead."""
    changed, gone = project.root / "text" / "lines.py", project.root / "text" / "positions.py"
    before = {path: path.read_bytes() for path in (changed, gone)}
    tell = Candidate.helped

    def later(self: Candidate, shapes: object, told: object) -> Candidate:
        if changed.read_bytes() == before[changed]:
            changed.write_bytes(b"\n\n\nlen(changed)\n")
            gone.unlink()
        return tell(self, shapes, told)  # type: ignore[arg-type]

    monkeypatch.setattr(Candidate, "helped", later)
    answer = search('pattern:"len($A)" file:text/', [corpus], Limits(None, seconds=60))
    for path, data in before.items():
        path.write_bytes(data)
    of = {hit.path: hit.found for hit in answer.hits}
    assert of["text/lines.py"].captures == {"A": "changed"} and of["text/lines.py"].row == 3
    assert "text/positions.py" not in of


def test_a_search_that_ends_early_leaves_no_helper(corpus: Corpus, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[Child] = []
    start = prefetch.Pool._started

    def noted(pool: prefetch.Pool) -> object:
        worker = start(pool)
        started.append(worker.child)
        return worker

    monkeypatch.setattr(prefetch.Pool, "_started", noted)
    asked = 0

    def cancelled() -> bool:
        nonlocal asked
        asked += 1
        return asked > 3

    answer = search('pattern:"len($A)"', [corpus], Limits(None, seconds=60, cancelled=cancelled))
    assert answer.truncated
    assert len(search('pattern:"len($A)"', [corpus], Limits(1, seconds=60)).hits) == 1
    assert len(started) == 4
    assert not any(child.alive() for child in started)


def test_a_helper_that_hangs_does_not_keep_a_search_from_ending(
    corpus: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    give = prefetch.Pool._give

    def stopped(pool: prefetch.Pool, worker: object, task: object) -> None:
        os.kill(worker.child.pid, signal.SIGSTOP)  # type: ignore[attr-defined]
        give(pool, worker, task)  # type: ignore[arg-type]

    monkeypatch.setattr(prefetch.Pool, "_give", stopped)
    answer = search('pattern:"len($A)"', [corpus], Limits(None, seconds=1.0))
    assert answer.truncated and answer.notes == ["the search was stopped after 1 seconds"]


@pytest.mark.parametrize("how", ["they crash", "somebody ends one", "there can be none"])
def test_without_helpers_the_search_goes_on(corpus: Corpus, monkeypatch: pytest.MonkeyPatch, how: str) -> None:
    query = 'pattern:"len($A)" file:text/'
    wanted = found(alone(query, corpus, monkeypatch))
    if how == "there can be none":

        def none(pool: prefetch.Pool) -> object:
            raise OSError("too many processes")

        monkeypatch.setattr(prefetch.Pool, "_started", none)
        assert found(search(query, [corpus], Limits(None, seconds=60))) == wanted
        return
    give = prefetch.Pool._give
    killed = 0

    def dying(pool: prefetch.Pool, worker: object, task: object) -> None:
        nonlocal killed
        give(pool, worker, task)  # type: ignore[arg-type]
        if not killed:
            killed += 1
            end = signal.SIGSEGV if how == "they crash" else signal.SIGKILL
            os.kill(worker.child.pid, end)  # type: ignore[attr-defined]

    monkeypatch.setattr(prefetch.Pool, "_give", dying)
    answer = search(query, [corpus], Limits(None, seconds=60))
    if how == "somebody ends one":
        assert found(answer) == wanted and not answer.notes
        return
    assert len(answer.notes) == 1 and "its grammar failed (its process ended with code -11)" in answer.notes[0]
    lost = answer.notes[0].partition(":")[0]
    assert [hit.path for hit in answer.hits] == [
        hit.path for hit in alone(query, corpus, monkeypatch).hits if hit.path != lost
    ]
