"""Measures: how many parameters, how many decisions, how many of something. The brute-force evaluation, Python's `ast`
and Go's `go/ast` are the judges."""

from __future__ import annotations

import ast
import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from indexer.query.parser import parse
from indexer.search.match.matches import count, match
from tests.corpus import module
from tests.judges import needed
from tests.paths import ROOT
from tests.search.brute_force import brute_force
from tests.search.facts import DocumentFacts
from tests.search.test_match import SOURCES, Questions, as_tuples, found, source

MODULES = (
    "db/models/query.py",
    "core/handlers/base.py",
    "utils/functional.py",
    "utils/text.py",
    "template/base.py",
    "forms/models.py",
    "core/cache/backends/locmem.py",
)


def _functions(tree: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def _parameters(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    taken = function.args
    named = [*taken.posonlyargs, *taken.args, *taken.kwonlyargs]
    return len(named) + (taken.vararg is not None) + (taken.kwarg is not None)


def _complexity(function: ast.AST) -> int:
    total = 1
    for node in ast.walk(function):
        if isinstance(node, ast.If | ast.For | ast.AsyncFor | ast.While | ast.ExceptHandler | ast.IfExp):
            total += 1
        elif isinstance(node, ast.BoolOp):
            total += len(node.values) - 1
        elif isinstance(node, ast.comprehension):
            total += 1 + len(node.ifs)
        elif isinstance(node, ast.match_case):
            is_else = (
                isinstance(node.pattern, ast.MatchAs) and node.pattern.pattern is None and node.pattern.name is None
            )
            total += (not is_else) + (node.guard is not None)
    return total


def _rows(query: str, facts: DocumentFacts) -> set[int]:
    return {hit.row + 1 for hit in found(query, facts)}


@pytest.mark.parametrize("name", MODULES)
def test_python_measures_the_same(name: str) -> None:
    """Every function, by every bound: some 200 queries."""
    source = module(name).read_text("utf-8")
    facts = DocumentFacts(name, source.encode())
    tree = ast.parse(source)
    functions = [(function.lineno, _parameters(function), _complexity(function)) for function in _functions(tree)]
    assert len(functions) > 5
    for bound in range(8):
        assert _rows(f"kind:function params:{bound}", facts) == {row for row, number, _ in functions if number == bound}
        assert _rows(f"kind:function params:>{bound}", facts) == {row for row, number, _ in functions if number > bound}
    for bound in (1, 2, 3, 5, 8, 10, 15):
        expected = {row for row, _, number in functions if number >= bound}
        assert _rows(f"kind:function complexity:>={bound}", facts) == expected
        assert _rows(f"kind:function complexity:{bound}", facts) == {row for row, _, n in functions if n == bound}


@pytest.mark.parametrize("name", MODULES)
def test_python_counts_the_same_methods(name: str) -> None:
    source = module(name).read_text("utf-8")
    facts = DocumentFacts(name, source.encode())
    classes = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ClassDef)]
    for bound in (0, 1, 3, 10):
        expected = {node.lineno for node in classes if sum(1 for _ in _direct_functions(node)) > bound}
        assert _rows(f"kind:class children:>{bound}(kind:method)", facts) == expected
        expected = {node.lineno for node in classes if sum(isinstance(n, ast.Raise) for n in ast.walk(node)) > bound}
        assert _rows(f'kind:class has:>{bound}(ts:"(raise_statement) @r" lang:python)', facts) == expected


@pytest.mark.parametrize("name", MODULES)
def test_python_has_the_same_docstrings(name: str) -> None:
    """What a definition says of itself; a comment above it is not what Python calls its doc."""
    source = module(name).read_text("utf-8")
    facts = DocumentFacts(name, source.encode())
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    named = [node for node in ast.walk(ast.parse(source)) if isinstance(node, kinds)]
    documented = {node.lineno: ast.get_docstring(node) or "" for node in named}
    silent = {row for row, said in documented.items() if not said}
    things = "(kind:function OR kind:class)"
    assert _rows(f"{things} -doc:*", facts) == silent
    for word in ("return", "the", "with"):
        expected = {row for row, said in documented.items() if word in said.lower()}
        assert _rows(f"{things} doc:{word}", facts) == expected


