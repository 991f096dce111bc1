"""No regular expression of ours takes more time than a text is long, whatever the text is."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest

from tests.fuzz.expressions import HARMLESS, Expression, expressions, give_up, slow


@pytest.fixture(autouse=True)
def limit() -> Iterator[None]:
    before = signal.signal(signal.SIGVTALRM, give_up)
    yield
    signal.signal(signal.SIGVTALRM, before)


def test_no_expression_takes_more_than_its_share() -> None:
    every = expressions()
    assert len(every) > 400
    suspects = [each for each in every if slow(each) is not None]
    assert [found for each in suspects if (found := slow(each)) is not None] == [], "slow each time"


@pytest.mark.parametrize(
    "source", [rb"(a+)+$", rb"\s*x?\s*=", rb"(?:a|a)*b", rb"\[[^a]*?[ ]*$", rb"<script\b.*?</script>"]
)
def test_a_careless_expression_is_found(source: bytes) -> None:
    import re

    assert slow(Expression("here", re.compile(source), searched=source.startswith(b"<"))) is not None
    assert slow(Expression("here", re.compile(rb"[a-z]++:\s*+$"), searched=False)) is None


def test_what_is_harmless_exists() -> None:
    import importlib

    for where in HARMLESS:
        module, _, name = where.rpartition(".")
        try:
            importlib.import_module(where)
        except ModuleNotFoundError:
            assert hasattr(importlib.import_module(module), name), where
