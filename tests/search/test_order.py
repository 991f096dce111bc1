"""What comes before and after what in a block: the brute-force evaluation and Python's own `ast` as judges."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

import pytest

from indexer.query.parser import parse
from indexer.search.match.matches import count, match
from tests.corpus import module
from tests.search.brute_force import brute_force
from tests.search.facts import DocumentFacts
from tests.search.test_match import Questions, as_tuples, found, lines

C = """\
int good(void)
{
\tp = kzalloc(1);
\tif (!p)
\t\treturn 1;
\tuse(p);
\tkfree(p);
}

int bad(void)
{
\tp = kzalloc(2);
\tuse(p);
\tif (x) {
\t\tq = kzalloc(3);
\t\tif (!p)
\t\t\treturn 1;
\t}
}
"""


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ('pattern:"$P = kzalloc($$$);" next:(kind:if)', [3, 15]),
        ('pattern:"$P = kzalloc($$$);" -next:(kind:if)', [12]),
        ('pattern:"$P = kzalloc($$$);" next:(pattern:"if (!$P) return $_;")', [3]),
        ('pattern:"$P = kzalloc($$$);" -next:(pattern:"if (!$P) return $_;")', [12, 15]),
        ("call:use previous:(call:kzalloc)", [13]),
        ("call:use after:(call:kzalloc)", [6, 13]),
        ("call:kzalloc before:(call:kfree)", [3]),
        ("call:kzalloc before:kfree", [3]),
        ("call:kfree after:(return)", [7]),
        ("kind:function next:(sym:bad)", [1]),
        ("kind:function after:(sym:good)", [10]),
        ("kind:if after:(call:use)", [14]),
    ],
)
def test_what_comes_before_and_after(query: str, expected: list[int]) -> None:
    assert lines(query, C, "a.c") == expected
    parsed = parse(query).query
    assert parsed is not None
    facts = DocumentFacts("a.c", C.encode())
    assert as_tuples(match(parsed, facts)) == brute_force(parsed, facts)


def _bodies(tree: ast.AST) -> Iterator[list[ast.stmt]]:
    for node in ast.walk(tree):
        for name in ("body", "orelse", "finalbody"):
            body = getattr(node, name, None)
            if isinstance(body, list) and body and isinstance(body[0], ast.stmt):
                yield body


def _rows(statement: ast.stmt) -> tuple[int, int]:
    return statement.lineno, statement.end_lineno or 0


@pytest.mark.parametrize("name", ["db/models/query.py", "utils/functional.py", "utils/text.py", "forms/models.py"])
@pytest.mark.parametrize("first", ["assignment", "return_statement"])
@pytest.mark.parametrize("second", ["return_statement", "raise_statement", "if_statement"])
def test_python_has_the_same_order(name: str, first: str, second: str) -> None:
    """Statements by what their neighbours in the body are; those with a lambda or a body in one row are left out."""
    source = module(name).read_text("utf-8")
    facts = DocumentFacts(name, source.encode())
    types = {"assignment": ast.Assign, "return_statement": ast.Return, "raise_statement": ast.Raise}
    types["if_statement"] = ast.If
    wanted: dict[str, Callable[[list[ast.stmt], int], list[ast.stmt]]] = {
        "next": lambda body, at: body[at + 1 : at + 2],
        "previous": lambda body, at: body[at - 1 : at] if at else [],
    }
    shared = {row for body in _bodies(ast.parse(source)) for one in body for row in [one.lineno] if _shares_row(one)}
    for way, neighbours in wanted.items():
        expected = {
            _rows(one)
            for body in _bodies(ast.parse(source))
            for at, one in enumerate(body)
            if isinstance(one, types[first]) and any(isinstance(other, types[second]) for other in neighbours(body, at))
        }
        node = f"[(expression_statement ({first})) ({first})]" if first == "assignment" else f"({first})"
        outer = f'(ts:"(block {node} @s)" OR ts:"(module {node} @s)")'
        inner = f'ts:"({second}) @o" -has:(kind:if OR kind:loop OR kind:try OR kind:with OR kind:function)'
        if second == "if_statement":
            inner = "kind:if"
        hits = found(f"lang:python {outer} {way}:(lang:python {inner})", facts)
        rows = {(hit.row + 1, hit.row_end + 1) for hit in hits}
        assert {pair for pair in rows ^ expected if pair[0] not in shared} == set(), way


def _shares_row(statement: ast.stmt) -> bool:
    body = getattr(statement, "body", None)
    return isinstance(body, list) and bool(body) and body[0].lineno == statement.lineno


class Orders(Questions):
    """Random queries about order."""

    def _term(self) -> str:
        pick = self._random.choice
        if self._random.random() < 0.6:
            return super()._term()
        return f"{pick(['before', 'after', 'next', 'previous'])}:({super()._term()})"


@pytest.mark.parametrize("seed", range(2))
def test_the_slow_way_finds_the_same(seed: int) -> None:
    facts = DocumentFacts("dateparse.py", module("utils/dateparse.py").read_bytes()[-1900:])
    questions = Orders(facts, seed)
    answered = 0
    for _ in range(60):
        text = questions.next()
        query = parse(text).query
        assert query is not None, text
        expected = brute_force(query, facts)
        assert as_tuples(match(query, facts)) == expected, text
        assert count(query, facts) == len(match(query, facts)), text
        answered += bool(expected)
    assert answered > 5


def test_order_takes_no_longer_than_the_text_is() -> None:
    """Each statement is looked for by the statements around it, and not by all that stand above it."""
    data = b"def f():\n" + b"    a()\n    if b:\n        c()\n" * 10_000
    hits = found("call:a next:(kind:if) after:(call:c)", DocumentFacts("a.py", data))
    assert len(hits) == 9_999