def _direct_functions(node: ast.AST) -> Iterator[ast.AST]:
    """The functions of a class, also under conditions, but not those of other classes and functions in it."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            yield child


GO = ROOT / "tests" / "oracles" / "measures_go.go"


def test_go_measures_the_same() -> None:
    go = needed("go")
    home = subprocess.run([go, "env", "GOROOT"], capture_output=True, text=True, check=True).stdout.strip()
    names = ("strconv/atof.go", "net/url/url.go", "encoding/json/encode.go", "bufio/scan.go", "go/printer/nodes.go")
    paths = [str(path) for name in names if (path := Path(home) / "src" / name).is_file()]
    assert paths, "the library of Go is not where it should be"
    told = subprocess.run([go, "run", GO], input="\n".join(paths), capture_output=True, text=True, check=True).stdout
    for line in told.splitlines():
        answer = json.loads(line)
        facts = DocumentFacts(answer["path"], Path(answer["path"]).read_bytes())
        functions = answer["functions"]
        assert functions
        for bound in range(6):
            expected = {row for _, row, number, _ in functions if number == bound}
            assert _rows(f"(kind:function OR kind:method) -in:(kind:interface) params:{bound}", facts) == expected
        for bound in (1, 2, 3, 5, 10, 20):
            expected = {row for _, row, _, number in functions if number >= bound}
            assert _rows(f"(kind:function OR kind:method) -in:(kind:interface) complexity:>={bound}", facts) == expected


CODE = {
    "a.c": (
        "int f(void) { return a && b ? 1 : 2; }\n"
        "int *g(int a, char *b, int (*cb)(int, int)) {\n  if (x) ; else if (y) ;\n"
        "  switch (x) { case 1: break; default: break; }\n}\n"
    ),
    "a.js": (
        "const f = x => x ?? 1;\nfunction g({x, y}, ...z) {\n  try { a || b } catch (e) {}\n  return a ? b : c;\n}\n"
    ),
    "a.rs": (
        "fn f(a: i32) -> i32 {\n  match a { 1 => 2, _ => 3 }\n}\nfn g() {\n  if a && b {}\n  while c {}\n  loop {}\n}\n"
    ),
    "a.java": (
        "class A {\n  void f() {\n  }\n  int g(int a, String... b) {\n"
        "    for (int i : x) {}\n    return a || b ? 1 : 2;\n  }\n}\n"
    ),
    "a.rb": (
        "def f\n  1\nend\ndef g(a, b = 1, *c, &d)\n  x if y && z\n  case x\n  when 1 then 2\n  else 3\n  end\nend\n"
    ),
    "a.php": (
        "<?php\nfunction f() {\n}\nfunction g($a, $b = 1) {\n  foreach ($x as $y) {}\n  return $a ? 1 : ($b ?? 2);\n}\n"
    ),
    "a.kt": ("fun f() {\n}\nfun g(a: Int, b: Int = 1): Int {\n  if (a && b) {}\n  when (x) { 1 -> 2; else -> 3 }\n}\n"),
    "a.lua": "function f()\nend\nfunction g(a, b, ...)\n  if a and b then elseif c then end\nend\n",
    "a.cs": (
        "class A {\n  void F() {\n  }\n  int G(int a, int b) {\n"
        "    switch (a) { case 1: break; default: break; }\n  }\n}\n"
    ),
    "a.swift": "func f() {\n}\nfunc g(a: Int, _ b: Int) {\n  guard x else { return }\n  if a && b {}\n}\n",
    "a.ts": "function f() {\n}\nfunction g(a: number, b?: string): void {\n  for (const x of y) {}\n}\n",
    "a.sh": (
        "f() {\n  :\n}\ng() {\n  a && b || c\n  if x; then y; elif z; then :; fi\n  case $x in a) ;; *) ;; esac\n}\n"
    ),
}
EXPECTED = {  # parameters and complexity of the two functions
    "a.c": [(0, 3), (3, 4)],
    "a.js": [(1, 2), (2, 4)],
    "a.rs": [(1, 2), (0, 5)],
    "a.java": [(0, 1), (2, 4)],
    "a.rb": [(0, 1), (4, 4)],
    "a.php": [(0, 1), (2, 4)],
    "a.kt": [(0, 1), (2, 4)],
    "a.lua": [(0, 1), (3, 4)],
    "a.cs": [(0, 1), (2, 2)],
    "a.swift": [(0, 1), (2, 4)],
    "a.ts": [(0, 1), (2, 2)],
    "a.sh": [(None, 1), (None, 6)],
}


@pytest.mark.parametrize("path", CODE)
def test_measures_are_the_same_in_every_language(path: str) -> None:
    hits = found("kind:function (params:>=0 OR complexity:>0)", DocumentFacts(path, CODE[path].encode()))
    assert [(hit.measures.get("params"), hit.measures["complexity"]) for hit in hits] == EXPECTED[path]


class Numbers(Questions):
    """Random queries with measures and counts."""

    def _term(self) -> str:
        pick = self._random.choice
        if self._random.random() < 0.5:
            return super()._term()
        number = f"{pick(['>', '>=', '<', '<=', ''])}{self._random.randint(0, 4)}"
        if pick((True, False)):
            return f"{pick(['params', 'complexity'])}:{number}"
        inner = super()._term()
        while inner.startswith("is:"):
            inner = super()._term()  # how many there are of what is written somewhere, nobody asks
        return f"{pick(['has', 'children'])}:{number}({inner})"


@pytest.mark.parametrize("path", SOURCES)
def test_the_slow_way_finds_the_same(path: str) -> None:
    facts = DocumentFacts(path, source(path))
    questions = Numbers(facts, 5)
    answered = 0
    for _ in range(60):
        text = questions.next()
        query = parse(text).query
        assert query is not None, text
        expected = brute_force(query, facts)
        assert as_tuples(match(query, facts)) == expected, text
        assert count(query, facts) == len(match(query, facts)), text
        answered += bool(expected)
    assert answered > 3


def test_a_count_needs_its_parentheses() -> None:
    (problem,) = parse("kind:class has:>30(").problems
    assert problem.message.startswith("this parenthesis is not closed")
    assert parse("has:>30 (kind:method)").query is not None  # the text `>30` beside a group
