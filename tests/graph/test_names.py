"""What names mean, case by case: `→` stands before the name that is asked about, `●` before the one it means."""

from __future__ import annotations

import re
import time
from itertools import count
from pathlib import Path

import pytest

from indexer.documents import Document
from indexer.graph.highlights import highlights
from indexer.graph.meaning import Meaning
from indexer.graph.resolve import Resolver, Target
from indexer.graph.sources import KnownTexts, Sources
from indexer.graph.uses import references_at, uses_of
from indexer.isolation import Isolation
from indexer.languages.detect import detect
from indexer.model import Limits
from indexer.safe_reader import SafeReader
from indexer.search.run.corpus import Corpus

_ISOLATION = Isolation()  # a child for all tests, for to start one takes longer than most of them
_folders = count()  # whose texts it knows by their folder
_ENDING = re.compile(r"_(py|go|java|tsx?|jsx?)$")


def corpus_of(files: dict[str, str]) -> tuple[Corpus, dict[str, int], dict[str, int]]:
    """Files that are open and nowhere else, without their marks, and where those are."""
    asked, meant, live = {}, {}, {}
    for path, marked in files.items():
        text = ""
        for sign in marked:
            if sign in "→●":
                (asked if sign == "→" else meant)[path] = len(text.encode())
            else:
                text += sign
        data = text.encode()
        live[path] = Document.of(detect(path, data), data)
    reader = SafeReader()
    reader.isolation = _ISOLATION
    return Corpus(Path(f"/workspace/{next(_folders)}"), None, reader, live=live), asked, meant


def targets(files: dict[str, str]) -> tuple[list[Target], dict[str, int]]:
    corpus, asked, meant = corpus_of(files)
    ((path, offset),) = asked.items()
    return Resolver([corpus], KnownTexts()).targets(corpus, path, offset), meant


def case(title: str, evidence: str, **files: str) -> object:
    return pytest.param(
        evidence,
        {_ENDING.sub(r".\1", name.replace("__", "/")): text for name, text in files.items()},
        id=title,
    )


