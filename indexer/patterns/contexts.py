"""Contexts: code to put around a snippet that a grammar cannot read on its own.

A snippet is tried at file level first, and then in each context of its language in order: as a statement, an
expression, a member, an arm. The first context in which everything reads without an error says what was meant. Some
readings are seldom what was meant although they are without error (in C, `a * b` declares a pointer); they are
listed as doubtful, and then the later contexts are tried too and all readings are united.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

Context = tuple[str, str]  # what to put before and after

_FILE: Final[tuple[Context, ...]] = (("", ""), ("", "\n"))
_C: Final[tuple[Context, ...]] = (
    ("", ";"),
    ("void f(void) { ", " }"),
    ("void f(void) { ", "; }"),
    ("int x = (", ");"),
    ("int x = ", ";"),
    ("void f(void) { switch (x) { ", " } }"),
    ("struct s { ", " };"),
    ("struct s { ", "; };"),
    ("enum e { ", " };"),
    ("void f(", ");"),
    ("", " {}"),
    ("void f(void) { ", " {} }"),
    ("void f(void) { ", " ; }"),
)
_CPP: Final[tuple[Context, ...]] = (
    *_C,
    ("class s { ", " };"),
    ("class s { ", "; };"),
    ("class s { ", " {} };"),
    ("class s : ", " {};"),
    ("template <", "> class s {};"),
)
_SCRIPT: Final[tuple[Context, ...]] = (
    ("x = ", ""),
    ("x = { ", " }"),
    ("class X { ", " }"),
    ("switch (x) { ", " }"),
    ("function f() { ", " }"),
    ("async function f() { ", " }"),
    ("function* f() { ", " }"),
    ("function f(", ") {}"),
    ("", " {}"),
    ("class X { ", " {} }"),
    ("x = ", " {}"),
    ("x = <p>", "</p>"),
    ("x = <p ", " />"),
    ("while (x) { ", " }"),
)
_TYPED_SCRIPT: Final[tuple[Context, ...]] = (
    *_SCRIPT,
    ("interface X { ", " }"),
    ("type x = ", ""),
    ("let x: ", ""),
    ("enum X { ", " }"),
)
_JAVA: Final[tuple[Context, ...]] = (
    ("", ";"),
    ("class X { ", " }"),
    ("class X { ", "; }"),
    ("class X { void f() { ", " } }"),
    ("class X { void f() { ", "; } }"),
    ("class X { Object x = ", "; }"),
    ("class X { void f() { switch (x) { ", " } } }"),
    ("interface X { ", " }"),
    ("enum X { ", " }"),
    ("class X { void f(", ") {} }"),
    ("", " class X {}"),
    ("", " {}"),
    ("class X { ", " {} }"),
    ("class X { void f() { ", " {} } }"),
    ("class X { void f() { try { } ", " } }"),
)
_CSHARP: Final[tuple[Context, ...]] = (
    ("", ";"),
    ("class X { ", " }"),
    ("class X { ", "; }"),
    ("class X { void f() { ", " } }"),
    ("class X { void f() { ", "; } }"),
    ("class X { object x = ", "; }"),
    ("class X { void f() { switch (x) { ", " } } }"),
    ("class X { object f() { return x switch { ", " }; } }"),
    ("class X { object P { ", " } }"),
    ("interface X { ", " }"),
    ("enum X { ", " }"),
    ("class X { void f(", ") {} }"),
    ("", " {}"),
    ("class X { ", " {} }"),
    ("class X { void f() { ", " {} } }"),
    ("", " class X {}"),
)
_GO: Final[tuple[Context, ...]] = (
    ("package p\n", "\n"),
    ("package p\nfunc f() { ", " }"),
    ("package p\nvar x = ", "\n"),
    ("package p\nfunc f() { switch x { ", " } }"),
    ("package p\nfunc f() { select { ", " } }"),
    ("package p\ntype T struct { ", " }"),
    ("package p\ntype T interface { ", " }"),
    ("package p\ntype T ", "\n"),
    ("package p\nvar x = T{ ", " }"),
    ("package p\nvar x ", "\n"),
    ("package p\nimport ( ", " )"),
    ("package p\nfunc f(", ") {}"),
    ("package p\n", " {}"),
    ("package p\nfunc f() { ", " {} }"),
)
_RUST: Final[tuple[Context, ...]] = (
    ("fn f() { ", " }"),
    ("fn f() { ", "; }"),
    ("const X: T = ", ";"),
    ("impl X { ", " }"),
    ("fn f() { match x { ", " } }"),
    ("fn f() { match x { ", ", } }"),
    ("struct X { ", " }"),
    ("enum X { ", " }"),
    ("type X = ", ";"),
    ("fn f(", ") {}"),
    ("fn f() { X { ", " } }"),
    ("use ", ";"),
    ("", " fn f() {}"),
    ("", " struct X {}"),
    ("", " {}"),
    ("fn f() { ", " {} }"),
    ("trait X { ", "; }"),
    ("", ";"),
    ("fn f() { match ", " { _ => {} } }"),
)
_PHP: Final[tuple[Context, ...]] = (
    ("<?php ", ""),
    ("<?php ", ";"),
    ("<?php class X { ", " }"),
    ("<?php class X { ", "; }"),
    ("<?php $x = ", ";"),
    ("<?php $x = [", "];"),
    ("<?php switch ($x) { ", " }"),
    ("<?php $x = match ($x) { ", " };"),
    ("<?php function f(", ") {}"),
    ("<?php ", " {}"),
    ("<?php class X { ", " {} }"),
    ("<?php enum X { ", " }"),
)
_PYTHON: Final[tuple[Context, ...]] = (
    ("x = {", "}"),
    ("match x:\n    ", "\n"),
    ("", " pass"),
    ("try: pass\n", ""),
    ("try: pass\n", " pass"),
    ("if x: pass\n", ""),
    ("if x: pass\n", " pass"),
    ("f(", ")"),
    ("def f(", "): pass"),
    ("", "\ndef f(): pass"),
    ("x = [y ", "]"),
)
_RUBY: Final[tuple[Context, ...]] = (
    ("", "\nend"),
    ("x = { ", " }"),
    ("f(", ")"),
    ("case x\n", "\nend"),
    ("begin\n", "\nend"),
    ("def f(", ") end"),
)
_CSS: Final[tuple[Context, ...]] = (
    ("x { ", " }"),
    ("x { ", "; }"),
    ("x { y: ", "; }"),
    ("", " {}"),
    ("@media ", " {}"),
)
_LUA: Final[tuple[Context, ...]] = (("x = ", ""), ("x = { ", " }"), ("", " end"), ("for _ in x do ", " end"))
_SHELL: Final[tuple[Context, ...]] = (
    ("case x in ", " esac"),
    ("", "; then :; fi"),
    ("", "; do :; done"),
    ("", " { :; }"),
    ("x=", ""),
)
_KOTLIN: Final[tuple[Context, ...]] = (
    ("fun f() { ", " }"),
    ("val x = ", ""),
    ("class X { ", " }"),
    ("fun f() { when (x) { ", " } }"),
    ("fun f(", ") {}"),
    ("enum class X { ", " }"),
    ("", " {}"),
    ("", " class X"),
)
_SQL: Final[tuple[Context, ...]] = (
    ("", ";"),
    ("SELECT ", ";"),
    ("SELECT x ", ";"),
    ("SELECT x FROM t WHERE ", ";"),
    ("CREATE TABLE t (", ");"),
)
_DATA: Final[tuple[Context, ...]] = (("{", "}"), ("[", "]"))
_TEMPLATE: Final[tuple[Context, ...]] = (("<template>", "</template>"), ("<p>", "</p>"), ("<p ", "></p>"))
_HCL: Final[tuple[Context, ...]] = (("x = ", "\n"), ("x {\n", "\n}\n"))
# For a grammar without a list of its own: what is common among languages, the likeliest first.
_ANY: Final[tuple[Context, ...]] = (
    ("", ";"),
    ("", "."),
    ("x = ", ""),
    ("x = ", ";"),
    ("x := ", ";"),
    ("let x = ", ""),
    ("{ ", " }"),
    ("{ ", "; }"),
    ("[", "]"),
    ("(", ")"),
    ("f(", ")"),
    ("void f() { ", " }"),
    ("void f() { ", "; }"),
    ("function f() { ", " }"),
    ("func f() { ", " }"),
    ("fn f() { ", " }"),
    ("fn f() { ", "; }"),
    ("fun f() { ", " }"),
    ("def f() { ", " }"),
    ("sub f { ", " }"),
    ("sub f { ", "; }"),
    ("proc f() = ", ""),
    ("def f():\n    ", "\n"),
    ("def f\n", "\nend"),
    ("function f()\n", "\nend"),
    ("module M\n", "\nend"),
    ("class X { ", " }"),
    ("class X { ", "; }"),
    ("class X {\n void f() { ", "; }\n}"),
    ("contract X { ", " }"),
    ("contract X { function f() { ", " } }"),
    ("contract X { function f() { ", "; } }"),
    ("struct X { ", " }"),
    ("interface X { ", " }"),
    ("enum X { ", " }"),
    ("match x { ", " }"),
    ("switch (x) { ", " }"),
    ("begin\n", "\nend"),
    ("begin\n", ";\nend."),
    ("", " {}"),
    ("", " end"),
    ("x { ", " }"),
    ("x: ", ""),
)

_LISTS: Final[Mapping[str, tuple[Context, ...]]] = {
    "arduino": _CPP,
    "astro": _TEMPLATE,
    "bash": _SHELL,
    "c": _C,
    "cpp": _CPP,
    "csharp": _CSHARP,
    "css": _CSS,
    "cuda": _CPP,
    "glsl": _C,
    "go": _GO,
    "hcl": _HCL,
    "hlsl": _CPP,
    "html": _TEMPLATE,
    "java": _JAVA,
    "javascript": _SCRIPT,
    "json": _DATA,
    "json5": _DATA,
    "jsonc": _DATA,
    "kotlin": _KOTLIN,
    "less": _CSS,
    "lua": _LUA,
    "luau": _LUA,
    "objc": _C,
    "python": _PYTHON,
    "ruby": _RUBY,
    "rust": _RUST,
    "scss": _CSS,
    "sql": _SQL,
    "starlark": _PYTHON,
    "svelte": _TEMPLATE,
    "terraform": _HCL,
    "tsx": _TYPED_SCRIPT,
    "typescript": _TYPED_SCRIPT,
    "vue": _TEMPLATE,
    "yaml": (),
}

_SCRIPT_DOUBTS: Final = frozenset(["labeled_statement", "statement_block"])
_DOUBTFUL: Final[Mapping[str, frozenset[str]]] = {
    "arduino": frozenset(["declaration"]),
    "c": frozenset(["declaration"]),
    "cpp": frozenset(["declaration"]),
    "csharp": frozenset(["local_declaration_statement", "local_function_statement"]),
    "cuda": frozenset(["declaration"]),
    "java": frozenset(["local_variable_declaration"]),
    "javascript": _SCRIPT_DOUBTS,
    "objc": frozenset(["declaration"]),
    "php": frozenset(["function_definition"]),
    "python": frozenset(["assignment"]),
    "tsx": _SCRIPT_DOUBTS,
    "typescript": _SCRIPT_DOUBTS,
}
_NOTHING: Final[frozenset[str]] = frozenset()


def contexts(grammar: str) -> tuple[Context, ...]:
    """The contexts of a grammar in the order in which they are tried."""
    if grammar == "php":
        return _PHP  # text without the opening tag is no PHP
    return _FILE + _LISTS.get(grammar, _ANY)


def doubtful(grammar: str) -> frozenset[str]:
    """The kinds of nodes that a snippet may read as without that being meant, or not only that."""
    return _DOUBTFUL.get(grammar, _NOTHING)
