"""What replacing means: what is found, what a template says, layout, separators, and files that would break."""

from __future__ import annotations

from pathlib import Path

import pytest

from indexer.replace.encoded import Unwritable, file_bytes
from indexer.replace.layout import Layout
from indexer.replace.template import parse_template
from tests.replace.replacing import in_texts, on_disk, refused, replaced


def pattern(source: str) -> str:
    return 'pattern:"' + source.replace("\\", "\\\\").replace('"', '\\"') + '"'


# What is found


@pytest.mark.parametrize(
    ("query", "template", "before", "after"),
    [
        ("foo", "bar", "foo(foo)\nx foo\n", "bar(bar)\nx bar\n"),
        ('"foo bar"', "$0!", "a foo bar b\n", "a foo bar! b\n"),
        (r"/(\w+)=(\d+)/", "$2=$1", "a=1 b=22\n", "1=a 22=b\n"),
        (r"/(?P<key>\w+)=(?P<value>\d+)/", "${value}=${key}", "a=1\n", "1=a\n"),
        (r"/(a)|(b)/", "<$1$2>", "ab\n", "<a><b>\n"),
        (r"/^/", "# ", "a\nb\n", "# a\n# b\n"),
        (r"/$/", ";", "a\n\nb", "a;\n;\nb;"),
        ("call:foo", "bar", "foo = 1\nfoo(foo)\n", "foo = 1\nbar(foo)\n"),
        ('ts:"(call function: (identifier) @f) @c" lang:python', "${f}!", "x(1)\n", "x!\n"),
        ('ts:"(call function: (identifier) @f)" lang:python', "g", "f(f)\n", "g(f)\n"),
        ("foo OR bar", "<$0>", "foo bar\n", "<foo> <bar>\n"),
    ],
)
def test_what_is_found_is_replaced(query: str, template: str, before: str, after: str) -> None:
    assert in_texts({"a.py": before}, query, template).texts["a.py"] == after


@pytest.mark.parametrize(
    ("query", "after"),
    [
        ("foo is:comment", 'foo = "foo"  # X\ndef g():\n    foo()\n'),
        ("foo is:string", 'foo = "X"  # foo\ndef g():\n    foo()\n'),
        ("foo is:code", 'X = "foo"  # foo\ndef g():\n    X()\n'),
        ("foo in:g", 'foo = "foo"  # foo\ndef g():\n    X()\n'),
        ("foo -in:g", 'X = "X"  # X\ndef g():\n    foo()\n'),
        ("foo has:def", 'foo = "foo"  # foo\ndef g():\n    foo()\n'),
        ("foo lang:ruby", 'foo = "foo"  # foo\ndef g():\n    foo()\n'),
        ("foo file:a.py kind:function", 'foo = "foo"  # foo\ndef g():\n    X()\n'),
    ],
)
def test_only_where_the_rest_of_the_query_says(query: str, after: str) -> None:
    assert replaced('foo = "foo"  # foo\ndef g():\n    foo()\n', query, "X") == after


def test_a_template_that_makes_too_much_of_a_little_is_not_laid_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Layout, "laid_out", None)
    monkeypatch.setattr("indexer.replace.replacing._MOST", 10_000)
    assert replaced("x" * 11, r"/\w+/", "$0" * 1000) == "x" * 11


def test_text_in_heredocs() -> None:
    before = "a='select'\ncat <<SQL\nselect 1\nSQL\ncat <<EOF\nselect 2\nEOF\n"
    assert replaced(before, "select heredoc:SQL", "SELECT", "a.sh") == before.replace("select 1", "SELECT 1")


def test_the_case_of_letters_is_that_of_the_query_and_said() -> None:
    result = in_texts({"a.txt": "foo Foo\n"}, "foo", "bar")
    assert result.texts == {"a.txt": "bar bar\n"}
    assert result.summary.notes == ["1 of the places have letters of the other case; `case:yes` leaves those alone"]
    assert replaced("foo Foo\n", "foo case:yes", "bar") == "bar Foo\n"


