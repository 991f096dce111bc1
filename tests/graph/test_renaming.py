"""Renames of what real packages have: names bound twice, members that stand for each other, names inside of strings."""

from __future__ import annotations

from pathlib import Path

import pytest

from indexer.engine import Engine, Limits, Problem
from indexer.graph.renames import Renaming
from indexer.graph.renaming import Renamer
from indexer.graph.resolve import Resolver
from indexer.graph.sources import KnownTexts

SHOP = '''\
"""A shop.

>>> price(2)
4
"""
try:
    from fast import parse
except ImportError:
    def parse(text):
        return text

__all__ = ["price"]


def price(count, tax=1):
    if count > 1:
        sum = count
    else:
        sum = 1
    return f"{sum}" and sum * tax


class Base:
    def __init__(self):
        self.state = 0

    def add(self, amount):
        self.state += amount


class Sub(Base):
    def add(self, amount):
        self.state = amount

    def reset(self):
        self.state = None
'''
MAIN = """\
import functools

import pytest
import shop


def test_price(monkeypatch):
    monkeypatch.setattr("shop.price", None)
    functools.partial(shop.price, count=2)
    print("the price of it is 3")


def go(thing):
    thing.add(amount=1)
    return getattr(thing, "state") or thing.state


@pytest.fixture
def given():
    return 1


@pytest.mark.parametrize("given, wanted", [(1, 2)])
def test_given(given, wanted):
    assert given < wanted
"""


def renamed(root: Path, sought: str, new: str, path: str = "shop.py") -> Renaming | Problem:
    (root / "shop.py").write_text(SHOP)
    (root / "main.py").write_text(MAIN)
    engine = Engine()
    try:
        targets = engine.open_paths({str(root): root}, lambda *_: None)
        with targets.corpora({}) as corpora:
            offset = (SHOP if path == "shop.py" else MAIN).index(sought)
            return Renamer(Resolver(corpora, KnownTexts()), corpora[0], path, offset, Limits(seconds=60)).renaming(new)
    finally:
        engine.shutdown()


def rows(renaming: Renaming | Problem) -> tuple[list[tuple[str, int]], list[tuple[str, int]]]:
    """The rows of the sure places and of the doubtful ones."""
    assert isinstance(renaming, Renaming), renaming
    sure, doubtful = (
        [(one.path, one.text.lines.row_of(one.span.start) + 1) for one in places]
        for places in (renaming.sure, renaming.doubtful)
    )
    return sure, doubtful


def test_a_variable_that_two_branches_set_is_one(tmp_path: Path) -> None:
    sure, doubtful = rows(renamed(tmp_path, "sum = count", "total"))
    assert sure == [("shop.py", row) for row in (17, 19, 20, 20)] and not doubtful


def test_strings_and_examples_that_may_be_the_name_are_to_be_confirmed(tmp_path: Path) -> None:
    sure, doubtful = rows(renamed(tmp_path, "price(count", "cost"))
    assert ("shop.py", 15) in sure and ("main.py", 9) in sure
    assert doubtful == [("main.py", 8), ("shop.py", 3), ("shop.py", 12)]


def test_a_field_that_several_methods_set_here_and_below(tmp_path: Path) -> None:
    sure, doubtful = rows(renamed(tmp_path, "state = 0", "value"))
    assert sure == [("shop.py", row) for row in (25, 28, 33, 36)]
    assert doubtful == [("main.py", 15), ("main.py", 15)]


def test_a_fixture_is_named_by_the_parameters_of_tests(tmp_path: Path) -> None:
    sure, doubtful = rows(renamed(tmp_path, "given():", "other", "main.py"))
    assert sure == [("main.py", 19)] and doubtful == [("main.py", 23), ("main.py", 24)]


def test_a_parameter_with_those_of_overriding_methods_and_keywords_that_lead_nowhere(tmp_path: Path) -> None:
    sure, doubtful = rows(renamed(tmp_path, "amount):", "number"))
    assert sure == [("shop.py", row) for row in (27, 28, 32, 33)]
    assert doubtful == [("main.py", 14)]


@pytest.mark.parametrize(
    ("sought", "path", "why"),
    [
        ("parse(text)", "shop.py", "is imported as well"),
        ("given, wanted):", "main.py", "by name"),
        ("monkeypatch):", "main.py", "by name"),
    ],
)
def test_what_others_may_name_is_refused(tmp_path: Path, sought: str, path: str, why: str) -> None:
    answer = renamed(tmp_path, sought, "other", path)
    assert isinstance(answer, Problem) and why in answer.message
