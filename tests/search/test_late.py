"""Files that a child parses come later than others, so that nobody waits for its start, and the answer is the same."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from indexer.isolation import Isolation
from indexer.model import Limits
from indexer.safe_reader import SafeReader
from indexer.search.run import prefetch
from indexer.search.run.corpus import Corpus
from indexer.search.run.search import Answer, search
from indexer.store.reader import Store
from tests.index.indexed import Indexed

QUERIES = (
    'pattern:"print($A)"',
    'pattern:"print($A)" select:file',
    'kind:function has:(pattern:"print($A)")',
    'pattern:"return $A;"',
    'pattern:"print($A)" -lang:python',
)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Indexed:
    base = tmp_path_factory.mktemp("late")
    (base / "root").mkdir()
    for number in range(9):
        (base / "root" / f"{number}.py").write_text(f"def a{number}(b):\n    print(b)\n    print({number})\n")
        (base / "root" / f"{number}.kt").write_text(f"fun a{number}(b: Int) {{\n    print(b)\n}}\n")
        (base / "root" / f"{number}.s").write_text(f"a{number}:\n    call print(b)\n")
        fenced = f"# {number}\n\n```kotlin\nfun f() {{ print({number}) }}\n```\n\n```python\nprint({number})\n```\n"
        (base / "root" / f"{number}.md").write_text(fenced)
    project = Indexed(base / "root", base / "index")
    project.update()
    return project


@pytest.fixture
def corpus(project: Indexed) -> Iterator[Corpus]:
    reader = SafeReader()
    with Store(project.folder).snapshot() as snapshot:
        yield Corpus(project.root, snapshot, reader)
    reader.stop()


def found(answer: Answer) -> list[object]:
    return [(hit.path, hit.found, hit.score) for hit in answer.hits]


def in_time(query: str, limits: Limits, corpus: Corpus, monkeypatch: pytest.MonkeyPatch) -> Answer:
    with monkeypatch.context() as patch:
        patch.setattr(Isolation, "is_there", lambda self: True)
        return search(query, [corpus], limits)


@pytest.mark.parametrize("query", QUERIES)
@pytest.mark.parametrize("most", [1, 2, 7, 12, None])
def test_what_is_late_is_where_it_belongs(
    query: str, most: int | None, corpus: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits = Limits(most, seconds=60)
    expected = in_time(query, limits, corpus, monkeypatch)
    asked: list[Isolation] = []
    monkeypatch.setattr(Isolation, "is_there", lambda self: asked.append(self))  # never
    answer = search(query, [corpus], limits)
    assert found(answer) == found(expected)
    assert (answer.truncated, answer.problems, answer.hints) == (expected.truncated, expected.problems, expected.hints)
    assert asked


@pytest.mark.parametrize("most", [3, None])
def test_what_is_late_is_asked_before_there_are_helpers(
    most: int | None, corpus: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits = Limits(most, seconds=60)
    expected = in_time(QUERIES[0], limits, corpus, monkeypatch)
    monkeypatch.setattr(Isolation, "is_there", lambda self: False)
    monkeypatch.setattr(prefetch, "HELPERS", 2)
    monkeypatch.setattr(prefetch.Alone, "wants_helpers", lambda self: True)
    assert found(search(QUERIES[0], [corpus], limits)) == found(expected)


def test_who_is_told_hits_as_they_come_is_told_them_in_order(corpus: Corpus, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Isolation, "is_there", lambda self: False)
    told: list[object] = []
    limits = Limits(None, seconds=60, partial=lambda hits, replace: told.extend(hits))
    answer = search(QUERIES[0], [corpus], limits)
    assert told == answer.hits


def test_a_child_is_started_without_waiting_for_it() -> None:
    isolation = Isolation()
    try:
        isolation.is_there()
        child = isolation._child
        assert child is not None
        child._inbox.put(child._inbox.get(timeout=60))  # until it has said that it is ready
        assert isolation.is_there() and isolation._child is child
    finally:
        isolation.stop()
