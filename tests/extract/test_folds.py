"""Folds from the first row of a signature, and of scripts in quotes."""

from __future__ import annotations

import pytest

from indexer.documents import Document
from indexer.extract.section_folds import placed_folds
from indexer.extract.sections import Placed, Section
from indexer.extract.structure import Items, Spot
from indexer.languages.registry import by_name
from indexer.text.document_text import Text

SIGNATURES = {
    "python": ("@a(\n    1,\n)\ndef f(\n    b={\n        1: 2,\n    },\n):\n    return b\n", [(0, 1), (3, 8)]),
    "c": ("static int\nf(int a,\n  int b)\n{\n\treturn a;\n}\n\nint main(void)\n{\n\treturn 0;\n}\n", [(1, 4), (7, 9)]),
    "typescript": ("export const f = async (\n  a: string,\n): Promise<void> => {\n  b();\n};\n", [(0, 3)]),
    "javascript": ("class A extends mixin(\n  B,\n) {\n  c({\n    d,\n  }) {\n    e();\n  }\n}\n", [(0, 7), (3, 6)]),
    "rust": ("fn f<T>(\n    a: T,\n)\nwhere\n    T: Copy,\n    T: Clone,\n{\n    a\n}\n", [(0, 7)]),
    "go": ("package p\n\nfunc f(\n\ta int,\n) (\n\tint,\n\terror,\n) {\n\treturn a, nil\n}\n", [(2, 8)]),
    "java": ("class A {\n  @Override\n  void f(\n      int a)\n      throws B {\n    c();\n  }\n}\n", [(0, 6), (2, 5)]),
    "csharp": ("class A\n{\n    void F(\n        int a)\n    {\n        B();\n    }\n}\n", [(0, 6), (2, 5)]),
    "kotlin": ("fun f(\n    a: Int,\n    b: Int\n): Int {\n    return a\n}\n", [(0, 4)]),
    "php": ("<?php\nfunction f(\n    $a,\n    $b\n)\n{\n    return $a;\n}\n", [(1, 6)]),
    "ruby": ("def f(\n  a,\n  b\n)\n  a\nend\n", [(0, 4)]),
    "scala": ("def f(\n  a: Int,\n  b: Int\n): Int = {\n  a\n}\n", [(0, 4)]),
    "swift": ("func f(\n  a: Int,\n  b: Int\n) -> Int {\n  return a\n}\n", [(0, 4)]),
}


@pytest.mark.parametrize("language", SIGNATURES)
def test_a_signature_over_several_rows_is_one_fold_with_its_body(language: str) -> None:
    text, expected = SIGNATURES[language]
    document = Document.of(by_name(language), text.encode())
    assert [(fold.row_start, fold.row_end) for fold in document.folds()] == expected


def test_what_has_no_body_folds_as_it_is() -> None:
    document = Document.of(by_name("c"), b"int f(int a,\n      int b,\n      int c);\n")
    assert [(fold.row_start, fold.row_end) for fold in document.folds()] == [(0, 2)]


def test_scripts_in_quotes_fold_and_hold_heredocs() -> None:
    script = (
        "test_expect_success PERL 'a' '\n"  # 0
        "\tcat >b <<-\\EOF &&\n"
        "\tit {\n"
        "\tEOF\n"
        "\tc () {\n"  # 4
        "\t\techo '\\''d'\\''\n"
        "\t}\n"
        "'\n"
        "sh -c '\n"  # 8
        "  cat <<EOF\n"
        "  e\n"
        "EOF\n"
        "'\n"
        "echo '\n"  # 13
        "  cat <<EOF\n"
        "'\n"
    )
    document = Document.of(by_name("bash"), script.encode())
    assert [(fold.row_start, fold.row_end, fold.kind) for fold in document.folds()] == [
        (0, 6, "code"),
        (1, 2, "heredoc"),
        (4, 5, "code"),
        (8, 11, "code"),
        (9, 10, "heredoc"),
        (13, 14, "code"),
    ]
    assert [(symbol.kind, symbol.name, symbol.parent) for symbol in document.symbols()] == [
        ("test", "a", None),
        ("function", "c", 0),
    ]


def test_a_test_may_be_a_heredoc() -> None:
    script = "test_expect_success 'a' - <<\\EOT\n\tcat <<-\\EOF &&\n\tb\n\tEOF\n\tc () {\n\t\td\n\t}\nEOT\n"
    document = Document.of(by_name("bash"), script.encode())
    assert [(fold.row_start, fold.row_end) for fold in document.folds()] == [(0, 6), (1, 2), (4, 5)]
    assert [(symbol.kind, symbol.name) for symbol in document.symbols()] == [("test", "a"), ("function", "c")]


def test_a_row_that_two_sections_fold_from_is_one_fold() -> None:
    """A statement begins in one section, and its body, which hangs from the same row, is the next."""
    data = b"if a:\n    b\n    c\n"
    head = Section(data[:6], Items([], [Spot(0, 17, "block.if", 0, False, 17)]), 0, "python")
    body = Section(data[6:], Items([], [Spot(10, 17, "fold", 0, False, 17)]), 6, "python")
    placed = placed_folds(Text.of(data), [Placed(head, 0, 0), Placed(body, 6, 1)])
    found = [(fold.row_start + row, fold.row_end + row) for _, row, folds in placed for fold in folds]
    assert found == [(0, 2)]
