"""C and C++ as they are written: macros that define, what is only declared, and conditions of the preprocessor."""

from __future__ import annotations

import time

import pytest

from indexer.documents import Document
from indexer.extract.c_macros import with_macros
from indexer.extract.structure import Items
from indexer.languages.registry import by_name
from indexer.query.kinds import DECLARATIONS, DEFINITIONS
from indexer.query.parser import parse
from indexer.query.tree import Kind
from indexer.syntax.recovery.continued import without_comments_in_macros


def outline(text: str, language: str = "c") -> list[str]:
    return [f"{symbol.kind} {symbol.name}" for symbol in Document.of(by_name(language), text.encode()).symbols()]


def blocks(text: str, language: str = "c") -> list[str]:
    found = Document.of(by_name(language), text.encode()).blocks()[1]
    return [f"{block.kind} {block.row_start + 1}-{block.row_end + 1}" for block in found if block.kind != "group"]


@pytest.mark.parametrize("language", ["c", "cpp"])
def test_what_is_declared_is_told_from_what_is_defined(language: str) -> None:
    text = "int f(void);\nint f(void)\n{\n\treturn 1;\n}\nextern int x;\nint x = 1;\n"
    assert outline(text, language) == ["prototype f", "function f", "extern x", "variable x"]


def test_a_method_that_its_class_declares_is_a_method() -> None:
    text = "class A {\n  void f();\n  template <class T> void g(T);\n};\nvoid h();\ntemplate <class T> void k(T);\n"
    assert outline(text, "cpp") == ["class A", "method f", "method g", "prototype h", "prototype k"]


@pytest.mark.parametrize("language", ["c", "cpp", "csharp"])
def test_a_condition_of_the_preprocessor_is_no_if(language: str) -> None:
    text = "#if DEBUG\nclass A\n{\n};\n#else\nclass B\n{\n};\n#endif\n"
    kinds = {
        block.split()[0] for block in blocks(text if language != "c" else text.replace("class", "struct"), language)
    }
    assert "ifdef" in kinds and not kinds & {"if", "else", "elif"}


@pytest.mark.parametrize("language", ["c", "cpp"])
def test_an_include_guard_is_neither_a_macro_nor_a_condition(language: str) -> None:
    text = "/* text */\n#ifndef A_H\n#define A_H\n#define ON\n#ifdef ON\nint x;\nint y;\n#endif\n#endif\n"
    assert outline(text, language) == ["macro ON", "variable x", "variable y"]
    assert [block for block in blocks(text, language) if block.startswith("ifdef")] == ["ifdef 5-8"]


def test_a_comment_in_a_continued_macro_moves_no_name() -> None:
    text = "#define A (1 | /* one */ \\\n\tB)\n#define C(x) f(x) /* two\n rows */ \\\n\tg(x)\n"
    text += "int after(void) { return 0; }\n"
    for language in ("c", "cpp", "objc"):
        assert outline(text, language) == ["macro A", "macro C", "function after"]
    comments = Document.of(by_name("c"), text.encode()).comments()
    assert [text[span.start : span.end] for span in comments] == ["/* one */", "/* two\n rows */"]


def test_no_reader_of_damaged_c_is_slow() -> None:
    units = (
        "a(\n",
        "A(\n",
        "#define x /*\n",
        "/* */",
        "//\n",
        '"',
        "a()\n",
        "A(x)\n",
        "f(a)\nint a;\n",
        "f(a) __x __y ",
    )
    for unit in units:
        data = (unit * (60_000 // len(unit))).encode() + b"\n}"
        before = time.process_time()
        with_macros(without_comments_in_macros(data), Items([], []))
        assert time.process_time() - before < 5, unit


def test_a_query_asks_for_definitions_or_declarations() -> None:
    asked = {"is:definition": DEFINITIONS - DECLARATIONS, "is:declaration": DECLARATIONS}
    for text, kinds in asked.items():
        query = parse(text).query
        assert query is not None and isinstance(query.root, Kind) and query.root.kinds == kinds


def test_a_macro_that_loops_is_no_function() -> None:
    text = "void f() {\n  foreach (const A &a, list) {\n    x();\n  }\n  Q_FOREACH(int b, c) { y(); }\n}\n"
    text += "class A {\n  A();\n  A(int) {}\n  void g() {\n    foreach (A *a, list) {\n    }\n  }\n};\n"
    assert outline(text, "cpp") == ["function f", "class A", "method A", "method A", "method g"]


def test_names_of_cpp_that_are_more_than_a_word() -> None:
    text = "typedef A &(*F)(A &);\nstruct S {\n  operator int*();\n  operator A&() const;\n  operator bool();\n};\n"
    text += "namespace n EXPORT {\nint x;\n}\nPHP_FUNCTION(strlen) {\n}\nTEST_F(One, Two) {\n}\n"
    assert outline(text, "cpp") == [
        *("type F", "struct S", "method operator int*", "method operator A&", "method operator bool"),
        *("namespace n", "variable x", "function strlen", "test One, Two"),
    ]


def test_a_long_function_with_a_macro_for_a_head_keeps_its_variables_to_itself() -> None:
    steps = "\tif (step(one, two)) {\n\t\treturn 1;\n\t}\n\n" * 90
    head = "SYSCALL_DEFINE2(work, struct thing *, one, long, two)\n{\n\tint left = 0;\n\tlong right;\n\n"
    text = f"int before;\n\n{head}{steps}\treturn 0;\n}}\n\nint after(void)\n{{\n\treturn 0;\n}}\n"
    assert outline(text) == ["variable before", "function work", "function after"]
    assert "function 3-" + str(text.count("\n") - 5) in blocks(text)


def test_annotations_between_a_head_and_its_body_are_no_functions() -> None:
    text = (
        "static void *start(struct seq_file *seq, loff_t *pos)\n__acquires(&SB(sb)->lock)\n{\n\tint x;\n}\n\n"
        "void grp(const char *fmt, ...)\n__releases(bitlock)\n__acquires(bitlock)\n{\n\tint y;\n}\n\n"
        "main()\n{\n}\n\nSYSCALL_DEFINE1(close, int, fd)\n{\n\treturn 0;\n}\n"
    )
    assert outline(text) == ["function start", "function grp", "function main", "function close"]


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_macro_that_goes_on_with_an_annotation_does_not_swallow_the_row_below(end: str) -> None:
    """`__register(…)` on a row of its own is all that the macro says; without it, the macro would say the next row."""
    text = "#define register(s) \\\n\t__register(s, OWNER)\n\nvoid unregister(struct s *s);\n"
    text += "int __must_check last(void);\n"
    text += "static int a __ro BAD b;\n"
    document = Document.of(by_name("c"), text.replace("\n", end).encode())
    names = document.names()
    assert names is not None
    for found in (names, document.symbols()):
        assert [symbol.name for symbol in found][:3] == ["register", "unregister", "last"]