CASES = [
    case("a parameter", "scope", a_py="def f(●x):\n    return →x\n"),
    case("the variable before it counts", "scope", a_py="def f(x):\n    ●x = 1\n    →x\n    x = 2\n"),
    case("a name in its own value is the one before", "scope", a_py="def f(●x):\n    x = g(→x)\n"),
    case(
        "a class is not seen from its functions",
        "scope",
        a_py="●x = 1\nclass K:\n    x = 2\n    def f(self):\n        return →x\n",
    ),
    case("a class sees itself", "scope", a_py="x = 1\nclass K:\n    ●x = 2\n    y = →x\n"),
    case("a default is read outside", "scope", a_py="●x = 1\ndef f(x=→x): pass\n"),
    case("a comprehension has its own names", "scope", a_py="i = 1\nz = [→i for ●i in y]\n"),
    case("a comprehension leaves the others alone", "scope", a_py="●i = 1\nz = [i for i in y]\nprint(→i)\n"),
    case("global", "scope", a_py="●x = 1\ndef f():\n    global x\n    print(→x)\n"),
    case("a built-in name", "external", a_py="→len([])\n"),
    case("an import", "import", a_py="from b import c\n→c()\n", b_py="def ●c(): pass\n"),
    case("an import under another name", "import", a_py="from b import c as d\n→d()\n", b_py="def ●c(): pass\n"),
    case("what an import takes", "import", a_py="from b import →c as d\n", b_py="def ●c(): pass\n"),
    case(
        "a re-export",
        "import",
        a_py="from p import c\n→c()\n",
        p____init___py="",
        p_py="from q import c\n",
        q_py="def ●c(): pass\n",
    ),
    case("everything of a module", "import", a_py="from b import *\n→c()\n", b_py="def ●c(): pass\n"),
    case("a member of a module", "import", a_py="import b\nb.→c()\n", b_py="def ●c(): pass\n"),
    case("an import from outside", "external", a_py="import os\nos.→getcwd()\n", b_py="def getcwd(): pass\n"),
    case(
        "a method of itself",
        "member",
        a_py="class K:\n    def ●m(self): pass\n    def n(self):\n        self.→m()\n",
        b_py="def m(): pass\n",
    ),
    case(
        "a method of a base in another file",
        "member",
        a_py="from b import B\nclass K(B):\n    def n(self):\n        self.→m()\n",
        b_py="class B:\n    def ●m(self): pass\n",
    ),
    case(
        "of what is above",
        "member",
        a_py="class B:\n    def ●m(self): pass\nclass K(B):\n    def m(self):\n        super().→m()\n",
    ),
    case("an object of a class", "member", a_py="class K:\n    def ●m(self): pass\nx = K()\nx.→m()\n"),
    case("a declared type", "member", a_py="class K:\n    def ●m(self): pass\ndef f(x: 'K'):\n    x.→m()\n"),
    case(
        "what a function gives", "member", a_py="class K:\n    def ●m(self): pass\ndef g():\n    return K()\ng().→m()\n"
    ),
    case(
        "elements",
        "member",
        a_py="class K:\n    def ●m(self): pass\ndef f(xs: list[K]):\n    for x in xs:\n        x.→m()\n",
    ),
    case(
        "a field",
        "member",
        a_py="class K:\n    def __init__(self):\n        self.●x = 1\n    def f(self):\n        return self.→x\n",
    ),
    case("a keyword argument", "member", a_py="def f(●key): pass\nf(→key=1)\n"),
    case("a method of a string", "external", a_py="'a'.→join([])\n", b_py="def join(): pass\n"),
    case(
        "of what nothing is known",
        "unique",
        a_py="def f(x):\n    x.→frobnicate()\n",
        b_py="class K:\n    def ●frobnicate(self): pass\n",
    ),
    case("a variable is known after it", "scope", a_go="package p\nfunc f(●x int) {\n\tx, y := →x, 1\n}\n"),
    case(
        "a variable that is given a value again",
        "scope",
        a_go="package p\nfunc f() {\n\ta, ●err := g()\n\tb, err := g()\n\t_ = →err\n}\n",
    ),
    case(
        "a block has its own",
        "scope",
        a_go="package p\nfunc f() {\n\t●x := 1\n\tif true {\n\t\tx := 2\n\t\t_ = x\n\t}\n\t_ = →x\n}\n",
    ),
    case(
        "another file of the package", "scope", a_go="package p\nfunc f() { →g() }\n", b_go="package p\nfunc ●g() {}\n"
    ),
    case(
        "a method in another file",
        "member",
        a_go="package p\nfunc f(t *T) { t.→M() }\n",
        b_go="package p\ntype T struct{}\nfunc (t *T) ●M() {}\n",
    ),
    case(
        "what is embedded",
        "member",
        a_go="package p\ntype B struct{ ●x int }\ntype T struct{ B }\nfunc f(t T) int { return t.→x }\n",
    ),
    case("a key of a literal", "member", a_go="package p\ntype T struct{ ●x int }\nvar t = T{→x: 1}\n"),
    case(
        "the first of two results",
        "member",
        a_go="package p\ntype T struct{ ●x int }\nfunc g() (*T, error) { return nil, nil }\n"
        "func f() {\n\tt, err := g()\n\t_ = t.→x\n\t_ = err\n}\n",
    ),
    case(
        "a case of a type switch",
        "member",
        a_go="package p\ntype T struct{ ●x int }\n"
        "func f(v any) {\n\tswitch w := v.(type) {\n\tcase *T:\n\t\t_ = w.→x\n\t}\n}\n",
    ),
    case(
        "elements of a map",
        "member",
        a_go="package p\ntype T struct{ ●x int }\n"
        "func f(m map[string][]*T) {\n\tfor _, ts := range m {\n\t\t_ = ts[0].→x\n\t}\n}\n",
    ),
    case("a built-in function", "external", a_go="package p\nfunc f() { →panic(1) }\n"),
    case("a block of its own", "scope", a_ts="const ●x = 1\n{ const x = 2 }\nf(→x)\n"),
    case("var is known in all of its function", "scope", a_js="function f() { g(→x); if (y) { var ●x = 1 } }\nvar x\n"),
    case("a function before it stands", "scope", a_js="→f()\nfunction ●f() {}\n"),
    case("what takes an object apart", "scope", a_ts="function f({ a, b: [●c = 1, ...d] }: T) { return →c }\n"),
    case("a key is not what it is named", "scope", a_js="const ●b = 1\nconst { b: c } = x\nf(→b)\n"),
    case("what is caught", "scope", a_js="try {} catch (●e) { f(→e) }\n"),
    case("a shorthand property is a use", "scope", a_ts="const ●a = 1\nf({ →a })\n"),
    case("a type parameter", "scope", a_ts="class T {}\nclass K<●T> { m(x: →T) {} }\n"),
    case("an inferred type", "scope", a_ts="type R = 1\ntype E<T> = T extends (infer ●R)[] ? →R : never\n"),
    case("a named import", "import", a_ts="import { b as c } from './d'\n→c()\n", d_ts="export function ●b() {}\n"),
    case(
        "a type that is imported",
        "import",
        a_ts="import type { B } from './d'\nlet x: →B\n",
        d_ts="export interface ●B {}\n",
    ),
    case("a default import", "import", a_ts="import b from './d'\n→b()\n", d_ts="export default function ●c() {}\n"),
    case(
        "a default that is named", "import", a_ts="import b from './d'\n→b()\n", d_ts="const ●c = 1\nexport default c\n"
    ),
    case("of all of a module", "import", a_ts="import * as d from './d'\nd.→b()\n", d_ts="export const ●b = 1\n"),
    case(
        "exported under another name",
        "import",
        a_ts="import { c } from './d'\n→c()\n",
        d_ts="const c = 1\nconst ●b = 2\nexport { b as c }\n",
    ),
    case(
        "exported again",
        "import",
        a_ts="import { c } from './d'\n→c()\n",
        d_ts="export * from './e'\n",
        e_ts="export { default as c } from './g'\n",
        g_ts="export default class ●K {}\n",
    ),
    case("what is required", "import", a_js="const { b: c } = require('./d')\n→c()\n", d_js="exports.●b = 1\n"),
    case(
        "an import from a package", "external", a_ts="import { b } from 'lodash'\n→b()\n", d_ts="export const b = 1\n"
    ),
    case("a method of this", "member", a_ts="class K { ●m() {} n() { [].map(() => this.→m()) } }\nfunction m() {}\n"),
    case("a method of a base", "member", a_ts="class B { ●m() {} }\nclass K extends B { m() { super.→m() } }\n"),
    case("what is made", "member", a_js="class K { ●m() {} }\nconst x = new K()\nx.→m()\n"),
    case("a type that is declared", "member", a_ts="interface I { ●x: string }\nfunction f(i?: I | null) { i!.→x }\n"),
    case("a parameter that is a field", "member", a_ts="class K { constructor(private ●x: T) {} m() { this.→x } }\n"),
    case("a member of an enum", "member", a_ts="enum E { ●A, B = 2 }\nf(E.→A)\n"),
    case("a member of a namespace", "member", a_ts="namespace N { export const ●z = 1 }\nf(N.→z)\n"),
    case("a member of an object", "member", a_js="const o = { ●m() {} }\no.→m()\n"),
    case(
        "the first way to call it",
        "name",
        a_ts="class A { ●x = 1 }\nclass B { x = 2 }\n"
        "function f(): A\nfunction f(y: 1): B\nfunction f(y?: 1): B { return y as any }\nf().→x\n",
    ),
    case("an element of several types", "name", a_ts="type T = { ●x: 1 } | { x: 2 }\nfunction f(t: T) { t.→x }\n"),
    case(
        "a component",
        "import",
        a_tsx="import { B } from './d'\nconst x = <→B />\n",
        d_tsx="export const ●B = () => <p />\n",
    ),
    case("a key of a declared type", "member", a_ts="interface I { ●x: 1 }\nconst i: I = { →x: 1 }\n"),
    case("a key of what is returned", "member", a_ts="interface I { ●x: 1 }\nconst f = (): I[] => [{ →x: 1 }]\n"),
    case(
        "a key of an argument",
        "member",
        a_ts="interface I { y: { ●x: 1 } }\nfunction f(a: string, { y }: I) {}\nf('', { y: { →x: 1 } })\n",
    ),
    case("a key of nothing known", "scope", a_ts="interface I { x: 1 }\nconst i = { ●→x: 1 }\n"),
    case("an element of a page", "external", a_jsx="const x = <→p />\n", b_jsx="function p() {}\n"),
    case("a global of the language", "external", a_ts="→parseInt('1')\n", b_ts="function parseInt() {}\n"),
    case("by name, where no scopes are known", "unique", a_lua="→frobnicate()\n", b_lua="function ●frobnicate() end\n"),
    case(
        "a local of Java after it",
        "scope",
        A_java="class A {\n int x;\n void f() { →x(); int x = 1; }\n void ●x() {}\n}\n",
    ),
    case(
        "a field before the local of its name",
        "scope",
        A_java="class A {\n int ●x;\n int f() { int y = →x; int x = 1; return x; }\n}\n",
    ),
    case("a parameter of a lambda", "scope", A_java="class A {\n int x;\n F f = ●x -> →x + 1;\n}\n"),
    case(
        "a method, not the field",
        "scope",
        A_java="class A {\n int size;\n int ●size() { return size; }\n int f() { return →size(); }\n}\n",
    ),
    case("a field, not the method", "scope", A_java="class A {\n int size() { return →size; }\n int ●size;\n}\n"),
    case(
        "by the number of arguments",
        "scope",
        A_java="class A {\n void f(int a) {}\n void ●f(int a, int b) {}\n void g() { →f(1, 2); }\n}\n",
    ),
    case(
        "what a class inherits needs no object",
        "scope",
        p__A_java="package p;\nclass A extends B {\n void g() { →f(); }\n}\n",
        p__B_java="package p;\nclass B {\n void ●f() {}\n}\n",
    ),
    case(
        "another folder of the same package",
        "scope",
        test__p__A_java="package p;\nclass A { →B b; }\n",
        main__p__B_java="package p;\nclass ●B {}\n",
        main__q__B_java="package q;\nclass B {}\n",
    ),
    case(
        "an import of a class",
        "import",
        p__A_java="package p;\nimport q.B;\nclass A { →B b; }\n",
        p__B_java="package p;\nclass B {}\n",
        q__B_java="package q;\npublic class ●B {}\n",
    ),
    case(
        "an import of a class in a class",
        "import",
        p__A_java="package p;\nimport q.B.C;\nclass A { →C c; }\n",
        q__B_java="package q;\npublic class B { public static class ●C {} }\n",
    ),
    case(
        "a static import",
        "import",
        p__A_java="package p;\nimport static q.B.f;\nclass A { int x = →f(); }\n",
        q__B_java="package q;\npublic class B { public static int f; public static int ●f() { return 1; } }\n",
    ),
    case(
        "everything static",
        "import",
        p__A_java="package p;\nimport static q.B.*;\nclass A { int x = →f(); }\n",
        q__B_java="package q;\npublic class B { public static int ●f() { return 1; } }\n",
    ),
    case(
        "everything of a package",
        "import",
        p__A_java="package p;\nimport q.*;\nclass A { →B b; }\n",
        q__B_java="package q;\npublic class ●B {}\n",
    ),
    case(
        "a path that is written out",
        "import",
        p__A_java="package p;\nclass A { q.→B b; }\n",
        q__B_java="package q;\npublic class ●B {}\n",
    ),
    case("a path out of the workspace", "external", A_java="class A { java.util.→List x; }\nclass List {}\n"),
    case(
        "a member of a declared type",
        "member",
        p__A_java="package p;\nclass A { B b;\n void g() { this.b.make().→f(); } }\n",
        p__B_java="package p;\nclass B { B make() { return this; }\n void ●f() {} }\nclass C { void f() {} }\n",
    ),
    case(
        "the class above", "member", A_java="class B { void ●f() {} }\nclass A extends B { void f() { super.→f(); } }\n"
    ),
    case(
        "an object of the class around",
        "member",
        A_java="class A { int ●x;\n class B { int x; int f() { return A.this.→x; } } }\n",
    ),
    case(
        "a class without a name inherits",
        "scope",
        A_java="class B { void ●f() {} }\nclass A { Object o = new B() { void g() { →f(); } }; }\n",
    ),
    case(
        "a constant of an enum in a case",
        "member",
        A_java="enum E { ●ONE }\nclass A { void f(E e) { switch (e) { case →ONE: } } }\n",
    ),
    case(
        "what a list holds",
        "member",
        A_java="import java.util.List;\nclass A { void ●f() {}\n void g(List<A> all) { all.get(0).→f(); } }\n",
    ),
    case("a bound of a type", "member", A_java="class A { void ●f() {}\n <T extends A> void g(T t) { t.→f(); } }\n"),
    case(
        "a method of an annotation",
        "member",
        A_java="@interface N { int ●value(); }\n@N(→value = 1) class A { int value; }\n",
    ),
    case("a pattern", "scope", A_java="class A { boolean f(Object o) { return o instanceof A ●a && →a.f(o); } }\n"),
    case(
        "a class of java.lang",
        "external",
        A_java="class A { →String s; }\n",
        b__String_java="package b;\nclass String {}\n",
    ),
    case(
        "inherited from outside",
        "external",
        A_java="import x.Y;\nclass A extends Y { void f() { →run(); } }\n",
        b__B_java="package b;\nclass B { void run() {} }\n",
    ),
]