@pytest.mark.parametrize(
    ("query", "template", "problems"),
    [
        ("kind:class", "x", [("query", 0, 10)]),
        ("is:comment", "", [("query", 0, 10)]),
        ("foo OR lang:c", "x", [("query", 7, 13)]),
        ("foo bar", "x", [("query", 4, 7)]),
        ("foo select:file", "x", [("query", 4, 15)]),
        ("foo (", "x", [("query", 4, 5)]),
        ("foo", "$A $1 ${x}", [("template", 0, 2), ("template", 3, 5), ("template", 6, 10)]),
        ("/(a)(b)/", "$1$2$3", [("template", 4, 6)]),
        (pattern("f($A, $$$B)"), "$A$$$B $C", [("template", 7, 9)]),
        (pattern("f($_)"), "$_", [("template", 0, 2)]),
        (pattern("f($$$)"), "g($$$)", [("template", 2, 5)]),
        ('ts:"(call) @c" lang:python', "${d}", [("template", 0, 4)]),
        (f"{pattern('f($A)')} OR {pattern('g($B)')}", "$A", [("template", 0, 2)]),
        ("foo", "x" * 100_001, [("template", 0, 100_001)]),
    ],
)
def test_problems_have_their_places(query: str, template: str, problems: list[tuple[str, int, int]]) -> None:
    assert refused(query, template) == problems


@pytest.mark.parametrize(
    ("source", "parts"),
    [
        ("", []),
        ("a$A", ["a", "<A>"]),
        ("$A$B", ["<A>", "<B>"]),
        ("${A}b", ["<A>", "b"]),
        ("$$$ARGS", ["<ARGS>"]),
        ("$$OP", ["<OP>"]),
        (r"\$A", ["$A"]),
        (r"\\$A", ["\\", "<A>"]),
        (r"\\\$A", ["\\$A"]),
        (r"\n \\ \x", [r"\n \\ \x"]),
        ("$name $Name $Ab $ $$ $-", ["$name $Name $Ab $ $$ $-"]),
        ("${x:-1} ${", ["${x:-1} ${"]),
        ("$10", ["<10>"]),
        ("${1}0", ["<1>", "0"]),
        (r"\${name}", ["${name}"]),
        ("a\r\nb\rc", ["a\nb\nc"]),
    ],
)
def test_templates(source: str, parts: list[str]) -> None:
    template, problems = parse_template(source)
    assert problems == [] and template is not None
    assert [part if isinstance(part, str) else f"<{part.name}>" for part in template.parts] == parts


# What a template that changes a part leaves of the rest


@pytest.mark.parametrize(
    ("source", "template", "before", "after"),
    [
        ("foo($A, $B)", "bar($A, $B)", "foo (a,b)\n", "bar (a,b)\n"),
        ("foo($A, $B)", "bar($A, $B)", "foo(\n    a,  # one\n    b,\n)\n", "bar(\n    a,  # one\n    b,\n)\n"),
        ("foo($A, $B)", "foo($A, x, $B)", "foo(\n    a,\n    b,\n)\n", "foo(\n    a,\n    x, b,\n)\n"),
        ("foo($A, $B)", "foo($B)", "foo(\n    a,\n    b,\n)\n", "foo(\n    b,\n)\n"),
        ("foo($A, $B)", "foo($A)", "foo(\n    a,\n    b,\n)\n", "foo(\n    a,\n)\n"),
        ("foo($$$A)", "foo($$$A, x)", "foo(a,)\nfoo(a, b)\n", "foo(a, x,)\nfoo(a, b, x)\n"),
        ("foo( $A )", "foo($A)", "foo( a )\nfoo(  b  )\n", "foo(a)\nfoo(b)\n"),
        ("$A == None", "$A is None", "x  ==  None\n", "x  is  None\n"),
        ("not $A == $B", "$A != $B", "not a == b\n", "a != b\n"),
    ],
)
def test_what_pattern_and_template_share_stays(source: str, template: str, before: str, after: str) -> None:
    assert replaced(before, pattern(source), template) == after


