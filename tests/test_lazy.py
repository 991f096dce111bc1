"""An attribute that is worked out when it is first asked for."""

from __future__ import annotations

import threading

from indexer.lazy import lazy


class Slow:
    def __init__(self, go_on: threading.Event | None = None) -> None:
        self._go_on = go_on
        self.begun = threading.Event()
        self.times = 0

    @lazy
    def answer(self) -> int:
        """What was asked."""
        self.times += 1
        self.begun.set()
        if self._go_on is not None:
            assert self._go_on.wait(60)
        return 42


def test_it_is_worked_out_once_and_can_be_looked_for() -> None:
    slow = Slow()
    assert "answer" not in vars(slow)
    assert (slow.answer, slow.answer, slow.times) == (42, 42, 1)
    assert vars(slow)["answer"] == 42
    assert Slow.answer.__doc__ == "What was asked."


def test_an_object_that_takes_its_time_holds_up_no_other_one() -> None:
    go_on = threading.Event()
    slow = Slow(go_on)
    thread = threading.Thread(target=lambda: slow.answer)
    thread.start()
    try:
        assert slow.begun.wait(60)
        assert Slow().answer == 42  # would wait for ever where all objects of the class share a lock
        assert "answer" not in vars(slow)
    finally:
        go_on.set()
        thread.join()
    assert slow.answer == 42
