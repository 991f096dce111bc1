"""Doc comments and signatures of symbols: one convention a case, and Python's docstrings as `ast` reads them."""

from __future__ import annotations

import ast
import inspect
import warnings

import pytest

from indexer.documents import Document
from indexer.extract.doc import LIMIT
from indexer.extract.signatures import SIGNATURE
from indexer.languages.registry import by_name
from tests.corpus import module


def docs(language: str, source: str) -> dict[str, str]:
    return {symbol.name: symbol.doc for symbol in Document.of(by_name(language), source.encode()).symbols()}


def signatures(language: str, source: str) -> list[str]:
    return [symbol.signature for symbol in Document.of(by_name(language), source.encode()).symbols()]


DOCUMENTED = [
    ("python", 'def f():\n    """Says.\n\n        More.\n    """\n', "f", "Says.\n\nMore."),
    ("python", "class A:\n    'Says.'\n", "A", "Says."),
    ("python", "# No doc.\n@decorator\ndef f(): ...\n", "f", ""),
    ("python", "# No doc.\nclass A:\n    # Says.\n    x = 1\n", "x", "Says."),
    ("ruby", "# Says.\ndef f\nend\n", "f", "Says."),
    ("python", 'def f():\n    """Says.""".strip()\n', "f", ""),
    ("julia", '"""\n    f(x)\n\nSays.\n"""\nfunction f(x)\nend\n', "f", "    f(x)\n\nSays."),
    ("julia", '"Says."\nf(x) = 1\n', "f", "Says."),
    ("elixir", 'defmodule A do\n  @moduledoc "Says."\n  def f, do: 1\nend\n', "A", "Says."),
    (
        "elixir",
        'defmodule A do\n  @doc """\n  Says.\n  """\n  @spec f(\n    integer\n  ) :: integer\n  def f(x), do: x\nend\n',
        "f",
        "Says.",
    ),
    ("clojure", '(defn f "Says." [x] x)\n', "f", "Says."),
    ("clojure", '(def x "a value")\n', "x", ""),
    ("elisp", '(defun f (x)\n  "Says."\n  x)\n', "f", "Says."),
    ("rust", "/// Says.\n///\n/// ```\n/// f()\n/// ```\n#[inline]\nfn f() {}\n", "f", "Says.\n\n```\nf()\n```"),
    ("rust", "//! About the file.\nfn f() {}\n", "f", ""),
    (
        "java",
        "class A {\n    /**\n     * Says.\n     * @return x\n     */\n    int f() { return 1; }\n}\n",
        "f",
        "Says.\n@return x",
    ),
    ("c", "/* Says\n * more. */\nstatic int\nf(void)\n{\n}\n", "f", "Says\nmore."),
    ("c", "int a; /* about a */\nint b;\n", "b", ""),
    ("cpp", "//! Says.\ntemplate <class T>\nvoid f(T x);\n", "f", "Says."),
    ("csharp", "class A {\n  /// <summary>\n  /// Says.\n  /// </summary>\n  void F() {}\n}\n", "F", "Says."),
    ("go", "package a\n\n// F says.\n//\n// More.\nfunc F() {}\n", "F", "F says.\n\nMore."),
    ("javascript", "/** Says. */\nexport function f() {}\n", "f", "Says."),
    ("typescript", "class A {\n  /** Says. */\n  @dec()\n  f() {}\n}\n", "f", "Says."),
    ("ruby", "# Says.\n# More.\ndef f\nend\n", "f", "Says.\nMore."),
    ("php", "<?php\n/**\n * Says.\n */\nfunction f() {}\n", "f", "Says."),
    ("perl", "=head2 f\n\nSays.\n\n=cut\n\nsub f { 1 }\n", "f", "Says."),
    ("perl", "# Says.\nsub f { 1 }\n", "f", "Says."),
    ("lua", "--- Says.\n-- @param x\nfunction f(x)\nend\n", "f", "Says.\n@param x"),
    ("lua", "--[[ Says.\nMore. ]]\nfunction f(x)\nend\n", "f", "Says.\nMore."),
    ("r", "#' Says.\n#' @param x\nf <- function(x) x\n", "f", "Says.\n@param x"),
    ("haskell", "-- | Says.\n-- More.\nf :: Int\n  -> Int\nf x = x\n", "f", "Says.\nMore."),
    ("erlang", "%% @doc Says.\n-spec f(integer()) ->\n    integer().\nf(X) -> X.\n", "f", "@doc Says."),
    ("sql", "-- Says.\nCREATE TABLE t (a int);\n", "t", "Says."),
    ("bash", "#!/bin/sh\n# Says.\nf() {\n  :\n}\n", "f", "Says."),
    ("ocaml", "(** Says. *)\nlet f x = x\n", "f", "Says."),
    ("swift", "/// Says.\n@objc\nfunc f() {}\n", "f", "Says."),
    ("kotlin", "/**\n * Says.\n */\n@A\nfun f() {}\n", "f", "Says."),
    ("graphql", '"""\nSays.\n"""\ntype T {\n  a: Int\n}\n', "T", "Says."),
    ("vim", '" Says.\nfunction! F()\nendfunction\n', "F", "Says."),
    ("terraform", '# Says.\nvariable "x" {\n}\n', 'variable "x"', "Says."),
]