def test_an_else_that_no_pattern_mentions_is_not_lost() -> None:
    before = "if (a) { b(); } else { c(); }\n"
    assert replaced(before, pattern("if ($A) { $$$B }"), "if (!$A) { $$$B }", "a.js") == before.replace("(a)", "(!a)")


@pytest.mark.parametrize(
    ("source", "template", "before", "after"),
    [
        ("print($$$)", "log()", "print(s.get())\n", "log()\n"),
        ("print($$$)", "print()", "print(s.get(), (1))\n", "print()\n"),
        ("f($_, $A)", "g($A)", "f(x(1, 2), a)\n", "g(a)\n"),
        ("f($A, $_)", "g($A)", "f(a, x(1, 2))\n", "g(a)\n"),
        ("f($_, $A)", "f(1, $A)", "f(x(1,\n  2),\n  a)\n", "f(1,\n  a)\n"),
        ("$A or $A", "$A", "x[1] or x[1]\n", "x[1]\n"),
        ("f($$$, k=$A)", "f(k=$A)", "f(a(k=1), (2), k=3)\n", "f(k=3)\n"),
        ("[$_ for $A in $B]", "list($B)", "[f(x) for x in (1, 2)]\n", "list((1, 2))\n"),
    ],
)
def test_what_nobody_named_goes_as_a_whole(source: str, template: str, before: str, after: str) -> None:
    assert replaced(before, pattern(source), template) == after


def test_an_empty_template_leaves_nothing_of_a_match() -> None:
    assert replaced("if (a) { b(); } else { c(); }\nd();\n", pattern("if ($A) { $$$B }"), "", "a.js") == "d();\n"
    assert (
        replaced("def f():\n    print(s.get())\n    return 1\n", pattern("print($$$)"), "")
        == "def f():\n    return 1\n"
    )


def test_a_pattern_is_its_own_template() -> None:
    before = "foo( a,b )  # x\nfoo(\n  1,\n\n  2 ,)\n"
    result = in_texts({"a.py": before}, pattern("foo($A, $B)"), "foo($A, $B)")
    assert (result.changes, result.summary.unchanged, result.summary.total) == ({}, 2, 0)


def test_a_variable_can_come_twice_and_in_any_order() -> None:
    assert replaced("swap(a.b, c)\n", pattern("swap($A, $B)"), "$A, $B = $B, $A") == "a.b, c = c, a.b\n"


# Deleting


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("f(a, b, c)\n", "f(a, c)\n"),
        ("f(b)\n", "f()\n"),
        ("f(a, b)\n", "f(a)\n"),
        ("f(b, a)\n", "f(a)\n"),
        ("f(b, a, b)\n", "f(a)\n"),
        ("f(a, b, b)\n", "f(a)\n"),
        ("f(b, b)\n", "f()\n"),
        ("f(a, b,)\n", "f(a,)\n"),
        ("f(a, b, b,)\n", "f(a,)\n"),
        ("f(a, b, c, b, b)\n", "f(a, c)\n"),
        ("f(\n  a,\n  b,\n)\n", "f(\n  a,\n)\n"),
        ("f(\n  a,\n  b\n)\n", "f(\n  a\n)\n"),
        ("x = [a, b]\n", "x = [a]\n"),
        ("from m import a, b\n", "from m import a\n"),
        ("'a, b, c'\n", "'a, , c'\n"),
        ("# a, b\n", "# a, \n"),
        ("x = 1\nb\ny = 2\n", "x = 1\ny = 2\n"),
        ("x = 1\n    # b\n", "x = 1\n    # \n"),
    ],
)
def test_an_element_that_goes_takes_its_separator(before: str, after: str) -> None:
    assert replaced(before, r"/\bb\b/", "") == after


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("    foo();\n    bar();\n", "    bar();\n"),
        ("foo(); bar();\n", "; bar();\n"),
        ("{\n  foo();\n}\n", "{\n}\n"),
        ("x = foo() || 1;\n", "x = foo() || 1;\n"),
    ],
)
def test_a_statement_that_goes_takes_its_line_and_its_end(before: str, after: str) -> None:
    result = in_texts({"a.js": before}, pattern("foo()"), "")
    assert (before if result.problems else result.texts["a.js"]) == after


