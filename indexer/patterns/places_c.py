"""Where a snippet can stand in C and the languages that look like it."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from indexer.patterns.metavariables import QUOTED
from indexer.patterns.place import Contexts, Place, inside, parts, whole

_BRACED: Final = (";", " {}", " {};", " ;", "\n#endif\n")

C: Final = Contexts(
    whole(
        ("void f(void) { ", " }"),
        ("int x = (", ");"),
        ("int x = sizeof(", ");"),
        ("struct s { ", " };"),
        ("void f(void) { x = (", ")y; }"),
    ),
    parts(
        ("void f(void) { switch (x) { ", " } }"),
        ("int x = ", ";"),
        ("enum e { ", " };"),
        ("void f(", ");"),
        ("struct s x = { ", " };"),
        ("f(", ");"),
        ("", " x;"),
        ("", " void f(void);"),
    ),
    _BRACED,
)
CPP: Final = Contexts(
    (*C.whole, *whole(("class s { ", " };"), ("void f() { std::vector<", "> x; }"), ("", " class s {};"))),
    (
        *C.part,
        *parts(
            ("class s : ", " {};"),
            ("template <", "> class s {};"),
            ("s::s() : ", " {}"),
            ("void f() { x = [", "]() {}; }"),
            ("void f() { try {} ", " }"),
            ("void f() { for (", ") {} }"),
            ("x<", "> y;"),
        ),
    ),
    (*_BRACED, " class s {};"),
)
_JSX: Final = Place("x = <p ", " />", (QUOTED,))
SCRIPT: Final = Contexts(
    (
        *whole(
            ("x = ", ""),
            ("x = (", ")"),
            ("function f() { ", " }"),
            ("async function f() { ", " }"),
            ("function* f() { ", " }"),
            ("", " class X {}"),
        ),
        replace(_JSX, kinds=("jsx_attribute", "jsx_expression")),
    ),
    (
        _JSX,
        *parts(
            ("x = { ", " }"),
            ("class X { ", " }"),
            ("switch (x) { ", " }"),
            ("function f(", ") {}"),
            ("f(", ")"),
            ("x = <p>", "</p>"),
            ("try {} ", ""),
            ("if (x) {} ", ""),
            ("import { ", ' } from "x"'),
            ("import ", ' from "x"'),
            ("let { ", " } = x"),
            ("class X ", " {}"),
            ("for (", ") {}"),
            ("x = `${", "}`"),
            inside("x = `", "`", "template_substitution"),
        ),
    ),
    (";", " {}", " while (x)", " finally {}", ' from "x"'),
)
TYPED_SCRIPT: Final = Contexts(
    (*SCRIPT.whole, *whole(("type x = ", ""), ("let x: ", ""))),
    (
        *SCRIPT.part,
        *parts(
            ("interface X { ", " }"),
            ("enum X { ", " }"),
            ("type x = { ", " }"),
            ("function f", " {}"),
            ("type x<", "> = y"),
            ("abstract class X { ", " }"),
            ("let x", ""),
            ("x<", ">()"),
        ),
    ),
    SCRIPT.endings,
)
JAVA: Final = Contexts(
    whole(
        ("class X { ", " }"),
        ("class X { void f() { ", " } }"),
        ("class X { X() { ", " } }"),
        ("class X { Object x = ", "; }"),
        ("class X { ", " x; }"),
        ("interface X { ", " }"),
        ("", " class X {}"),
        ("class X { void f() { x = (", ") y; } }"),
    ),
    parts(
        ("class X { void f() { switch (x) { ", " } } }"),
        ("enum X { ", " }"),
        ("class X { void f(", ") {} }"),
        ("class X { void f() { f(", "); } }"),
        ("class X { void f() { try { } ", " } }"),
        ("class X { void f() { if (x) {} ", " } }"),
        ("class X { void f() { try (", ") {} } }"),
        ("class X { void f() { for (", ") {} } }"),
        ("class X ", " {}"),
        ("class X { void f() ", " {} }"),
        ("class X<", "> {}"),
        ("@X(", ") class X {}"),
        ("import ", ";"),
    ),
    (";", " {}", " class X {}", " finally {}", " while (x);"),
)
CSHARP: Final = Contexts(
    whole(
        ("class X { ", " }"),
        ("class X { void f() { ", " } }"),
        ("class X { object x = ", "; }"),
        ("class X { ", " x; }"),
        ("interface X { ", " }"),
        ("", " class X {}"),
        ("class X { ", " void f() {} }"),
        ("class X { async void f() { ", " } }"),
        ("class X { object x = typeof(", "); }"),
    ),
    parts(
        ("class X { void f() { switch (x) { ", " } } }"),
        ("class X { object f() { return x switch { ", " }; } }"),
        ("class X { object P { ", " } }"),
        ("enum X { ", " }"),
        ("class X { void f(", ") {} }"),
        ("class X { void f() { f(", "); } }"),
        ("class X { void f() { try {} ", " } }"),
        ("class X { void f() { if (x) {} ", " } }"),
        ("class X { object x = new X { ", " }; }"),
        ("class X ", " {}"),
        ("class X<T> ", " {}"),
        ("class X { object x = from y in z ", "; }"),
        ("[", "] class X {}"),
        ("class X { object x = y is ", "; }"),
    ),
    (";", " {}", " { get; }", " finally {}", " while (x);", " class X {}", " select x;"),
)
DART: Final = Contexts(
    whole(
        ("void f() { ", " }"),
        Place("var x = ", ";"),  # the parts of an expression stand side by side
        ("class X { ", " }"),
        ("", " class X {}"),
        ("", " void f() {}"),
        ("void f() async { ", " }"),
        ("", " x;"),
    ),
    parts(
        ("void f() { switch (x) { ", " } }"),
        ("var x = switch (y) { ", " };"),
        ("void f(", ") {}"),
        ("void f({", "}) {}"),
        ("void f() { f(", "); }"),
        ("void f() { try {} ", " }"),
        ("enum X { ", " }"),
        ("var x = {", "};"),
        ("var x = [", "];"),
        ("class X ", " {}"),
        ("void f() { x ", "; }"),
        ("class X { X() : ", "; }"),
        ("import 'x' ", ";"),
    ),
    (";", " {}", " class X {}", " void f() {}", " finally {}", " => x;"),
)
