"""What is asked at each key, and what becomes of it when the next key is typed."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from lsprotocol import types

from indexer.engine import Document
from lsp_server.each_key import Change
from lsp_server.session import Answer, Session
from tests.patience import PATIENCE

URI = "file:///project/a.py"


def text_of(document: object) -> bytes:
    assert isinstance(document, Document)
    return document.text.data


def names_of(document: object) -> list[str]:
    assert isinstance(document, Document)
    return [symbol.name for symbol in document.symbols()]


@pytest.fixture
def session() -> Iterator[Session]:
    session = Session()
    session.engine.open(URI, "/project/a.py", "python", "def a(): pass\n", 1)
    opened = session.engine.document(URI)
    assert opened is not None and opened.symbols()
    yield session
    session.end()


def typed(session: Session, version: int) -> None:
    session.did_change(URI, version, [Change(f"def f{version}(): pass\n", ((0, 0), (0, 0)))])


@pytest.fixture
def busy(session: Session) -> Iterator[threading.Event]:
    """The thread that reads documents is at something until the event is set."""
    free, begun = threading.Event(), threading.Event()

    def work() -> None:
        begun.set()
        free.wait(PATIENCE)

    session._reading.submit(work)
    assert begun.wait(PATIENCE)
    yield free
    free.set()


def asked(session: Session, name: str = "names") -> Answer[list[str]]:
    answer = session.kept(URI, name, names_of)
    assert isinstance(answer, Answer)
    return answer


def test_what_nobody_has_begun_is_given_up_when_the_same_is_asked_of_a_later_version(
    session: Session, busy: threading.Event
) -> None:
    answers = []
    for version in (2, 3, 4):
        typed(session, version)
        answers.append(asked(session))
    assert [answer.is_outdated and answer.cancelled() for answer in answers] == [True, True, False]
    busy.set()
    assert answers[-1].result(PATIENCE) == ["f4", "f3", "f2", "a"]


def test_no_question_goes_without_an_answer_unless_it_was_asked_again(session: Session, busy: threading.Event) -> None:
    typed(session, 2)
    first, same, other = asked(session), asked(session), asked(session, "others")
    typed(session, 3)
    busy.set()
    for answer in (first, same, other):
        assert answer.result(PATIENCE) == ["f2", "a"]


def test_what_was_begun_is_finished(session: Session) -> None:
    begun, go_on = threading.Event(), threading.Event()

    def slowly(document: object) -> bytes:
        begun.set()
        assert go_on.wait(PATIENCE)
        return text_of(document)

    typed(session, 2)
    first = session.kept(URI, "text", slowly)
    assert begun.wait(PATIENCE)
    typed(session, 3)
    second = session.kept(URI, "text", slowly)
    go_on.set()
    assert isinstance(first, Answer) and isinstance(second, Answer)
    assert first.result(PATIENCE) == b"def f2(): pass\ndef a(): pass\n"
    assert second.result(PATIENCE) == b"def f3(): pass\ndef f2(): pass\ndef a(): pass\n"


def test_a_closed_document_is_forgotten(session: Session) -> None:
    typed(session, 2)
    asked(session).result(PATIENCE)
    assert session._asked and session._kept
    session.did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(URI)))
    assert not session._asked and not session._kept
