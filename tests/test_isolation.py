"""A grammar that hangs or crashes costs one answer, never the server."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator

import pytest

from indexer.documents import Document
from indexer.engine import LARGE, Engine
from indexer.isolation import GrammarFailed, Isolation
from indexer.languages.registry import by_name


@pytest.fixture
def engine() -> Iterator[Engine]:
    engine = Engine()
    yield engine
    engine.shutdown()


def test_an_untrusted_grammar_answers_from_the_child(engine: Engine) -> None:
    document = engine.open("k", "/a.kt", "kotlin", "class A {\n  fun b() {\n    c()\n  }\n}\n", 1)
    assert engine.needs_isolation(document)
    assert [symbol.name for symbol in engine.symbols("k", document)] == ["A", "b"]
    document = engine.change("k", 0, 0, b"// first\n", 2)
    assert [symbol.row_start for symbol in engine.symbols("k", document)] == [1, 2]
    assert engine.folds("k", document)
    assert engine.selections("k", document, [20])[0][-1].end == len(document.text.data)


def test_a_large_text_is_parsed_in_the_child(engine: Engine) -> None:
    document = engine.open("p", "/a.py", "python", "def f():\n    return 1\n\n\n" * (LARGE // 20), 1)
    assert engine.needs_isolation(document)
    assert len(engine.symbols("p", document)) == LARGE // 20


def test_a_child_that_hangs_is_ended_and_replaced() -> None:
    isolation = Isolation(time_limit=1.0)
    document = Document.of(by_name("kotlin"), b"class A\n")
    assert isolation.ask("k", document, "symbols")
    child = isolation._child
    assert child is not None
    os.kill(child.pid, signal.SIGSTOP)
    with pytest.raises(GrammarFailed, match=r"no answer within 1\.0 seconds"):
        isolation.ask("k", document, "symbols")
    assert not child.alive()
    assert isolation.ask("k", document, "symbols"), "a new child answers"
    isolation.stop()


def test_a_child_that_dies_puts_its_grammar_out_of_use(engine: Engine) -> None:
    document = engine.open("k", "/a.kt", "kotlin", "class A {\n  fun b() {\n    c()\n  }\n}\n", 1)
    engine.symbols("k", document)
    child = engine._isolation._child
    assert child is not None
    os.kill(child.pid, signal.SIGKILL)
    while child.alive():
        time.sleep(0.01)
    assert engine.symbols("k", document), "a child found dead before the question is replaced"
    child = engine._isolation._child
    assert child is not None
    os.kill(child.pid, signal.SIGSTOP)
    engine._isolation._time_limit = 0.5
    assert engine.folds("k", document), "the layout serves when the grammar does not"
    assert "kotlin" in engine.quarantined
    assert not engine.needs_isolation(document)


def test_cobol_never_reaches_its_grammar(engine: Engine) -> None:
    document = engine.open("c", "/a.cob", "cobol", "x = 1\n", 1)
    assert not engine.needs_isolation(document)
    assert engine.symbols("c", document) == []