@pytest.mark.parametrize(("language", "source", "name", "expected"), DOCUMENTED)
def test_a_doc_comment_is_found_and_stripped(language: str, source: str, name: str, expected: str) -> None:
    assert docs(language, source).get(name, "no such symbol") == expected


def test_a_blank_row_separates_a_comment_from_what_follows() -> None:
    assert docs("c", "/* A section. */\n\nint f(void);\n")["f"] == ""
    assert docs("python", "# A section.\n\ndef f(): ...\n")["f"] == ""


def test_a_licence_and_a_line_are_no_doc() -> None:
    assert docs("c", "/* Copyright 2020 Somebody. */\nint f(void);\n")["f"] == ""
    assert docs("ruby", "# -----\n# Says.\n# -----\ndef f\nend\n")["f"] == "Says."
    assert docs("javascript", "//=========\nfunction f() {}\n")["f"] == ""


def test_a_long_doc_is_cut_between_characters() -> None:
    doc = docs("python", f'def f():\n    """{"é" * 5000}"""\n')["f"]
    assert doc == "é" * (LIMIT - 1) + "…"


def test_docstrings_are_those_of_the_ast() -> None:
    """Over much of Django; strings with escapes are left as written, so those are not compared."""
    compared = 0
    for path in sorted([*module("utils").glob("*.py"), *module("db/models").glob("**/*.py")]):
        data = path.read_bytes()
        ours = {symbol.name_span.start: symbol.doc for symbol in Document.of(by_name("python"), data).symbols()}
        rows = [0, *(at + 1 for at, byte in enumerate(data) if byte == 10)]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(data)
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                doc = ast.get_docstring(node, clean=False)
                start = data.index(node.name.encode(), data.index(b" ", rows[node.lineno - 1] + node.col_offset))
                if doc and "\\" not in data[start : start + 20_000].decode()[: len(doc) + 2000]:
                    compared += 1
                    theirs = "\n".join(row.rstrip() for row in inspect.cleandoc(doc).split("\n")).strip()
                    assert ours[start] == theirs or len(doc) > LIMIT, (path, node.name)
    assert compared > 500


SIGNED = [
    ("python", "@decorator(\n    1,\n)\ndef f(\n    a,  # the first\n    b=2,\n):\n    pass\n", "def f(a, b=2,)"),
    ("java", '@A("x") @B\npublic   int f(int a) {}\n', "public int f(int a)"),
    ("rust", "#[inline]\n#[must_use]\npub fn f<T>(x: T) -> T {\n    x\n}\n", "pub fn f<T>(x: T) -> T"),
    ("csharp", "class A {\n  [Fact]\n  void F() { }\n}\n", "void F()"),
    ("typescript", "@A({ b: [1] })\nclass B extends C {\n}\n", "class B extends C"),
    ("c", "static int\nf(int a /* the first */,\n  int b)\n{\n}\n", "static int f(int a, int b)"),
    ("scss", "@mixin card($a) {\n}\n", "@mixin card($a)"),
    ("php", "<?php\n#[A(1)]\nfunction f(int $a): int { return 1; }\n", "function f(int $a): int"),
]


@pytest.mark.parametrize(("language", "source", "expected"), SIGNED)
def test_a_signature_is_the_header_on_one_line(language: str, source: str, expected: str) -> None:
    assert expected in signatures(language, source)


def test_a_long_signature_is_cut_between_characters() -> None:
    (signature,) = signatures("python", f"def f({', '.join('é' * 9 for _ in range(60))}): ...\n")
    assert len(signature) == SIGNATURE and signature.endswith("…")


def test_clauses_of_one_function_are_one_symbol() -> None:
    def spans(language: str, source: str) -> list[tuple[str, int, int]]:
        found = Document.of(by_name(language), source.encode()).symbols()
        return [(symbol.name, symbol.row_start, symbol.row_end) for symbol in found]

    assert spans("erlang", "f(0) -> a;\nf(N) -> b.\n\nf(A, B) -> c.\n") == [("f", 0, 1), ("f", 3, 3)]
    assert spans("haskell", "f 0 = 1\nf n = 2\ng = 3\n") == [("f", 0, 1), ("g", 2, 2)]
    elixir = "defmodule A do\n  def f(0), do: 1\n  def f(n), do: n\n  def f(a, b), do: a\n  def f, do: 2\nend\n"
    assert spans("elixir", elixir) == [("A", 0, 5), ("f", 1, 2), ("f", 3, 3), ("f", 4, 4)]
