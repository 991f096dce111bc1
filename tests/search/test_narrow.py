"""What the index tells before any file is looked at: kinds that must be defined, and blocks in each other."""

from __future__ import annotations

import pytest

from indexer.query.needs import ANYTHING, DefinesKind
from indexer.query.parser import parse
from indexer.query.tree import Query
from indexer.search.plan.narrow import need_of, nesting_of


def query(text: str) -> Query:
    parsed = parse(text)
    assert parsed.query is not None
    return parsed.query


@pytest.mark.parametrize("text", ["/u(8|16)/ in:(kind:struct)", "/u(8|16)/ in:(kind:struct lines:>3)"])
def test_what_is_around_a_hit_must_be_defined(text: str) -> None:
    assert need_of(query(text)) == DefinesKind(frozenset(("struct",)))


@pytest.mark.parametrize(
    "text",
    [
        "/u(8|16)/ in:(kind:function)",  # what a function is depends on what is around it
        "/u(8|16)/ in:(kind:loop)",  # defines nothing
        "/u(8|16)/ -in:(kind:struct)",
        "/u(8|16)/ in:(kind:struct OR lines:>3)",
    ],
)
def test_nothing_need_be_defined(text: str) -> None:
    assert need_of(query(text)) == ANYTHING


@pytest.mark.parametrize(
    ("text", "nested"),
    [
        ("kind:loop has:(kind:loop has:(kind:loop))", 3),
        ("kind:loop in:(kind:loop in:(kind:loop))", 3),
        ("kind:loop in:(kind:loop) has:(kind:loop)", 3),
        ("kind:loop has:(kind:loop) has:(kind:loop)", 2),
    ],
)
def test_blocks_in_each_other_are_counted_both_ways(text: str, nested: int) -> None:
    assert nesting_of(query(text)) == (frozenset(("loop",)), 1, nested)


def test_blocks_of_several_kinds_in_each_other() -> None:
    assert nesting_of(query("kind:if depth:>2 has:(kind:loop)")) == (frozenset(("if", "loop")), 3, 2)
    assert nesting_of(query("kind:loop -has:(kind:loop)")) is None
