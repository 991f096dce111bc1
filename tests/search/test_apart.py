"""A search beside somebody who types: nothing is parsed in the process of the search, and its answers are the same."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from indexer.documents import Document
from indexer.engine import Engine
from indexer.grammars.time_limit import GrammarParser
from indexer.languages.registry import by_name
from indexer.model import Limits
from indexer.safe_reader import SafeReader
from indexer.search.run.corpus import Candidate, Corpus
from indexer.search.run.search import search

FILES = {
    "a.py": "class A:\n    def b(self):\n        if c(1):\n            return d  # TODO\n        return 'TODO'\n",
    "b.kt": "class B {\n  fun b() {\n    if (c(1)) { return }\n  }\n}\n",
    "c.md": "# Head\n\n```python\ndef c(x):\n    if c(x):\n        return x\n```\n",
    "d.txt": "some TODO\n\n    more\n",
    "e.sh": "c() {\n  cat <<END\n  TODO\nEND\n}\n",
}
QUERIES = (
    *(
        "kind:if has:(call:c)",
        "kind:function",
        "call:c",
        "sym:c",
        "TODO is:comment",
        "TODO is:string",
        "TODO is:heredoc",
    ),
    *("select:block TODO", "c TODO", 'pattern:"if $A: $B"', "ts:(call)", "complexity:>1", "in:(kind:class) c"),
)


@pytest.fixture
def apart() -> Iterator[SafeReader]:
    reader = SafeReader(apart=True)
    yield reader
    reader.stop()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def test_answers_are_those_of_a_search_that_parses_here(folder: Path, apart: SafeReader) -> None:
    here = SafeReader()
    found = 0
    for query in QUERIES:
        answers = [
            search(query, [Corpus(folder, None, reader, changed=frozenset(FILES))], Limits(hits=None, seconds=100))
            for reader in (here, apart)
        ]
        told = [[(hit._replace(define=None), hit.symbol) for hit in answer.hits] for answer in answers]
        assert told[0] == told[1], query
        assert answers[0].notes == answers[1].notes and answers[0].problems == answers[1].problems
        found += bool(told[0])
    here.stop()
    assert found > len(QUERIES) / 2, "most of them find something"


def test_nothing_is_parsed_here(folder: Path, apart: SafeReader, monkeypatch: pytest.MonkeyPatch) -> None:
    def parse(self: GrammarParser, *given: object) -> None:
        raise AssertionError("it is parsed here")

    monkeypatch.setattr(GrammarParser, "_parse", parse)
    corpus = Corpus(folder, None, apart, changed=frozenset(FILES))
    for query in ("kind:if has:(call:c)", "call:c", "TODO is:comment"):
        assert search(query, [corpus], Limits(hits=None, seconds=100)).hits, query
    assert [each.name for each in Candidate(corpus, "a.py", None).symbols()] == ["A", "b"]


def test_a_document_that_has_been_read_here_goes_on_being_read_here(apart: SafeReader) -> None:
    document = Document.of(by_name("python"), b"def f():\n    pass\n")
    assert apart.needs_child("key", document)
    document.symbols()
    assert not apart.needs_child("key", document)
    assert not apart.needs_child("key", document.edited(0, 0, b"\n", 1))


def test_a_text_has_the_time_there_that_it_would_have_here(apart: SafeReader) -> None:
    """And not that of a grammar that nobody has proved, which may be slow."""
    document = Document.of(by_name("c"), b"a()\n" * 15000 + b"}")
    answered = apart.ask("key", document, Document.symbols)
    assert answered.failure is not None and "parsing it takes too long" in answered.failure
    child = apart.isolation._child
    assert child is not None and child.alive(), "it has not been given up on"
    assert not apart.needs_child("key", document), "it is read by its layout from now on"


def test_what_is_too_slow_for_one_search_is_not_tried_by_those_that_wait_behind_it(apart: SafeReader) -> None:
    text = b"a()\n" * 15000 + b"}"
    asked: list[str] = []
    begun = threading.Barrier(3)
    ask = apart.isolation.ask

    def counted(key: str, *arguments: Any, **named: Any) -> Any:
        asked.append(key)
        return ask(key, *arguments, **named)

    def search() -> str | None:
        begun.wait()
        return apart.ask("key", Document.of(by_name("c"), text), Document.symbols).failure

    with patch.object(apart.isolation, "ask", counted), ThreadPoolExecutor(3) as threads:
        failures = [each.result() for each in [threads.submit(search) for _ in range(3)]]
    assert all(failure is not None and "parsing it takes too long" in failure for failure in failures)
    assert asked == ["key"]


def test_the_child_is_there_before_the_first_question_if_there_will_be_some(apart: SafeReader) -> None:
    apart.prepare()
    child = apart.isolation._child
    apart.prepare()
    assert apart.ask("key", Document.of(by_name("python"), b"a = 1\n"), Document.symbols).result[0].name == "a"
    assert child is not None and apart.isolation._child is child
    here = SafeReader()
    here.prepare()
    assert here.isolation._child is None


def test_an_open_document_is_searched_as_it_is(folder: Path) -> None:
    engine = Engine(apart=True)
    key = (folder / "a.py").as_uri()
    engine.open(key, str(folder / "a.py"), "python", FILES["a.py"], 1)
    engine.change(key, 0, 0, b"def first(): pass\n", 2)
    answer = engine.search("sym:first", Limits())
    assert [hit.found.name for hit in answer.hits] == ["first"]
    engine.shutdown()
