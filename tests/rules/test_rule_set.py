"""Rules are read from files: what each key means, and what is said of one that is wrong, with its place."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from indexer.rules.rule import Rule
from indexer.rules.rule_set import MOST_RULES, rules_for
from indexer.rules.writing import source_of
from tests.rules.checking import read, written

WHOLE = """\
[no-print]
query = 'call:print lang:python'
message = "no $0"
severity = "error"
fix = "log($0)"
files = ["src/**", "!src/gen/**"]
url = "https://example.org/no-print"
note = "because"
good = "log(1)"
bad = ["print(1)", 'print(2)']
"""


def test_all_keys_of_a_rule_are_read(tmp_path: Path) -> None:
    (rule,) = read(tmp_path, WHOLE).rules
    assert rule == Rule(
        "no-print",
        "call:print lang:python",
        "no $0",
        "error",
        "log($0)",
        ("src/**", "!src/gen/**"),
        "https://example.org/no-print",
        "because",
        ("log(1)",),
        ("print(1)", "print(2)"),
    )
    assert (rule.origin.row, rule.origin.column, rule.origin.end_column) == (0, 1, 9)


@pytest.mark.parametrize(
    ("source", "message", "line", "column", "end"),
    [
        ("[a]\nquery = 'kind:functon'\nmessage = 'x'\n", "did you mean `function`", 2, 15, 22),
        ("[a]\nmessage = 'x'\nquery = '''\nfoo kind:functon'''\n", "did you mean `function`", 4, 10, 17),
        ("[a]\nmessage = 'x'\nquery = \"ä kind:functon\"\n", "did you mean `function`", 3, 17, 24),
        ("[a]\nmessage = 'x'\nquery = \"\\u00e4 kind:functon\"\n", "did you mean `function`", 3, 9, 30),
        ("[a]\nquery = 'x'\n", "the rule has no `message`", 1, 2, 3),
        ("[a]\nquery = 'x'\nmessage = 3\n", "`message` must be a text", 3, 11, 12),
        ("[a]\nquery = 'x'\nmessage = 'x'\nseverity = 'fatal'\n", "one of error, warning", 4, 12, 19),
        ("[a]\nquery = 'x'\nmessage = 'x'\nfixx = ''\n", "did you mean `fix`?", 4, 1, 5),
        ("[a]\nquery = 'kind:class'\nmessage = 'x'\nfix = ''\n", "says where, but not what", 2, 10, 20),
        ("[a]\nquery = 'pattern:\"f($A)\"'\nmessage = 'x'\nfix = 'g($B)'\n", "called `$B`", 4, 10, 12),
        ("[a]\nquery = 'lang:python pattern:\"f(\"'\nmessage = 'x'\n", "", 2, 22, 34),
        ("[a]\nquery = 'x'\nmessage = 'x'\nfiles = ['a', '!']\n", "names no file", 4, 15, 18),
        ("[a]\nquery = 'x'\nmessage = 'x'\nfiles = ['a', '[*']\n", "`[` is not closed", 4, 15, 19),
        ("[a]\nquery = 'x'\nmessage = 'x'\nfiles = '!src/{a,b'\n", "`{` is not closed", 4, 9, 20),
        ("[a]\nquery = 'pattern:\"f($A)\"'\nmessage = 'no $B'\n", "called `$B`; it has `$A`", 3, 15, 17),
        ("[a]\nquery = '/f(x)/'\nmessage = 'no $1 $2'\n", "called `$2`; it has `$1`", 3, 18, 20),
        ("[a]\nquery = 'kind:function has:(pattern:\"f($A)\")'\nmessage = '$0 $A'\n", "called `$A`", 3, 15, 17),
        ("[a]\nquery = 'pattern:\"f($$$)\"'\nmessage = 'no $$$'\n", "`$$$` has no name", 3, 15, 18),
        ("[a]\nquery = 'x'\nmessage = 'x'\nurl = 'javascript:1'\n", "must begin with https", 4, 7, 21),
        ("['a b']\nquery = 'x'\nmessage = 'x'\n", "no name for a rule", 1, 2, 7),
        ("[unused-ignore]\nquery = 'x'\nmessage = 'x'\n", "is kept for", 1, 2, 15),
        ("a = 1\n", "`a` is no rule", 1, 1, 2),
        ("[a]\nquery = \n", "", 2, 9, 10),
    ],
)
def test_what_is_wrong_is_said_with_its_place(
    tmp_path: Path, source: str, message: str, line: int, column: int, end: int
) -> None:
    found = read(tmp_path, source)
    assert not found.rules
    (problem,) = found.problems
    assert message in problem.message
    at = problem.at
    assert (at.row + 1, at.column + 1, at.end_column + 1) == (line, column, end)
    assert at.file.endswith(".outcrop/rules/a.toml")


def test_one_broken_rule_leaves_the_others(tmp_path: Path) -> None:
    found = read(tmp_path, WHOLE + "[b]\nquery = 'kind:functon'\nmessage = ''\n")
    assert [rule.name for rule in found.rules] == ["no-print"]
    assert [problem.rule for problem in found.problems] == ["b"]


def test_the_users_own_rules_hold_where_a_folder_has_none_of_the_name(tmp_path: Path) -> None:
    own = "[rules.a]\nquery = 'mine'\nmessage = 'x'\n[rules.b]\nquery = 'mine'\nmessage = 'x'\n"
    found = read(tmp_path, "[a]\nquery = 'theirs'\nmessage = 'x'\n", own)
    assert {rule.name: rule.query for rule in found.rules} == {"a": "theirs", "b": "mine"}
    assert not found.problems


def test_a_name_is_taken_once(tmp_path: Path) -> None:
    written(tmp_path, {".outcrop/rules/b.toml": "[a]\nquery = 'x'\nmessage = 'x'\n"})
    found = read(tmp_path, "[a]\nquery = 'y'\nmessage = 'x'\n")
    assert [rule.query for rule in found.rules] == ["y"]
    (problem,) = found.problems
    assert "a.toml, line 1" in problem.message and problem.at.file.endswith("b.toml")


@pytest.mark.skipif(os.name == "nt", reason="links are not for everyone there")
@pytest.mark.parametrize("what", ["folder", "above", "file"])
def test_links_out_of_the_folder_are_not_followed(tmp_path: Path, what: str) -> None:
    outside = written(tmp_path / "outside", {"rules/a.toml": WHOLE})
    root = tmp_path / "root"
    if what == "folder":
        (root / ".outcrop").mkdir(parents=True)
        (root / ".outcrop/rules").symlink_to(outside / "rules")
    elif what == "above":
        root.mkdir()
        (root / ".outcrop").symlink_to(outside)
    else:
        (root / ".outcrop/rules").mkdir(parents=True)
        (root / ".outcrop/rules/a.toml").symlink_to(outside / "rules/a.toml")
    found = rules_for(root, tmp_path / "none")
    assert not found.rules
    assert [problem.message for problem in found.problems] == ["leads out of the folder and is not read"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names")
def test_a_pipe_keeps_nobody_waiting(tmp_path: Path) -> None:
    (tmp_path / ".outcrop/rules").mkdir(parents=True)
    os.mkfifo(tmp_path / ".outcrop/rules/a.toml")
    (problem,) = rules_for(tmp_path, tmp_path / "none").problems
    assert problem.message == "is no file"


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (b"#" * (1 << 20) + b"\n", "larger than 1 MiB"),
        (b"\xff", "not valid UTF-8"),
        (b"a = " + b"[" * 5000, "nested too deeply"),
        (b"a." * 5000 + b"a = 1", "too many parts"),
        (b"a = " + b"9" * 5000, "too many digits"),
        (b"\x00", ""),
    ],
)
def test_a_hostile_file_is_named_and_no_more(tmp_path: Path, source: bytes, message: str) -> None:
    (tmp_path / ".outcrop/rules").mkdir(parents=True)
    (tmp_path / ".outcrop/rules/a.toml").write_bytes(source)
    (problem,) = rules_for(tmp_path, tmp_path / "none").problems
    assert message in problem.message


def test_ten_thousand_rules_are_too_many_and_that_is_said(tmp_path: Path) -> None:
    source = "".join(f"[r{number}]\nquery = 'word{number}'\nmessage = 'x'\n" for number in range(10_000))
    found = read(tmp_path, source)
    assert len(found.rules) == MOST_RULES
    assert [problem.message for problem in found.problems] == ["a folder has 1,000 rules at most"]


@pytest.mark.parametrize(
    "query", ["call:eval", """pattern:"f('a')" 'b'""", 'x "\\\\n"', "a\nb '''", "\x7f'", "'", "kind:class'"]
)
def test_a_rule_that_is_written_is_read_again(tmp_path: Path, query: str) -> None:
    rule = Rule("a-b.c", query, 'mess\'age\n"two"', "error", None)
    found = read(tmp_path, source_of(rule))
    if found.rules:
        assert found.rules[0] == rule
    else:  # some are no queries, but what was written is what is read
        assert all(problem.rule == "a-b.c" for problem in found.problems)
        assert "query" in source_of(rule)


def test_a_folder_cannot_have_rules_in_its_settings(tmp_path: Path) -> None:
    from indexer.settings import load

    written(tmp_path, {".outcrop.toml": "[rules.a]\nquery = 'x'\n"})
    (problem,) = load(tmp_path).problems
    assert ".outcrop/rules/NAME.toml" in problem


def test_a_message_can_have_a_dollar_and_a_path_a_bracket(tmp_path: Path) -> None:
    source = (
        "[a]\nquery = 'pattern:\"f($A)\"'\nmessage = 'no \\$HOME for $5.00 or $A'\nfiles = ['\\[*', 'app/[id]/*']\n"
    )
    (problem,) = read(tmp_path, source).problems
    assert "`$5`" in problem.message
    (rule,) = read(tmp_path, source.replace("$5", "\\$5")).rules
    assert rule.said({"A": "x", "5": "wrong"}) == "no $HOME for $5.00 or x"
    assert rule.covers("[a.py") and rule.covers("app/i/a.ts") and not rule.covers("a.py")
