"""What rules find in one text, and what a comment silences."""

from __future__ import annotations

import pytest

from indexer.rules.finding import findings_in
from indexer.rules.rule import Rule
from tests.rules.checking import candidate, found, told

PRINT = Rule("no-print", 'pattern:"print($$$A)"', "no $A", fix="log($$$A)")
LONG = Rule("long", "kind:function lines:>3", "$0 is long")
TODO = Rule("todo", "TODO is:comment", "do it")


def test_every_place_is_a_finding_with_its_message() -> None:
    text = "def f():\n    print(1, 2); print(3)\n    # TODO\n    x = print(print(4))\n"
    assert told(text, PRINT, LONG, TODO) == [
        "long:1:f",
        "no-print:2:print(1, 2)",
        "no-print:2:print(3)",
        "todo:3:TODO",
        "no-print:4:print(print(4))",
        "no-print:4:print(4)",
    ]
    assert [each.message for each in found(text, PRINT, LONG)][:2] == ["f is long", "no 1, 2"]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("kind:class", ["r:1:C"]),
        ("kind:if", ["r:3:if x:"]),
        ("is:comment", ["r:4:g()  # one"]),
        ("call:g has:comment OR kind:class", ["r:1:C"]),
        ("g one", ["r:3:if x:"]),
        ("select:file call:g", ["r:4:g"]),
        ("/g\\(/", ["r:4:g("]),
    ],
)
def test_what_is_underlined_is_never_more_than_a_line_of_a_block(query: str, expected: list[str]) -> None:
    text = "class C:\n    def f(self):\n        if x:\n            g()  # one\n            h()\n"
    assert told(text, Rule("r", query, "x")) == expected


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("a.py", "print(1)  # outcrop: ignore[no-print]\n"),
        ("a.py", "# outcrop: ignore[no-print]\nprint(1)\n"),
        ("a.py", "# outcrop: ignore[no-print]\n# outcrop: ignore[todo]\nprint(1)  # TODO\n"),
        ("a.py", "# outcrop: ignore[todo, no-print] because\nprint(1)  # TODO\n"),
        ("a.py", "def f():\n\t#outcrop:ignore[no-print]\n\tprint(\n\t1)\n"),
        ("a.js", "print(1) // outcrop: ignore[no-print]\n"),
        ("a.js", "/* outcrop: ignore[no-print] */\nprint(1)\n"),
        ("a.js", "print(1 /* outcrop: ignore[no-print] */)\n"),
        ("a.lua", "-- outcrop: ignore[no-print]\nprint(1)\n"),
        ("a.c", "void f() { print(1); /* outcrop: ignore[no-print] */ }\n"),
        ("a.html", "<!-- a -->\n<script>\n// outcrop: ignore[no-print]\nprint(1)\n</script>\n"),
        ("a.py", "print(1)  # ast-grep-ignore\n"),
        ("a.py", "# ast-grep-ignore: no-print\nprint(1)\n"),
        ("a.py", "print(1)  # outcrop: ignore[no-print]\r\n"),
    ],
)
def test_a_comment_silences_its_line_or_the_next(path: str, text: str) -> None:
    assert told(text, PRINT, TODO, path=path) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x = 1  # outcrop: ignore[no-print]\n", ["unused-ignore:1:no-print"]),
        ("print(1)  # outcrop: ignore[no-print, todo]\n", ["unused-ignore:1:todo"]),
        ("print(1)  # outcrop: ignore[nobody]\n", ["no-print:1:print(1)", "unused-ignore:1:nobody"]),
        ("print(1)  # outcrop: ignore\n", ["no-print:1:print(1)", "unused-ignore:1:outcrop: ignore"]),
        ("print(1)  # outcrop: ignore[]\n", ["no-print:1:print(1)", "unused-ignore:1:outcrop: ignore[]"]),
        ("# outcrop: ignore[no-print]\n\nprint(1)\n", ["unused-ignore:1:no-print", "no-print:3:print(1)"]),
        ("x = '# outcrop: ignore[no-print]'; print(1)\n", ["no-print:1:print(1)"]),
        ("x = 1  # ast-grep-ignore\n", []),
    ],
)
def test_a_comment_that_silences_nothing_is_a_finding(text: str, expected: list[str]) -> None:
    assert told(text, PRINT, TODO) == expected


def test_nobody_can_tell_what_is_unused_when_not_all_rules_are_asked() -> None:
    assert findings_in([PRINT], candidate("x = 1  # outcrop: ignore[todo]\n"), None).findings == []


def test_a_slow_rule_is_named_and_the_others_go_on() -> None:
    text = "print(1)\n" * 3000
    slow = Rule("slow", " OR ".join(f'pattern:"print($A, {number})"' for number in range(60)), "x")
    answer = findings_in([slow, TODO], candidate(text + "# TODO\n"), {"slow", "todo"}, seconds=-1.0)
    assert answer.slow == ["slow"]
    assert [each.rule for each in answer.findings] == ["todo"]


def test_a_shape_that_makes_no_sense_in_a_language_finds_nothing_there() -> None:
    assert told("a = 1\n", Rule("r", 'pattern:"fn $F() { $$$ }"', "x"), PRINT) == []


@pytest.mark.parametrize(
    ("files", "covered", "others"),
    [
        (("src/**",), ["src/a.py", "src/b/c.py"], ["a.py", "lib/src/a.py"]),
        (("*.py",), ["a.py", "src/a.py"], ["a.pyi"]),
        (("src/",), ["src/a.py"], ["a.py", "lib/src/a.py"]),
        (("!tests/**",), ["src/a.py"], ["tests/a.py"]),
        (("src/**", "!src/gen/**"), ["src/a.py"], ["src/gen/a.py", "b.py"]),
        (("conftest.py",), ["conftest.py", "tests/conftest.py"], ["my_conftest.py"]),
    ],
)
def test_files_say_what_a_rule_is_about(files: tuple[str, ...], covered: list[str], others: list[str]) -> None:
    rule = Rule("r", "x", "x", files=files)
    assert [path for path in [*covered, *others] if rule.covers(path)] == covered


def test_a_message_shows_what_was_found_in_one_short_line() -> None:
    rule = Rule("r", 'pattern:"print($A)"', "not $A for $5, $B, ${A}")
    (each,) = found("print([\n  1,\n" + "2, " * 100 + "])\n", rule)
    assert each.message.startswith("not [ 1, 2, 2,") and "for $5, $B, [ 1," in each.message
    assert len(each.message) < 220 and "\n" not in each.message