@pytest.mark.parametrize(("evidence", "files"), CASES)
def test_a_name_means(evidence: str, files: dict[str, str]) -> None:
    files = {name.replace("_lua", ".lua"): text for name, text in files.items()}
    found, meant = targets(files)
    assert found, "nothing was found"
    assert found[0].evidence == evidence
    if evidence == "external":
        assert found[0].corpus is None and len(found) == 1
    else:
        assert {found[0].path: found[0].span.start} == meant


def test_an_edit_changes_what_importers_mean() -> None:
    """Nothing is stored: what is kept of a text is kept by its content."""
    known = KnownTexts()
    before = {"a.py": "from b import c\n→c()\n", "b.py": "def c(): pass\n"}
    after = {"a.py": "from b import c\n→c()\n", "b.py": "x = 1\n\ndef c(): pass\n"}
    places = []
    for files in (before, after, before):
        corpus, asked, _ = corpus_of(files)
        places.append(Resolver([corpus], known).targets(corpus, "a.py", asked["a.py"])[0].span.start)
    assert places == [4, 11, 4]


def test_references_are_those_of_one_definition() -> None:
    files = {
        "a.py": "class A:\n    def ●→run(self): pass\nA().run()\n",
        "b.py": "from a import A\nclass B:\n    def run(self): pass\nB().run()\nA().run()\n",
    }
    corpus, asked, _ = corpus_of(files)
    resolver = Resolver([corpus], KnownTexts())
    found = list(references_at(resolver, corpus, "a.py", asked["a.py"], Limits()))
    assert [(one.path, one.reference.row, one.evidence) for one in found] == [
        ("a.py", 2, "member"),
        ("b.py", 4, "member"),
    ]


