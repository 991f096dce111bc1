"""Which of several functions with one name is called: `→` is before the call, `●` before the one that it is."""

from __future__ import annotations

import time

import pytest

from tests.graph.test_names import targets

_SECONDS = 5.0  # of the processor; what is meant takes milliseconds, what goes wrong takes minutes


def java(title: str, body: str, evidence: str = "scope", **others: str) -> object:
    texts = {"A": f"class A {{\n{body}\n}}\n", **others}
    files = {f"p/{name}.java": f"package p;\n{text}" for name, text in texts.items()}
    return pytest.param(evidence, files, id=title)


CASES = [
    java("a text", "void f(int a) {}\nvoid ●f(String a) {}\nvoid g() { →f(\"x\"); }"),
    java("a number", "void f(String a) {}\nvoid ●f(int a) {}\nvoid g() { →f(1); }"),
    java("a long number", "void f(int a) {}\nvoid ●f(long a) {}\nvoid g() { →f(1L); }"),
    java("the narrowest that is wide enough", "void f(double a) {}\nvoid ●f(long a) {}\nvoid g(int i) { →f(i); }"),
    java("not one that is too narrow", "void f(byte a) {}\nvoid ●f(double a) {}\nvoid g(int i) { →f(i); }"),
    java("a letter is no text", "void f(String a) {}\nvoid ●f(char a) {}\nvoid g() { →f('x'); }"),
    java("a test", "void f(int a) {}\nvoid ●f(boolean a) {}\nvoid g(int i) { →f(i > 2 && !(i == 3)); }"),
    java("a sum of numbers", "void f(String a) {}\nvoid ●f(long a) {}\nvoid g(int i, long j) { →f(i + j); }"),
    java("a sum with a text", "void f(long a) {}\nvoid ●f(String a) {}\nvoid g(int i) { →f(\"x\" + i); }"),
    java("a parameter", "void f(char[] a) {}\nvoid ●f(String a) {}\nvoid g(String s) { →f(s); }"),
    java("a field", "String s;\nvoid f(char[] a) {}\nvoid ●f(String a) {}\nvoid g() { →f(this.s); }"),
    java("an array", "void f(char a) {}\nvoid ●f(char[] a) {}\nvoid g(char[] c) { →f(c); }"),
    java("an element of it", "void f(char[] a) {}\nvoid ●f(char a) {}\nvoid g(char[] c) { →f(c[0]); }"),
    java("an array of arrays", "void f(int[] a) {}\nvoid ●f(int[][] a) {}\nvoid g() { →f(new int[2][3]); }"),
    java("a cast", "void f(Object a) {}\nvoid ●f(short[] a) {}\nvoid g(Object o) { →f((short[]) o); }"),
    java("what a function gives", "int h() {}\nvoid f(String a) {}\nvoid ●f(int a) {}\nvoid g() { →f(h()); }"),
    java("what a text's member gives", "void f(String a) {}\nvoid ●f(int a) {}\nvoid g(String s) { →f(s.length()); }"),
    java("nothing is no number", "void f(int a) {}\nvoid ●f(String a) {}\nvoid g() { →f(null); }"),
    java("a number in an object", "void f(String a) {}\nvoid ●f(Object a) {}\nvoid g() { →f(1); }"),
    java("a function is no text", "void f(String a) {}\nvoid ●f(Runnable a) {}\nvoid g() { →f(() -> {}); }"),
    java("one of its own class", "void f(Object a) {}\nvoid ●f(A a) {}\nvoid g() { →f(this); }"),
    java(
        "the nearest class above",
        "void f(Object a) {}\nvoid f(B a) {}\nvoid ●f(C a) {}\nvoid g(D d) { →f(d); }",
        B="class B {}\n",
        C="class C extends B {}\n",
        D="class D extends C {}\n",
    ),
    java("any number of them comes last", "void f(int... a) {}\nvoid ●f(int a) {}\nvoid g() { →f(1); }"),
    java("any number of them", "void f(String a, String b) {}\nvoid ●f(int... a) {}\nvoid g() { →f(1, 2); }"),
    java("what stands for a type", "<T> void f(T a) {}\nvoid ●f(String a) {}\nvoid g() { →f(\"x\"); }"),
    java("the type that it is below", "<T extends A> void ●f(T a) {}\nvoid f(String a) {}\nvoid g() { →f(this); }"),
    java(
        "its class has one that does not take it",
        "class E extends B { void f(int a) {}\nvoid g() { →f(\"x\"); } }",
        "scope",
        B="class B {\n void ●f(String a) {}\n}\n",
    ),
    java(
        "of something else",
        "void g(B b, char c) { b.→f(c); }",
        "member",
        B="class B {\n void f(String a) {}\n void f(boolean a) {}\n void ●f(char a) {}\n}\n",
    ),
    java("a name that is compared with", "static final int ●X = 1;\nvoid g(int i) { switch (i) { case →X: } }"),
    java(
        "the constant of a type",
        "static final int X = 1;\nvoid g(B b) { switch (b) { case →X: } }",
        "member",
        B="enum B { ●X }\n",
    ),
    java("a type in its own bound", "<●T extends Comparable<? super →T>> void g(T a) {}"),
    java(
        "a class of the workspace that is called like one that holds others",
        "void g(Function<String> f) { f.→apply(1); }",
        "member",
        Function="interface Function<T> {\n T ●apply(int a);\n}\n",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("evidence", "files"), CASES)
def test_call(evidence: str, files: dict[str, str]) -> None:
    found, meant = targets(files)
    first = [(one.path, one.span.start, one.evidence) for one in found[:1]]
    assert first == [(path, offset, evidence) for path, offset in meant.items()]


def test_classes_above_each_other_end() -> None:
    """A class that is above itself, and classes that can be reached in more ways than could be gone."""
    files = {f"C{at}.java": f"interface C{at} extends C{at + 1}, D{at + 1} {{}}\n" for at in range(40)}
    files |= {f"D{at}.java": f"interface D{at} extends C{at + 1}, D{at + 1} {{}}\n" for at in range(1, 41)}
    files["A.java"] = (
        "class A extends A implements C0 {\n void f(C9 a) {}\n void ●f(A a) {}\n void g() { →f(this); }\n}\n"
    )
    before = time.process_time()
    found, meant = targets(files)
    assert [(one.path, one.span.start) for one in found] == list(meant.items())
    assert time.process_time() - before < _SECONDS


def test_calls_in_calls_end() -> None:
    inner = "f(" * 300 + "1" + ")" * 300
    body = "int f(String a) { return 1; }\nint ●f(int a) { return 1; }\nint f(long a) { return 1; }\n"
    before = time.process_time()
    found, meant = targets({"A.java": f"class A {{\n{body}int g() {{ return →f({inner}); }}\n}}\n"})
    assert ("A.java", meant["A.java"]) in [(one.path, one.span.start) for one in found]
    assert time.process_time() - before < _SECONDS
