"""What files are after a rename, case by case, as real packages taught it.

`→` is before the name that is asked about, and the answer is the text with `two` for it; what is only to be confirmed
has a `?` before its new name. Or the answer is why it is refused.
"""

from __future__ import annotations

import re

import pytest

from indexer.documents import Document
from indexer.graph.renaming import Renamer
from indexer.graph.resolve import Resolver
from indexer.graph.sources import KnownTexts
from indexer.model import Limits, Problem
from tests.graph.test_names import corpus_of

GO = "package a\n"


def renamed(files: dict[str, str]) -> dict[str, str] | str:
    corpus, asked, _ = corpus_of(files)
    ((path, offset),) = asked.items()
    answer = Renamer(Resolver([corpus], KnownTexts()), corpus, path, offset, Limits()).renaming("two")
    if isinstance(answer, Problem):
        return answer.message
    edits = [(one.path, one.span, one.written("two")) for one in answer.sure]
    edits += [(one.path, one.span, one.written("?two")) for one in answer.doubtful]
    made = {name: _text(document) for name, document in corpus.live.items()}
    for name, span, new in sorted(edits, reverse=True):
        made[name] = made[name][: span.start] + new + made[name][span.end :]
    return made


def _text(document: Document) -> str:
    return document.text.data.decode()


def case(title: str, path: str, before: str, after: str, **others: tuple[str, str]) -> object:
    named = {re.sub(r"_(\w+)$", r".\1", name): texts for name, texts in others.items()}
    return pytest.param({path: (before, after), **named}, id=title)


CASES = [
    case(
        "a method with the interface that its type has, and the others that have it",
        "a.go",
        GO + "type I interface{ go1() }\ntype S struct{}\nfunc (S) →go1() {}\ntype T int\nfunc (T) go1() {}\n"
        "func f(i I) { i.go1(); S{}.go1() }\n",
        GO + "type I interface{ two() }\ntype S struct{}\nfunc (S) two() {}\ntype T int\nfunc (T) two() {}\n"
        "func f(i I) { i.two(); S{}.two() }\n",
    ),
    case(
        "not with those of types that lack another of its methods",
        "a.go",
        GO
        + "type I interface{ go1(); go2() }\ntype S struct{}\nfunc (S) →go1() {}\nfunc f(i I) { i.go1(); S{}.go1() }\n",
        GO
        + "type I interface{ go1(); go2() }\ntype S struct{}\nfunc (S) two() {}\nfunc f(i I) { i.go1(); S{}.two() }\n",
    ),
    case(
        "a method that an embedded type completes",
        "a.go",
        GO
        + "type I interface{ go1(); go2() }\ntype T int\nfunc (T) go2() {}\ntype S struct{ T }\nfunc (S) →go1() {}\n",
        GO + "type I interface{ two(); go2() }\ntype T int\nfunc (T) go2() {}\ntype S struct{ T }\nfunc (S) two() {}\n",
    ),
    case(
        "a type with the fields that are called like it",
        "a.go",
        GO + "type →T struct{ x int }\ntype S struct{ *T }\nfunc f(s S) int { s.T = &T{}; return s.T.x }\n",
        GO + "type two struct{ x int }\ntype S struct{ *two }\nfunc f(s S) int { s.two = &two{}; return s.two.x }\n",
    ),
    case(
        "a field that is called like its type",
        "a.go",
        GO + "type T struct{ x int }\ntype S struct{ T }\nfunc f(s S) int { return s.→T.x }\n",
        GO + "type two struct{ x int }\ntype S struct{ two }\nfunc f(s S) int { return s.two.x }\n",
    ),
    case(
        "a field of types without a name that are written alike",
        "a.go",
        GO + "func f() { var a struct{ x int }\n b := struct{ →x int }{x: 1}\n a = b }\n"
        "func g() { var a struct{ x int } }\n",
        GO + "func f() { var a struct{ two int }\n b := struct{ two int }{two: 1}\n a = b }\n"
        "func g() { var a struct{ x int } }\n",
    ),
    case(
        "a field that data may name",
        "a.go",
        GO + 'type T struct{ →Size int }\nvar a, b, c = `\n[T]\nSize = 1\n`, `{"Size": 2}`, "Size: %d"\n',
        GO + 'type T struct{ two int }\nvar a, b, c = `\n[T]\n?two = 1\n`, `{"?two": 2}`, "Size: %d"\n',
    ),
    case(
        "a parameter that no call can name is nobody else's",
        "a_test.go",
        GO + 'func TestA(→t *testing.T) { t.Log("t") }\n',
        GO + 'func TestA(two *testing.T) { two.Log("t") }\n',
    ),
    case(
        "a member of what a tuple has beside others",
        "a.py",
        "class A:\n    def →one(self): ...\n\ndef f() -> tuple[str | None, A | None]: ...\n\ns, a = f()\na.one()\n",
        "class A:\n    def two(self): ...\n\ndef f() -> tuple[str | None, A | None]: ...\n\ns, a = f()\na.two()\n",
    ),
    case(
        "a member of one of several types, written in a string",
        "a.py",
        'class A:\n    def →one(self): ...\n\ndef f(x: Sequence[Union[str, "A"]]):\n    for a in x:\n        a.one()\n',
        'class A:\n    def two(self): ...\n\ndef f(x: Sequence[Union[str, "A"]]):\n    for a in x:\n        a.two()\n',
    ),
    case(
        "a member of what something from outside hands on",
        "a.py",
        "class A:\n    →one = 1\n\nclass B:\n    one = 2\n\ndef f(x: list[B]):\n    x[0].one\n    next(iter(x)).one\n",
        "class A:\n    two = 1\n\nclass B:\n    one = 2\n\ndef f(x: list[B]):\n    x[0].one\n    next(iter(x)).?two\n",
    ),
    case(
        "a member that code in strings asks for, but not what documents it",
        "a.py",
        'class A:\n    """Has A.one."""\n    def →one(self): ...\nx = g(\n    """{{ a.one }}"""\n)\nf"{x}.one()"\n',
        'class A:\n    """Has A.one."""\n    def two(self): ...\nx = g(\n    """{{ a.?two }}"""\n)\nf"{x}.?two()"\n',
    ),
    case(
        "a class in a function that may tell its name",
        "a.py",
        'def f():\n    class →One: ...\n    assert repr(One()) == "One(a=1)"\n',
        'def f():\n    class two: ...\n    assert repr(two()) == "?two(a=1)"\n',
    ),
    case(
        "a variable that a literal takes in short",
        "a.js",
        "function f(→x) {\n  return { x, y: x };\n}\n",
        "function f(two) {\n  return { x: two, y: two };\n}\n",
    ),
    case(
        "what is taken out of an object in short",
        "a.js",
        "function f({ →x = 1, y }) {\n  return x + y;\n}\nconst { y } = g();\n",
        "function f({ x: two = 1, y }) {\n  return two + y;\n}\nconst { y } = g();\n",
    ),
    case(
        "a field that is taken in short, of what nobody knows",
        "a.ts",
        "interface A { →x: number }\nfunction f(a: A) { const { x } = g(); return a.x; }\n",
        "interface A { two: number }\nfunction f(a: A) { const { ?two: x } = g(); return a.two; }\n",
    ),
    case(
        "what a file gives to others under its own name",
        "a.js",
        "function →x() {}\nconst y = 1;\nmodule.exports = { x: x, y };\n",
        "function two() {}\nconst y = 1;\nmodule.exports = { two: two, y };\n",
        b_js=("const a = require('./a');\na.x(a.y);\n", "const a = require('./a');\na.two(a.y);\n"),
    ),
    case(
        "what it gives in short, and another takes in short",
        "a.js",
        "const →x = 1;\nmodule.exports = { x };\n",
        "const two = 1;\nmodule.exports = { two };\n",
        b_js=("const { x } = require('./a');\nf(x);\n", "const { two } = require('./a');\nf(two);\n"),
    ),
]


