"""References of one real-looking file a language, against a list checked by eye.

The sources are those of the outlines; tests/cases/references/GRAMMAR.references has a line for each reference: line and
column of the name, kind, name, and the symbol it lies in. OUTCROP_UPDATE_CASES=1 rewrites the expectations.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from indexer.documents import Document
from indexer.languages.detect import detect
from indexer.languages.registry import by_name
from indexer.model import Reference
from tests.corpus import module
from tests.paths import CASES

EXPECTED = sorted((CASES / "references").glob("*.references"))


def references_in(language: str, source: str) -> list[Reference]:
    return Document.of(by_name(language), source.encode()).references()


def names(language: str, source: str) -> list[tuple[str, str]]:
    return [(reference.kind, reference.name) for reference in references_in(language, source)]


@pytest.mark.parametrize("expected", EXPECTED, ids=lambda path: path.stem)
def test_references(expected: Path) -> None:
    (source,) = (path for path in (CASES / "outline").glob(f"{expected.stem}.*") if path.suffix != ".outline")
    data = source.read_bytes()
    document = Document.of(detect(str(source), data[:8192]), data)
    symbols = document.symbols()
    lines = []
    for reference in document.references():
        column = len(data[document.text.lines[reference.row] : reference.span.start].decode()) + 1
        inside = "" if reference.symbol is None else f" in {symbols[reference.symbol].name}"
        lines.append(f"{reference.row + 1}:{column} {reference.kind} {reference.name}{inside}\n")
        assert data[reference.span.start : reference.span.end].decode() == reference.name
    if os.environ.get("OUTCROP_UPDATE_CASES"):
        expected.write_text("".join(lines), "utf-8")
    assert "".join(lines) == expected.read_text("utf-8")


def test_nothing_in_comments_strings_and_heredocs() -> None:
    assert names("python", 'f("g(1)")  # h(2)\n"""\nimport os\n"""\n') == [("call", "f")]
    assert names("bash", "cat <<EOF\nls -l\nEOF\n# rm x\n") == [("call", "cat")]
    assert names("php", "<?php\nf(<<<A\ng();\nA);\n// h();\n") == [("call", "f")]
    assert names("ruby", "f(<<~A)\n  g(1)\nA\n# h(1)\n") == [("call", "f")]
    assert names("perl", "f(<<'A');\ng(1);\nA\n# h(1)\n") == [("call", "f")]
    assert names("javascript", "f(`a g(1)`) // h(1)\n/* i(1) */\n") == [("call", "f")]


def test_an_import_is_its_path_without_quotes() -> None:
    assert names("c", '#include <stdio.h>\n#include "a/b.h"\n') == [("import", "stdio.h"), ("import", "a/b.h")]
    assert names("go", 'package a\n\nimport "net/http"\n') == [("import", "net/http")]
    assert names("javascript", "import x from './x.js';\n") == [("import", "x"), ("import", "./x.js")]
    assert names("python", "from ..a import b as c\n") == [("import", "..a"), ("import", "b")]


def test_a_name_in_its_own_definition_is_no_reference() -> None:
    assert names("go", "package a\n\ntype T struct{}\n") == []
    assert names("elixir", "def add(a, b) do\n  sub(a, b)\nend\n") == [("call", "sub")]
    assert names("julia", "function Base.show(io)\n    print(io)\nend\n") == [("call", "print")]


def test_a_type_parameter_is_no_reference_where_it_is_declared() -> None:
    assert names("java", "class A<T> { T x; }\n") == [("type", "T")]
    assert names("typescript", "type A<T> = T\n") == [("type", "T")]


def test_a_form_that_is_commented_out_has_no_references() -> None:
    assert names("clojure", "#_(f 1)\n(g 2)\n") == [("call", "g")]


def test_the_innermost_symbol_holds_a_reference() -> None:
    source = "class A:\n    def m(self):\n        f()\n\n    x = g()\n\nh()\n"
    document = Document.of(by_name("python"), source.encode())
    symbols = document.symbols()
    held = {r.name: None if r.symbol is None else symbols[r.symbol].name for r in document.references()}
    assert held == {"f": "m", "g": "x", "h": None}


def test_composed_types_are_told_apart() -> None:
    found = names("python", "def f(a: dict[str, b.C] | None, d: 'E') -> Callable[[F], G]: ...\n")
    assert found == [("type", name) for name in ("dict", "str", "C", "Callable", "F", "G")]


def test_a_call_inside_a_composed_type_is_one_reference() -> None:
    found = names("python", "x: Annotated[int, Field(1)] | None = g()\n")
    assert found == [("type", "Annotated"), ("type", "int"), ("call", "Field"), ("call", "g")]


def test_references_of_real_code_are_in_order_and_inside_their_symbols() -> None:
    for path in sorted(module("utils").glob("[a-m]*.py")):
        document = Document.of(by_name("python"), path.read_bytes())
        symbols = document.symbols()
        found = document.references()
        assert found, path
        assert [r.span.start for r in found] == sorted({r.span.start for r in found})
        for reference in found:
            if reference.symbol is not None:
                around = symbols[reference.symbol].span
                assert around.start <= reference.span.start < reference.span.end <= around.end