def test_uses_under_another_name_are_references() -> None:
    files = {"a.py": "def ●→c(): pass\n", "b.py": "from a import c as d\nd()\ndef f(d):\n    d()\n"}
    corpus, asked, _ = corpus_of(files)
    found = list(references_at(Resolver([corpus], KnownTexts()), corpus, "a.py", asked["a.py"], Limits()))
    assert [(one.path, one.reference.row, one.reference.name) for one in found] == [
        ("b.py", 0, "c"),
        ("b.py", 0, "d"),
        ("b.py", 1, "d"),
    ]


def test_values_are_references_and_comments_are_not() -> None:
    files = {"a.py": "LIMIT = 3  # LIMIT\nx = 'LIMIT'\nprint(LIMIT)\n", "b.py": "import a\ny = a.LIMIT + 1\n"}
    corpus, _, _ = corpus_of(files)
    found = list(uses_of("LIMIT", Resolver([corpus], KnownTexts()), Limits()))
    assert [(one.path, one.reference.row, one.reference.kind, one.evidence) for one in found] == [
        ("a.py", 2, "value", "scope"),
        ("b.py", 1, "value", "import"),
    ]


def test_a_highlight_follows_the_scope() -> None:
    corpus, asked, _ = corpus_of({"a.py": "x = 1\ndef f(x):\n    return →x + x\nprint(x)\n"})
    document = corpus.live["a.py"]
    found = highlights(document, Meaning(Sources(corpus, KnownTexts())), "a.py", asked["a.py"])
    assert found is not None
    assert [(document.text.lines.row_of(one.span.start), one.writes) for one in found] == [
        (1, True),
        (2, False),
        (2, False),
    ]


