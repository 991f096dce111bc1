"""A grammar that hangs or crashes costs one answer, never the server."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from operator import attrgetter
from typing import Any

import pytest

from indexer.child import LEAST_MEMORY, Child
from indexer.documents import Document
from indexer.engine import Engine
from indexer.isolation import MOST_BYTES, MOST_DOCUMENTS, TIME_LIMIT, Ended, GrammarFailed, Isolation
from indexer.languages.registry import by_name
from indexer.safe_reader import LARGE, OUT_OF_USE, Quarantine, SafeReader


@pytest.fixture
def engine() -> Iterator[Engine]:
    engine = Engine()
    yield engine
    engine.shutdown()


def test_an_untrusted_grammar_answers_from_the_child(engine: Engine) -> None:
    document = engine.open("k", "/a.kt", "kotlin", "class A {\n  fun b() {\n    c()\n  }\n}\n", 1)
    assert engine.needs_isolation("k", document)
    assert [symbol.name for symbol in engine.symbols("k", document)] == ["A", "b"]
    document = engine.change("k", 0, 0, b"// first\n", 2)
    assert [symbol.row_start for symbol in engine.symbols("k", document)] == [1, 2]
    assert engine.folds("k", document)
    assert engine.selections("k", document, [20])[0][-1].end == len(document.text.data)


def test_a_large_text_is_parsed_in_the_child(engine: Engine) -> None:
    document = engine.open("p", "/a.py", "python", "def f():\n    return 1\n\n\n" * (LARGE // 20), 1)
    assert engine.needs_isolation("p", document)
    assert len(engine.symbols("p", document)) == LARGE // 20


def test_a_child_that_hangs_is_ended_and_replaced() -> None:
    isolation = Isolation()
    document = Document.of(by_name("kotlin"), b"class A\n")
    assert isolation.ask("k", document, Document.symbols)
    child = isolation._child
    isolation._time_limit = 0.2
    assert child is not None
    os.kill(child.pid, signal.SIGSTOP)
    with pytest.raises(GrammarFailed, match=r"no answer within 1\.\d seconds"):
        isolation.ask("k", document, Document.symbols)
    assert not child.alive()
    isolation._time_limit = TIME_LIMIT
    assert isolation.ask("k", document, Document.symbols), "a new child answers"
    isolation.stop()


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="this system ends no process by its processor time")
def test_a_text_that_keeps_the_processor_busy_for_too_long_is_given_up_on() -> None:
    isolation = Isolation()
    assert isolation.ask("c", Document.of(by_name("c"), b"int f(void) { return 1; }\n"), Document.symbols)
    isolation._time_limit = 0.3
    with pytest.raises(GrammarFailed, match="it took too long"):
        isolation.ask("slow", Document.of(by_name("c"), b"a()\n" * 15000 + b"}"), Document.symbols)
    isolation.stop()


def greedy(document: Document) -> int:
    """In the child: takes more memory than a short text may, and touches none of it."""
    return len(bytearray(LEAST_MEMORY + LEAST_MEMORY // 4))


def gives_up(document: Document) -> None:
    """In the child: ends as a parser does that is given no more memory."""
    os.abort()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="this system limits no process's memory")
@pytest.mark.parametrize("method", [greedy, gives_up])
def test_a_text_that_takes_too_much_memory_is_given_up_on(method: Callable[[Document], object]) -> None:
    """A scanner that asks for more and more shall not take all that the machine has."""
    isolation = Isolation()
    document = Document.of(by_name("kotlin"), b"class A\n")
    try:
        assert isolation.ask("k", document, Document.symbols)
        with pytest.raises(GrammarFailed, match="it took too much memory"):
            isolation.ask("k", document, method)
        assert isolation.ask("k", document, Document.symbols), "a new child answers"
    finally:
        isolation.stop()


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="this system limits no process's memory")
def test_a_long_text_may_take_more_memory() -> None:
    isolation = Isolation()
    try:
        assert isolation.ask("k", Document.of(None, b"a row of text\n" * 500_000), greedy)
    finally:
        isolation.stop()


def test_a_child_that_dies_puts_its_grammar_out_of_use(engine: Engine) -> None:
    document = engine.open("k", "/a.kt", "kotlin", "class A {\n  fun b() {\n    c()\n  }\n}\n", 1)
    engine.symbols("k", document)
    child = engine.reader.isolation._child
    assert child is not None
    os.kill(child.pid, signal.SIGKILL)
    while child.alive():
        time.sleep(0.01)
    assert engine.symbols("k", document), "a child found dead before the question is replaced"
    child = engine.reader.isolation._child
    assert child is not None
    os.kill(child.pid, signal.SIGSTOP)
    engine.reader.isolation._time_limit = 0.5
    assert engine.folds("k", document), "the layout serves when the grammar does not"
    assert "kotlin" in engine.quarantined
    assert not engine.needs_isolation("k", document)


def test_a_child_that_somebody_ends_costs_no_grammar(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    """As when a machine has no memory left. The question is asked once more; after that only this text is given up."""
    document = engine.open("k", "/a.kt", "kotlin", "class A {\n  fun b() {\n    c()\n  }\n}\n", 1)
    left = [1]  # times
    send = Child.send

    def ended(self: Child, message: object) -> None:
        if left:
            left.pop()
            os.kill(self.pid, signal.SIGKILL)
            while self.alive():
                time.sleep(0.01)
        send(self, message)

    monkeypatch.setattr(Child, "send", ended)
    answered = engine.reader.ask("k", document, Document.symbols)
    assert [symbol.name for symbol in answered.result] == ["A", "b"] and answered.failure is None
    left[:] = [1, 1]
    again = engine.reader.ask("k", document, Document.symbols)
    assert again.failure == "its grammar failed (its process ended with code -9); it was read by its layout"
    assert not engine.quarantined and not left
    engine.reader.retry("k")
    assert engine.reader.ask("k", document, Document.symbols).failure is None


def test_a_child_that_cannot_be_started_costs_no_grammar(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    document = engine.open("k", "/a.kt", "kotlin", "class A {\n  fun b() {\n    c()\n  }\n}\n", 1)
    with monkeypatch.context() as patched:

        def full(*_: object, **__: object) -> None:
            raise OSError(errno.EAGAIN, "too many processes")

        patched.setattr(subprocess, "Popen", full)
        answered = engine.reader.in_haste().ask("k", document, Document.symbols)
        assert answered.failure is not None and "could not be started: too many processes" in answered.failure
    assert not engine.quarantined
    engine.reader.retry("k")
    assert engine.reader.ask("k", document, Document.symbols).failure is None


def test_a_grammar_that_failed_is_tried_again_after_some_minutes(monkeypatch: pytest.MonkeyPatch) -> None:
    quarantine = Quarantine()
    quarantine.blame("kotlin", "it crashed", patience=2)
    assert not quarantine.reasons
    quarantine.blame("kotlin", "it crashed", patience=2)
    assert quarantine.reasons == {"kotlin": "it crashed"} and quarantine.reason("kotlin") == "it crashed"
    now = time.monotonic()
    with monkeypatch.context() as patched:
        patched.setattr(time, "monotonic", lambda: now + OUT_OF_USE + 1)
        assert not quarantine.reasons and not quarantine.reason("kotlin")
        quarantine.blame("kotlin", "it crashed", patience=2)
        assert quarantine.reason("kotlin"), "what fails once more is out of use at once"


def test_cobol_never_reaches_its_grammar(engine: Engine) -> None:
    document = engine.open("c", "/a.cob", "cobol", "x = 1\n", 1)
    assert not engine.needs_isolation("c", document)
    assert engine.symbols("c", document) == []


def _kept(isolation: Isolation) -> set[str]:
    """The keys of the documents that the child has, told by itself."""
    return set(isolation.ask("probe", Document.of(None, b""), keys_in_child))


def keys_in_child(document: Document) -> list[str]:
    """In the child: what its main function holds."""
    frame = sys._getframe()
    while "documents" not in frame.f_locals:
        assert frame.f_back is not None
        frame = frame.f_back
    return sorted(frame.f_locals["documents"])


def test_documents_that_were_asked_about_long_ago_are_forgotten_on_both_sides() -> None:
    """A search asks about thousands of files once."""
    isolation = Isolation()
    try:
        for number in range(3 * MOST_DOCUMENTS):
            isolation.ask(f"file {number}", Document.of(by_name("kotlin"), b"class A%d\n" % number), Document.symbols)
        assert len(isolation._known) == MOST_DOCUMENTS
        kept = _kept(isolation)
        assert len(kept) <= MOST_DOCUMENTS + 1
        assert f"file {3 * MOST_DOCUMENTS - 1}" in kept and "file 0" not in kept
        big = b"class A\n" * (MOST_BYTES // 16)
        for name in ("a", "b", "c"):
            isolation.ask(name, Document.of(None, big), Document.regions)
        assert list(isolation._known) == ["b", "c"]
        isolation.forget("c")
        assert _kept(isolation) == {"b", "probe"}
        document = Document.of(by_name("kotlin"), b"class Again\n")
        assert [symbol.name for symbol in isolation.ask("file 0", document, Document.symbols)] == ["Again"]
    finally:
        isolation.stop()


def test_a_document_may_be_closed_while_it_is_asked_about_and_opened_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """It was noted as what the child has when its answer came, and the child was told to forget it."""
    isolation = Isolation()
    document = Document.of(by_name("kotlin"), b"class A\n")
    keep = Isolation._keep
    with monkeypatch.context() as patched:

        def closed_meanwhile(self: Isolation, key: str, *noted: Any) -> None:
            self.forget(key)
            keep(self, key, *noted)

        patched.setattr(Isolation, "_keep", closed_meanwhile)
        isolation.ask("k", document, Document.symbols)
    assert [symbol.name for symbol in isolation.ask("k", document, Document.symbols)] == ["A"]
    isolation.stop()


def test_a_second_question_about_a_text_is_no_edit() -> None:
    isolation = Isolation()
    document = Document.of(by_name("kotlin"), b"class A\n")
    version = attrgetter("version")
    assert [isolation.ask("k", document, version) for _ in range(2)] == [0, 0]
    edited = document.edited(0, 0, b"\n", 1)
    assert [isolation.ask("k", edited, version) for _ in range(2)] == [1, 1]
    isolation.stop()


def test_a_text_that_fails_in_a_search_costs_the_others_nothing_until_many_do() -> None:
    """One quarantine serves the keyboard and the search."""
    quarantine = Quarantine()
    search, keyboard = SafeReader(quarantine, patience=2), SafeReader(quarantine, patience=1)
    document = Document.of(by_name("kotlin"), b"class A {\n  fun b() {\n  }\n}\n")
    try:
        search.isolation._time_limit = -1000.0
        first = search.ask("a", document, Document.symbols)
        assert first.failure is not None and "its grammar failed" in first.failure
        assert "kotlin" not in quarantine.reasons and keyboard.needs_child("k", document)
        search.isolation._time_limit = 1000.0  # it would be answered now
        again = search.ask("a", document, Document.symbols)
        assert again.failure is not None, "it is not tried again"
        search.isolation._time_limit = -1000.0
        search.ask("b", document, Document.symbols)
        assert "kotlin" in quarantine.reasons and not keyboard.needs_child("k", document)
        told = keyboard.ask("c", document, Document.symbols).failure
        assert told is not None and told.startswith("its grammar is out of use")
    finally:
        search.stop()
        keyboard.stop()


def test_who_asks_a_child_that_is_stopped_does_not_wait_for_it_nor_start_another() -> None:
    isolation = Isolation()
    document = Document.of(by_name("kotlin"), b"class A\n")
    isolation.ask("k", document, Document.symbols)
    with ThreadPoolExecutor(2) as threads:
        asking = [threads.submit(isolation.ask, "k", document, wait_long) for _ in range(2)]
        while isolation._lock.acquire(blocking=False):  # until one of them has its turn
            isolation._lock.release()
            time.sleep(0.01)
        isolation.stop()
        for each in asking:
            with pytest.raises(Ended):
                each.result()
    assert isolation._child is None
    isolation.prepare()
    assert isolation._child is None


def wait_long(document: Document) -> None:
    """In the child: what takes longer than a test may."""
    time.sleep(600)
