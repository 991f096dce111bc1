"""What comes before and after what in a block: the brute-force evaluation and Python's own `ast` as judges."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from itertools import accumulate, chain, pairwise, product

import pytest

from indexer.query.parser import parse
from indexer.search.match.matches import count, match
from indexer.search.match.matches import places_found as places_of
from tests.corpus import module
from tests.search.brute_force import brute_force
from tests.search.facts import DocumentFacts
from tests.search.test_match import Questions, as_tuples, found, lines, places_found

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


def _bodies(*trees: ast.AST) -> Iterator[list[ast.stmt]]:
    for node in chain.from_iterable(map(ast.walk, trees)):
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
    """Statements by what their neighbours in the body are."""
    source = module(name).read_text("utf-8")
    facts = DocumentFacts(name, source.encode())
    types = {"assignment": ast.Assign, "return_statement": ast.Return, "raise_statement": ast.Raise}
    types["if_statement"] = ast.If
    wanted: dict[str, Callable[[list[ast.stmt], int], list[ast.stmt]]] = {
        "next": lambda body, at: body[at + 1 : at + 2],
        "previous": lambda body, at: body[at - 1 : at] if at else [],
    }
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
        assert rows == expected, way


ONE_ROW = [
    ("a.py", "a(); b(); c()\n", "call:a next:(call:b)", ["a"]),
    ("a.py", "a(); b(); c()\n", "call:a next:(call:c)", []),
    ("a.py", "a(); b(); c()\n", "ref:/./ before:(call:c)", ["a", "b"]),
    ("a.py", "a(); b(); c()\n", "ref:/./ after:(call:b)", ["c"]),
    ("a.py", "a(); b()\nc()\n", "call:c previous:(call:b)", ["c"]),
    ("a.py", "a(); b()\nc()\n", "call:c previous:(call:a)", []),
    ("a.py", "a(b())\nc()\n", "call:b next:(call:c)", ["b"]),
    ("a.py", "if x: a(); b()\nelse: c()\nd()\n", "ref:/./ next:(call:b)", ["a"]),
    ("a.py", "if x: a(); b()\nelse: c()\nd()\n", "ref:/./ previous:(call:b)", ["d"]),
    ("a.py", "if x: a(); b()\nelse: c()\nd()\n", "call:d previous:(call:c)", ["d"]),
    ("a.py", "x = 1; y = 2  # z\nw = 3\n", "w previous:(sym:=y)", ["w"]),
    ("a.py", "x = 1; y = 2  # z\nw = 3\n", "z next:(sym:=w)", ["z"]),
    ("a.py", "x = 1; y = 2  # z\nw = 3\n", "w previous:(sym:=x)", []),
    ("a.py", "def f(): a(); b()\nc()\n", "call:a next:(call:b)", ["a"]),
    ("a.py", "def f(): a(); b()\nc()\n", "call:c previous:(sym:f)", ["c"]),
    ("a.c", "void f() { a(); b(); if (c()) { d(); e(); } else { g(); } h(); }\n", "ref:/./ next:(call:b)", ["a"]),
    ("a.c", "void f() { a(); b(); if (c()) { d(); e(); } else { g(); } h(); }\n", "ref:/./ after:(call:d)", ["e", "h"]),
    (
        "a.c",
        "void f() { a(); b(); if (c()) { d(); e(); } else { g(); } h(); }\n",
        "ref:/./ before:(call:e)",
        ["a", "b", "d"],
    ),
    (
        "a.c",
        "void f() { a(); b(); if (c()) { d(); e(); } else { g(); } h(); }\n",
        "ref:/./ before:(call:g)",
        ["a", "b"],
    ),
    ("a.c", "void f() {\n  a(); if (b()) {\n    c();\n  } d();\n}\n", "call:a next:(kind:if)", ["a"]),
    ("a.c", "void f() {\n  a(); if (b()) {\n    c();\n  } d();\n}\n", "call:d previous:(kind:if)", ["d"]),
    ("a.js", "f(() => { a(); b() }); c();\n", "ref:/./ next:(call:b)", ["a"]),
    ("a.js", "f(() => { a(); b() }); c();\n", "ref:/./ next:(call:c)", ["f"]),
    ("a.go", "package p\n\nfunc f() { a(); b(); c() }\n", "ref:/./ next:(call:b)", ["a"]),
    ("a.rs", "fn f() { a(); b(); c() }\n", "ref:/./ after:(call:b)", ["c"]),
    ("a.java", "class A { void f() { a(); b(); } void g() { c(); } }\n", "call:a before:(call:b)", ["a"]),
    ("a.java", "class A { void f() { a(); b(); } void g() { c(); } }\n", "call:a before:(call:c)", ["a"][:0]),
]


@pytest.mark.parametrize(("path", "text", "query", "expected"), ONE_ROW)
def test_statements_in_one_row_have_an_order(path: str, text: str, query: str, expected: list[str]) -> None:
    assert [place.split(":")[1] for place in places_found(query, text, path)] == expected
    parsed = parse(query).query
    assert parsed is not None
    facts = DocumentFacts(path, text.encode())
    assert as_tuples(match(parsed, facts)) == brute_force(parsed, facts)


def test_python_has_the_same_order_in_rows_that_are_joined() -> None:
    """A module of Django with its simple statements joined by semicolons, as far as their rows allow it."""
    joined = _joined(module("utils/text.py").read_text("utf-8"))
    assert joined.count("; ") > 20
    facts = DocumentFacts("text.py", joined.encode())
    starts = [0, *accumulate(len(row) for row in joined.encode().splitlines(keepends=True))]
    kinds = {
        "(assignment)": ast.Assign,
        "(return_statement)": ast.Return,
        "[(call) (string) (await) (yield)]": ast.Expr,
    }
    answered = 0
    for first, second in product(kinds, kinds):
        node, inner = f"(block {first} @s)", f"(block {second} @o)"
        expected = {
            starts[one.lineno - 1] + one.col_offset
            for body in _bodies(*ast.parse(joined).body)
            for one, after in pairwise(body)
            if isinstance(one, kinds[first]) and isinstance(after, kinds[second])
        }
        simple = "-has:(kind:if OR kind:loop OR kind:try OR kind:with OR kind:function OR kind:class)"
        query = parse(f'lang:python ts:"{node}" next:(lang:python ts:"{inner}" {simple})').query
        assert query is not None
        found = {places.starts[at] for _, places, at in places_of(query, facts)}
        assert found == expected, (first, second)
        answered += len(found)
    assert answered > 20


def _joined(source: str) -> str:
    """The source with rows of simple statements that follow each other made one."""
    rows = source.split("\n")
    for body in _bodies(ast.parse(source)):
        simple = [
            one for one in body if isinstance(one, ast.Assign | ast.Expr | ast.Return) and one.lineno == one.end_lineno
        ]
        for one, after in pairwise(simple):
            if after.lineno == one.lineno + 1 and "#" not in rows[one.lineno - 1]:
                rows[after.lineno - 1] = f"{rows[one.lineno - 1]}; {rows[after.lineno - 1].lstrip()}"
                rows[one.lineno - 1] = ""
    return "\n".join(rows)


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