def test_rows_that_are_left_with_nothing_go() -> None:
    assert replaced("a\n  foo foo\nb\n", "foo", "", "a.txt") == "a\nb\n"
    assert replaced("a\n  foo x\nb\n", "foo", "", "a.txt") == "a\n   x\nb\n"
    assert replaced("a\nfoo", "foo", "", "a.txt") == "a\n"
    assert replaced("a\r\nfoo\r\nb\r\n", "foo", "", "a.txt") == "a\r\nb\r\n"
    assert replaced("a  \n   \nb\n", r"/[ ]+$/", "", "a.txt") == "a\n\nb\n"


@pytest.mark.parametrize(
    ("template", "after"),
    [
        ("g($A, $$$B)", "g(1)\n"),
        ("g($$$B, $A)", "g(1)\n"),
        ("g($A, $$$B, x)", "g(1, x)\n"),
        ("[$$$B]", "[]\n"),
        ("g($A)($$$B)", "g(1)()\n"),
    ],
)
def test_what_stands_for_nothing_takes_its_separator(template: str, after: str) -> None:
    assert (
        replaced(
            "f(1)\n",
            'ts:"(call arguments: (argument_list . (_) @A . (_)* @B)) @c" lang:python',
            template.replace("$$$B", "${B}").replace("$A", "${A}"),
        )
        == after
    )


# Layout


def test_lines_of_a_template_are_relative_to_the_line_of_the_match() -> None:
    before = "def f():\n    if x:\n        foo(1)\n"
    after = "def f():\n    if x:\n        if y:\n            foo(1)\n\n        else:\n            pass\n"
    template = "if y:\n    foo($A)\n\nelse:\n    pass"
    assert replaced(before, pattern("foo($A)"), template) == after


def test_captured_lines_are_indented_for_where_they_land() -> None:
    before = "class A:\n    def f(self):\n        with a:\n            if b:\n                c\n\n            d\n"
    after = "class A:\n    def f(self):\n        if b:\n            c\n\n        d\n"
    assert replaced(before, pattern("with a:\n    $$$BODY"), "$$$BODY") == after
    deeper = "class A:\n    def f(self):\n        if x:\n            with a:\n"
    deeper += "                if b:\n                    c\n\n                d\n"
    assert replaced(before, pattern("with a:\n    $$$BODY"), "if x:\n    with a:\n        $$$BODY") == deeper


def test_lines_of_strings_and_heredocs_are_not_indented() -> None:
    before = 'with a:\n    x = """\nb\n  c"""\n    y\n'
    assert replaced(before, pattern("with a:\n    $$$BODY"), "$$$BODY") == 'x = """\nb\n  c"""\ny\n'


def test_tabs_stay_tabs() -> None:
    before = "void f(void)\n{\n\tfoo(a);\n}\n"
    after = "void f(void)\n{\n\tif (x) {\n\t\tfoo(a);\n\t}\n}\n"
    assert replaced(before, pattern("foo($A);"), "if (x) {\n    foo($A);\n}", "a.c") == after


def test_line_ends_stay() -> None:
    assert replaced("a\r\nfoo(1)\r\n", pattern("foo($A)"), "bar(\n    $A\n)") == "a\r\nbar(\r\n    1\r\n)\r\n"
    assert replaced("foo\rx", "foo", "a\nb", "a.txt") == "a\rb\rx"
    assert replaced("foo", "foo", "a\nb", "a.txt") == "a\nb"


@pytest.mark.parametrize(
    ("mark", "encoding"),
    [
        (b"", "utf-8"),
        (b"\xef\xbb\xbf", "utf-8"),
        (b"\xff\xfe", "utf-16-le"),
        (b"\xfe\xff", "utf-16-be"),
        (b"", "latin-1"),
    ],
)
def test_encodings_stay(tmp_path: Path, mark: bytes, encoding: str) -> None:
    before = mark + "é = foo(1)\r\n".encode(encoding)
    (tmp_path / "a.py").write_bytes(before)
    change = on_disk(tmp_path, "foo", "bar").changes["a.py"]
    assert change.written == before.replace("foo".encode(encoding), "bar".encode(encoding))


