"""Where a snippet can stand in languages without braces, in data and in markup; and in all others."""

from __future__ import annotations

from typing import Final

from indexer.patterns.metavariables import QUOTED
from indexer.patterns.place import Contexts, Place, inside, parts, whole

PYTHON: Final = Contexts(
    whole(("x = ", ""), ("x: ", ""), ("", "\ndef f(): pass"), ("async def f(): ", "")),
    parts(
        ("x = {", "}"),
        ("match x:\n    ", "\n"),
        ("try: pass\n", ""),
        ("if x: pass\n", ""),
        ("try: pass\nexcept: pass\n", ""),
        ("f(", ")"),
        ("def f(", "): pass"),
        ("x = [y ", "]"),
        ("x = [", "]"),
        ("x[", "]"),
        ("from x import ", ""),
        ("import ", ""),
        ("with ", ": pass"),
        ("class X(", "): pass"),
        ("def f() ", ": pass"),
        ("x = (lambda ", ": y)"),
        ("for ", ": pass"),
        ("match x:\n    case ", ": pass\n"),
    ),
    (" pass", ": pass", "\n    pass", "\nfinally: pass"),
)
RUBY: Final = Contexts(
    whole(("x = ", ""), ("class X\n", "\nend"), ("def f\n", "\nend")),
    parts(
        ("x = { ", " }"),
        ("f(", ")"),
        ("case x\n", "\nend"),
        ("begin\n", "\nend"),
        ("def f(", ") end"),
        ("f { |", "| }"),
        ("if x\n", "\nend"),
        inside('x = "', '"', "interpolation"),
        ("class X ", "\nend"),
        ("x = [", "]"),
        ("f ", ""),
    ),
    ("\nend", " end", " }"),
)
PERL: Final = Contexts(
    whole(("sub f { ", " }"), ("$x = ", ";"), ("if (", ") {}")),
    parts(("%x = (", ");"), ("f(", ");"), ("if (x) {} ", ""), ("f {", "};"), ('$x = "', '";')),
    (";", " {}", " };"),
)
CSS: Final = Contexts(
    whole(("x { ", " }"), ("", " {}"), ("x { y: ", "; }")),
    parts(
        ("@media ", " {}"),
        ("@keyframes x { ", " }"),
        ("@import ", ";"),
        ("x", " {}"),
        ("x { y: z(", "); }"),
        ("x { y: z ", "; }"),
    ),
    (";", " {}", "{}"),
)
LUA: Final = Contexts(
    whole(("x = ", ""), ("function f() ", " end")),
    parts(
        ("x = { ", " }"),
        ("for _ in x do ", " end"),
        ("f(", ")"),
        ("function f(", ") end"),
        ("if x then ", " end"),
        ("local x", " = y"),
    ),
    (" end", " then end", " do end", " until x", " = x"),
)
SHELL: Final = Contexts(
    whole(
        ("f() { ", "; }"),
        ("x=", ""),
        inside('x="', '"', "expansion", "simple_expansion", "command_substitution"),
        ("if ", "; then :; fi"),
        ("x $(", ")"),
    ),
    parts(
        ("case x in ", " esac"),
        ("x ", ""),
        ("[[ ", " ]]"),
        ("if x; then :; ", " fi"),
        ("((", "))"),
        ("x | ", ""),
    ),
    ("; then :; fi", "; do :; done", " { :; }", " :; }", " ;;", "\nfi", "\ndone", "\nE\n"),
)
ELIXIR: Final = Contexts(
    whole(("x = ", ""), ("def f do\n", "\nend")),
    parts(
        ("case x do\n", "\nend"),
        ("fn ", " end"),
        ("f(", ")"),
        ("[", "]"),
        ("%{", "}"),
        ("f ", ""),
        inside('"', '"', "interpolation"),
        ("try do\nx\n", "\nend"),
        ("if x do\ny\n", "\nend"),
    ),
    (" do\nend", "\nend", " end"),
)
HASKELL: Final = Contexts(
    whole(("x = ", "\n"), ("x :: ", "\n"), ("x = do\n  ", "\n"), ("module X where\n", "\n")),
    parts(
        ("x = case y of\n  ", "\n"),
        ("class X a where\n  ", "\n"),
        ("instance X Y where\n  ", "\n"),
        ("x = y where\n  ", "\n"),
        ("data X = ", "\n"),
        ("data X = X ", "\n"),
        ("data X = X { ", " }\n"),
        ("f ", " = x\n"),
        ("x = [", "]\n"),
        ("x = y { ", " }\n"),
        ("import ", "\n"),
        ("x = let ", " in y\n"),
    ),
    (" = x\n", " where\n", " -> x\n", " in x\n", " of\n  x -> y\n", " :: x\n"),
)
NIX: Final = Contexts(
    whole(("x: ", ""), ("{ x = ", "; }"), ("", ": x")),
    parts(
        ("{ ", " }"),
        ("let ", " in x"),
        ("[ ", " ]"),
        ("f ", ""),
        ("{ ", " }: x"),
        inside('"', '"', "interpolation"),
        ("{ inherit ", "; }"),
    ),
    (";", " x", " in x", " else x", ": x", " }"),
)
SQL: Final = Contexts(
    whole(("", ";"), ("SELECT ", ";"), ("SELECT x FROM t WHERE ", ";")),
    parts(
        ("SELECT x ", ";"),
        ("SELECT x FROM t ", ";"),
        ("SELECT x FROM ", ";"),
        ("CREATE TABLE t (", ");"),
        ("ALTER TABLE t ", ";"),
        ("INSERT INTO t ", ";"),
        ("UPDATE t SET ", ";"),
    ),
    (";", " SELECT x;", " END;"),
)
DATA: Final = Contexts((), parts(("{", "}"), ("[", "]")), ("}", "]"))
TEMPLATE: Final = Contexts(
    whole(("<p>", "</p>")),
    (Place("<p ", "></p>", (QUOTED,), ("attribute",)), *parts(("<template>", "</template>"))),
    (">", "</p>"),
)
HCL: Final = Contexts(
    whole(("x = ", "\n"), ("x {\n", "\n}\n")),
    parts(("x = {\n", "\n}\n"), ("x = [", "]\n"), ("x = f(", ")\n"), ('x = "', '"\n')),
    ("\n", " {}\n", " {\n}\n", " = x\n"),
)
# For a grammar without a list of its own: what is common among languages, the likeliest first.
ANY: Final = Contexts(
    whole(
        ("x = ", ""),
        ("x = ", ";"),
        ("x := ", ";"),
        ("let x = ", ""),
        ("{ ", " }"),
        ("void f() { ", " }"),
        ("function f() { ", " }"),
        ("func f() { ", " }"),
        ("fn f() { ", " }"),
        ("fun f() { ", " }"),
        ("def f() { ", " }"),
        ("sub f { ", " }"),
        ("proc f() = ", ""),
        ("def f():\n    ", "\n"),
        ("def f\n", "\nend"),
        ("function f()\n", "\nend"),
        ("module M\n", "\nend"),
        ("class X { ", " }"),
        ("class X {\n void f() { ", " }\n}"),
        ("begin\n", "\nend"),
        ("begin\n", "\nend."),
        ("x { ", " }"),
        ("", " class X {}"),
    ),
    parts(
        ("[", "]"),
        ("(", ")"),
        ("f(", ")"),
        ("f(", ");"),
        ("x = { ", " }"),
        ("x = [", "]"),
        ("struct X { ", " }"),
        ("interface X { ", " }"),
        ("enum X { ", " }"),
        ("match x { ", " }"),
        ("switch (x) { ", " }"),
        ("case x of\n  ", "\n"),
        ("x: ", ""),
        ("let x: ", " = y"),
        ("void f(", ") {}"),
        ("fn f(", ") {}"),
        ("function f(", ") end"),
        ("import ", ""),
    ),
    (";", ".", " {}", " end", "\nend", "\n"),
)
