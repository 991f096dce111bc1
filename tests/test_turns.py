"""Threads that take turns."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from indexer import turns as module
from indexer.turns import Turns, others_first
from tests.patience import PATIENCE


def _run(*works: Callable[[], None]) -> None:
    threads = [threading.Thread(target=work, daemon=True) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
        assert not thread.is_alive()


def test_one_works_at_a_time_and_all_come_to_their_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_LONGEST", PATIENCE)
    monkeypatch.setattr(module, "TURN", 0.0)
    turns = Turns()
    at_work: list[int] = []
    done: list[int] = []

    def work(number: int) -> None:
        with turns.taken():
            for _ in range(200):
                turns.take()
                at_work.append(number)
                assert at_work == [number]
                at_work.remove(number)
                done.append(number)

    _run(*(lambda number=number: work(number) for number in range(4)))
    assert len(done) == 800
    assert len(set(done[:400])) > 1, "nobody waits until another has come to its end"


def test_who_waits_for_something_lets_others_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_LONGEST", PATIENCE)
    turns, begun, answered = Turns(), threading.Event(), threading.Event()
    seen: list[str] = []

    def asks() -> None:
        with turns.taken():
            begun.set()
            others_first()
            assert answered.wait(PATIENCE)
            turns.take()
            seen.append("asks")

    def answers() -> None:
        assert begun.wait(PATIENCE)
        with turns.taken():
            seen.append("answers")
        answered.set()

    _run(asks, answers)
    assert seen == ["answers", "asks"]


def test_who_has_waited_long_goes_on_without_a_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else two would wait for each other for ever, where the one whose turn it is needs what the other has."""
    monkeypatch.setattr(module, "_LONGEST", 0.01)
    turns, begun, needed = Turns(), threading.Event(), threading.Event()

    def holds() -> None:
        with turns.taken():
            begun.set()
            assert needed.wait(PATIENCE)

    def has() -> None:
        assert begun.wait(PATIENCE)
        with turns.taken():
            needed.set()

    _run(holds, has)
    with turns.taken():
        assert turns._holder == threading.get_ident() and not turns._waiting


def test_a_turn_ends_with_an_error_and_is_nothing_to_other_threads() -> None:
    turns = Turns()
    turns.take()
    others_first()
    assert turns._holder is None
    with pytest.raises(ValueError, match="an error"), turns.taken():
        raise ValueError("an error")
    assert turns._holder is None