LONG = "x" * 1_000_000
HOSTILE = {
    "imports in a circle": {"a.py": "from b import x\n→x()\n", "b.py": "from a import x\n"},
    "stars in a circle": {
        "a.py": "from b import *\n→x()\n",
        "b.py": "from c import *\n",
        "c.py": "from b import *\nfrom a import *\n",
    },
    "classes that inherit from each other": {"a.py": "class A(B): pass\nclass B(A): pass\nA().→m()\n"},
    "a class that inherits from itself": {"a.py": "class A(A): pass\nA().→m()\n"},
    "a value of itself": {"a.py": "x = x.y.z\nx = x(x)\n→x.a\n"},
    "functions that call each other": {"a.py": "def f(): return g()\ndef g(): return f()\nf().→m()\n"},
    "exports of each other": {"a.ts": "import { a } from './b'\n→a()\n", "b.ts": "export { a as b, b as a }\n"},
    "files that export each other": {
        "a.ts": "export * from './b'\nexport { x as y } from './b'\n→x()\n",
        "b.ts": "export * from './a'\nexport { y as x } from './a'\n",
    },
    "a type of itself": {"a.ts": "type T = T | T['x'] | (T)\nlet t: T\nt.→m()\n"},
    "objects in objects": {"a.js": "x = " + "{a: " * 3_000 + "→y" + "}" * 3_000},
    "patterns in patterns": {"a.js": "const " + "[{a: " * 1_000 + "y" + "}]" * 1_000 + " = x\n→y\n"},
    "types of each other": {"a.go": "package p\ntype A struct{ B }\ntype B struct{ A }\nfunc f(a A) { a.→m() }\n"},
    "types that are each other": {"a.go": "package p\ntype A B\ntype B A\nfunc f(a A) { a[0].→m() }\n"},
    "a long name": {"a.py": f"{LONG} = 1\n→{LONG}()\n"},
    "a long chain": {"a.py": "a" + ".b" * 20_000 + ".→c\n"},
    "many scopes": {"a.go": "package p\nfunc f() {\n" + "{\n" * 3_000 + "→x()\n" + "}\n" * 3_000 + "}\n"},
    "many scopes on a row": {"a.py": "x = " + "lambda: " * 3_000 + "→y\n"},
    "many bindings": {"a.py": "x = 1\n" * 10_000 + "→x\n"},
    "each of the one before": {
        "a.py": "x0 = K\n" + "".join(f"x{n} = x{n - 1} or x{n - 1}()\n" for n in range(1, 500)) + "x499.→m\n"
    },
}


@pytest.mark.parametrize("files", HOSTILE.values(), ids=HOSTILE)
def test_hostile_files_end(files: dict[str, str]) -> None:
    """An answer comes, whatever it is, in a time that no way without an end would take."""
    started = time.process_time()
    targets(files)
    assert time.process_time() - started < 20
