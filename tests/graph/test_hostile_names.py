"""Texts that somebody wrote to hold whoever asks what their names mean: time grows with them, not with their square."""

from __future__ import annotations

import re
import time

import pytest

from indexer.documents import Document
from indexer.graph.bindings import names_of
from indexer.graph.use_sites import uses_at
from indexer.languages.registry import by_name

_SECONDS = 6.0  # of the processor; what is meant takes a part of a second, the square half a minute


def _numbered(written: str, between: str, count: int) -> str:
    return between.join(written.replace("#", str(number)) for number in range(count))


_HOSTILE = {
    "attributes": ("python", "x = a" + ".b" * 20_000 + "\n"),
    "calls": ("python", "x = a" + ".b()" * 10_000 + "\n"),
    "a sum": ("python", "x = " + _numbered("a.b#", " + ", 10_000) + "\n"),
    "a list": ("python", f"x = [{_numbered('a.b#', ', ', 10_000)}]\n"),
    "imports": ("python", _numbered("import m#\n", "", 20_000)),
    "imported names": ("python", f"from m import ({_numbered('n#', ', ', 20_000)})\n"),
    "a large class": ("python", "class C:\n" + _numbered("    def m#(self):\n        self.m#()\n", "", 5_000)),
    "callbacks": ("javascript", "x = a" + ".then(r => r.b)" * 5_000 + ";\n"),
    "short keys": ("javascript", f"x = {{{_numbered('a#: b#, c#', ', ', 5_000)}}};\n"),
    "a union": ("typescript", f"type X = {_numbered('A#', ' | ', 10_000)};\n"),
    "a literal": ("go", f"package a\n\nvar x = []T{{{_numbered('{b: c#}', ', ', 5_000)}}}\n"),
    "calls in calls": ("java", "class A { void f() { " + "g(" * 10_000 + "1" + ")" * 10_000 + "; } }\n"),
    "conditions": ("c", "int f(int a) { " + _numbered("if (a == A#) return b#;", " else ", 5_000) + " }\n"),
    "a path": ("rust", f"fn f() {{ {_numbered('b#', '::', 10_000)}; }}\n"),
    "concatenation": ("php", f"<?php $x = {_numbered('$a#', ' . ', 10_000)};\n"),
    "branches": ("php", "<?php " + "if ($a) { $b = 1; " * 2_000 + "}" * 2_000),
    "messages": ("ruby", "x = a" + ".b" * 10_000 + "\n"),
}


@pytest.mark.parametrize("what", list(_HOSTILE))
def test_names_that_take_long(what: str) -> None:
    language, text = _HOSTILE[what]
    data = text.encode()
    document = Document.of(by_name(language), data)
    assert document.code_root() is not None  # parsers have limits of their own
    begin = time.process_time()
    assert names_of(document) is not None
    uses_at(document, [word.start() for word in re.finditer(rb"[A-Za-z_]\w*", data)])
    assert time.process_time() - begin < _SECONDS


def test_what_is_not_that_deep_is_known_all_the_same() -> None:
    """A long chain of calls, and conditions behind each other, as programs that write code make them."""
    chain = "def f(a):\n    return a" + ".b()" * 100 + ".last\n"
    [use] = uses_at(Document.of(by_name("python"), chain.encode()), [chain.index("last")])
    assert use is not None and use.name == "last"
    conditions = f"int f(int a) {{ {_numbered('if (a == #) return a;', ' else ', 200)} }}\n"
    [use] = uses_at(Document.of(by_name("c"), conditions.encode()), [conditions.rindex("a;")])
    assert use is not None and use.name == "a"