def test_a_file_that_cannot_hold_the_new_text_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"\xe9 foo\n")
    result = on_disk(tmp_path, "foo", "€")
    assert result.problems == {"a.txt": "it is in Latin-1, which has no '€'; left alone"}
    (tmp_path / "a.txt").write_bytes(b"\xff\xfef\0o\0o\0\x00\xd8")
    assert "UTF-16-LE" in on_disk(tmp_path, "foo", "x").problems["a.txt"]
    with pytest.raises(Unwritable):
        file_bytes(b"\0", b"x")


# One in another


def test_the_outermost_is_replaced_and_the_rest_counted_and_found_again() -> None:
    result = in_texts({"a.py": "f(f(f(1)))\nf(2)\n"}, pattern("f($A)"), "g($A)")
    assert (result.texts["a.py"], result.summary.left_inside) == ("g(f(f(1)))\ng(2)\n", 2)
    result = in_texts(result.texts, pattern("f($A)"), "g($A)")
    assert (result.texts["a.py"], result.summary.left_inside) == ("g(g(f(1)))\ng(2)\n", 1)


def test_places_that_cross_are_left() -> None:
    result = in_texts({"a.txt": "abcd\n"}, "abc OR bcd", "x")
    assert (result.texts["a.txt"], result.summary.left_inside) == ("xd\n", 1)


def test_one_place_of_two_alternatives_is_one() -> None:
    result = in_texts({"a.txt": "abc\n"}, "abc OR /abc/", "x")
    assert (result.texts["a.txt"], result.summary.left_inside, result.summary.total) == ("x\n", 0, 1)


# Files that would break


@pytest.mark.parametrize(
    ("path", "before", "query", "template", "said"),
    [
        ("a.py", "foo(1)\nx = 1\n", pattern("foo($A)"), "bar($A", "line 1: the change would break the Python"),
        ("a.py", "if x:\n    foo(1)\ny = 2\n", pattern("foo($A)"), "", "line 2: the change would break the Python"),
        ("a.json", '{"a": foo}'.replace("foo", "1"), "1", "", "line 1: the change would break the JSON"),
        ("a.html", "<p>\n<script>\nfoo(1)\n</script>\n", "foo", "(", "line 3: the change would break the JavaScript"),
        ("a.md", "# A\n\n```python\nfoo(1)\n```\n", "foo", "(", "line 4: the change would break the Python"),
        ("a.c", "int f(void)\n{\n\treturn foo(1);\n}\n", "foo(1)", "foo(1", "line 3: the change would break the C"),
    ],
)
def test_a_file_that_would_break_is_reported(path: str, before: str, query: str, template: str, said: str) -> None:
    result = in_texts({path: before}, query, template)
    assert result.problems[path].startswith(said)
    assert not result.changes[path].is_allowed
    assert in_texts({path: before}, query, template, force=True).changes[path].is_allowed


def test_what_was_broken_before_is_not_judged_but_all_else_is() -> None:
    before = "def f(:\n    pass\n\ndef g():\n    foo(1)\n"
    assert not in_texts({"a.py": before}, "foo", "bar").problems
    broken_c = "int f( {\n\nint g(void)\n{\n\treturn foo(1);\n}\n"
    assert not in_texts({"a.c": broken_c}, "foo", "bar").problems


def test_one_definition_of_a_damaged_file_is_still_judged() -> None:
    before = "int a = = 1;\n\nint g(void)\n{\n\treturn foo(1);\n}\n"
    assert in_texts({"a.c": before}, "foo(1)", "foo(1").problems


def test_only_some_edits_are_judged_by_themselves() -> None:
    change = in_texts({"a.py": "a = [foo]\nb = (foo)\n"}, "foo", ")").changes["a.py"]
    assert change.broken
    assert in_texts({"a.txt": "foo foo\n"}, "foo", "x").changes["a.txt"].only([1]).new == b"foo x\n"
    first, second = change.edits
    assert change.with_edits([first._replace(new=b"1"), second._replace(new=b"2")]).problem is None