@pytest.mark.parametrize("files", CASES)
def test_a_rename_leaves_this(files: dict[str, tuple[str, str]]) -> None:
    answer = renamed({path: before for path, (before, _) in files.items()})
    assert answer == {path: after for path, (_, after) in files.items()}


@pytest.mark.parametrize(
    ("why", "path", "text"),
    [
        (
            "an interface outside",
            "a.go",
            GO + "type S []int\nfunc (S) →Len() int { return 1 }\n"
            "func (S) Less(i, j int) bool { return i < j }\nfunc (S) Swap(i, j int) {}\n",
        ),
        (
            "an interface outside",
            "a.go",
            GO + "type S struct{ sort.Interface }\nfunc (S) →Less(i, j int) bool { return i < j }\n",
        ),
        (
            "an interface in a.go",
            "a.go",
            GO + "type I interface{ go1(); go2() }\ntype S struct{ b.T }\nfunc (S) →go1() {}\n",
        ),
        ("which is not in the workspace", "a.go", GO + "type S struct{ b.T }\nfunc f(s S) { s.→T.x() }\n"),
        ("code outside", "a.py", "class A:\n    def →write(self, text): ...\n"),
        ("a meaning of its own", "a.go", "package main\nfunc →main() {}\n"),
        ("a meaning of its own", "a.ts", "class A { →constructor() {} }\n"),
        ("a field and a variable at once", "a.rs", "struct S { x: u8 }\nfn f(s: S) { let S { ref →x } = s; g(x) }\n"),
        ("nothing but its name", "a.js", "f({ →x: 1 });\n"),
    ],
)
def test_this_is_refused(why: str, path: str, text: str) -> None:
    answer = renamed({path: text})
    assert isinstance(answer, str) and why in answer
