"""Definitions read from rows: what rules mean, and that no rule is slow on a long row."""

from __future__ import annotations

import time

import pytest

from indexer.extract.rows import row_definitions
from indexer.languages.profile import profile_of
from indexer.languages.registry import by_name, languages
from indexer.languages.rows import BRACES, BRACKETS, INDENT, SECTION, SEMICOLON, Rows, Rule
from indexer.query.kinds import DEFINITIONS

RULES = {each.name: rows for each in languages() if (rows := profile_of(each.name).structure.rows) is not None}
LANGUAGE = Rows(
    (
        Rule("function", rb"func[ \t]+(\w+)", BRACES),
        Rule("module", rb"module[ \t]+(\w+)", rb"endmodule\b"),
        Rule("constant", rb"const[ \t]+([^\n;]+)", each=rb"\w+"),
        Rule("type", rb"type[ \t]+(\w+)", BRACKETS),
        Rule("rule", rb"rule[ \t]+(\w+)", SEMICOLON),
        Rule("test", rb'test[ \t]+"([^"\n]*)"', INDENT),
        Rule("field", rb"(\w+)[ \t]*:", inside="module"),
        Rule("section", rb"== (\w+)", SECTION, level=2),
        Rule("section", rb"= (\w+)", SECTION, level=1),
    ),
    comment=rb"#[^\n]*",
    string=rb'"[^"\n]*"',
)


def outline(text: str, rows: Rows = LANGUAGE) -> list[str]:
    data = text.encode()
    found = []
    for item in row_definitions(rows, data):
        first, last = (data.count(b"\n", 0, at) + 1 for at in (item.start, item.end))
        found.append(f"{item.kind} {data[item.name_start : item.name_end].decode()} {first}-{last}")
    return found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("func a(x) {\n {}\n}\nfunc b();\n}", ["function a 1-3", "function b 4-4"]),
        ('# func a {\ns = "\\\nfunc c {}"\n x func d {}', ["function c 3-3"]),
        ("module a\n module b\n endmodule\nendmodule\n", ["module a 1-4", "module b 2-3"]),
        ("module open\nfunc a() {}\n", ["module open 1-1", "function a 2-2"]),
        ("const a, b\n", ["constant a 1-1", "constant b 1-1"]),
        ("const a \\\n  # b\nrule x: {;}\n | y\n ;\nz", ["constant a 1-2", "rule x 3-5"]),
        ("type A (\n a\n) -> (\n b)\ntype B\ntype C (", ["type A 1-4", "type B 5-5", "type C 6-6"]),
        ('test "one # two"\n a\n\n b\nc', ["test one # two 1-4"]),
        ("x: 1\nmodule m\n y: 2\nendmodule\n", ["module m 2-4", "field y 3-3"]),
        ("= a\n== b\n= c\n", ["section a 1-2", "section b 2-2", "section c 3-3"]),
        ("module a\r\nendmodule\r\nfunc b()\r\n{\r\n}\r\n", ["module a 1-2", "function b 3-5"]),
    ],
)
def test_a_rule_says_what_a_definition_looks_like(text: str, expected: list[str]) -> None:
    assert outline(text) == expected


@pytest.mark.parametrize("name", sorted(RULES))
def test_a_language_with_rules_is_in_the_table(name: str) -> None:
    assert by_name(name) is not None


@pytest.mark.parametrize("name", sorted(RULES))
def test_a_rule_has_a_kind_that_can_be_asked_for(name: str) -> None:
    assert RULES[name].kinds - DEFINITIONS == set(), (
        "take one of DEFINITIONS in indexer/query/kinds.py, or add it there"
    )


@pytest.mark.parametrize("name", sorted(RULES))
def test_no_rule_is_slow_on_a_long_row(name: str) -> None:
    for unit in (b" ", b"a", b"a ", b"(", b"{", b'"', b"'", b"\\", b"/*", b"[", b"a,", b":", b"=", b"%", b"a(", b"-"):
        data = unit * (50_000 // len(unit))
        before = time.process_time()
        row_definitions(RULES[name], data + b"\n" + data)
        assert time.process_time() - before < 1.25, unit  # the square of the length takes far more
