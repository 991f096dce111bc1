"""`outcrop check` and `outcrop rules` as a person, a script or CI calls them."""

from __future__ import annotations

import json
import os
import subprocess
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import outcrop
from tests.git.test_changes import Work
from tests.rules.checking import written
from tests.rules.sarif_constraints import problems, published

RULES = """\
[no-print]
query = 'pattern:"print($$$A)" lang:python'
message = "use the log for `$A`"
severity = "error"
fix = "log($$$A)"
url = "https://example.org/no-print"
bad = ["print(1)"]
good = ["log(1)", "# print"]

[todo]
query = "TODO is:comment"
message = "do it"
severity = "hint"
files = ["src/**"]
"""
FILES = {
    ".outcrop/rules/a.toml": RULES,
    "src/a.py": "print(1)\nx = print(print(2))  # TODO\n",
    "src/b/c.py": "y = 1  # TODO\nprint(3)  # outcrop: ignore[no-print]\n",
    "d.js": "print(4) // TODO\n",
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("OUTCROP_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return written(tmp_path / "project", FILES)


def checked(root: Path, *arguments: str, code: int = 1) -> subprocess.CompletedProcess[str]:
    result = outcrop("check", *arguments, cwd=root)
    assert result.returncode == code, result.stdout + result.stderr
    return result


def as_data(root: Path, *arguments: str, code: int = 1) -> Any:
    return json.loads(checked(root, "--json", *arguments, code=code).stdout)


def places(data: Any) -> list[str]:
    return [f"{each['file']}:{each['line']}:{each['column']} {each['rule']}" for each in data["findings"]]


def test_it_lists_findings_one_a_line(folder: Path) -> None:
    assert checked(folder).stdout.splitlines() == [
        "src/a.py:1:1: error: use the log for `1` [no-print]",
        "src/a.py:2:5: error: use the log for `print(2)` [no-print]",
        "src/a.py:2:11: error: use the log for `2` [no-print]",
        "src/a.py:2:24: hint: do it [todo]",
        "src/b/c.py:1:10: hint: do it [todo]",
        "5 findings in 2 files by 2 rules; --fix can mend 3; 1 silenced",
    ]


def test_json_has_the_shape_of_the_contract(folder: Path) -> None:
    data = as_data(folder, "src/a.py")
    assert set(data) >= {"findings", "rules", "problems", "elapsed_ms"}
    assert data["findings"][0] == {
        "rule": "no-print",
        "severity": "error",
        "message": "use the log for `1`",
        "file": "a.py",
        "root": str(folder / "src"),
        "line": 1,
        "column": 1,
        "end_line": 1,
        "end_column": 9,
        "fix": [{"line": 1, "column": 1, "end_line": 1, "end_column": 9, "new": "log(1)"}],
    }


@pytest.mark.parametrize("where", ["project", "src", "b"])
def test_the_rules_are_those_of_the_folder_around(folder: Path, where: str) -> None:
    """Also their `files`, whichever folder has the index."""
    (folder / ".git").mkdir()
    here = {"project": folder, "src": folder / "src", "b": folder / "src/b"}[where]
    result = checked(here, str(folder / "src/b"))
    assert "c.py:1:10: hint: do it [todo]" in result.stdout


def test_one_rule_alone_and_the_grave_ones_alone(folder: Path) -> None:
    assert places(as_data(folder, "--rule", "todo")) == ["src/a.py:2:24 todo", "src/b/c.py:1:10 todo"]
    assert len(places(as_data(folder, "--severity", "warning"))) == 3
    assert "no rule is called `x`" in checked(folder, "--rule", "x", code=3).stderr


def test_nothing_found_is_0_and_no_rules_is_2(folder: Path) -> None:
    assert "nothing found by 2 rules" in checked(folder, "d.js", code=0).stdout
    (folder / ".outcrop/rules/a.toml").unlink()
    assert "there are no rules here" in checked(folder, code=2).stderr


def test_a_broken_rule_is_2_and_the_others_are_asked(folder: Path) -> None:
    written(folder, {".outcrop/rules/b.toml": "[bad]\nquery = 'kind:functon'\nmessage = 'x'\n"})
    data = as_data(folder, code=2)
    assert len(data["findings"]) == 5
    (problem,) = data["problems"]
    assert (problem["file"], problem["line"], problem["column"]) == (".outcrop/rules/b.toml", 2, 15)
    assert ".outcrop/rules/b.toml:2:15: unknown kind" in checked(folder, code=2).stderr


def test_fixes_are_written_and_what_is_left_is_told(folder: Path) -> None:
    result = checked(folder, "--fix")
    assert (folder / "src/a.py").read_text() == "log(1)\nx = log(log(2))  # TODO\n"
    assert (folder / "src/b/c.py").read_text() == FILES["src/b/c.py"]
    assert "src/a.py: fixed" in result.stderr
    assert result.stdout.splitlines()[-1] == "2 findings in 2 files by 2 rules; 1 silenced"


def test_a_fix_that_would_break_the_code_is_not_written(folder: Path) -> None:
    broken = RULES.replace('"log($$$A)"', '"log($$$A"')
    written(folder, {".outcrop/rules/a.toml": broken})
    result = checked(folder, "--fix")
    assert (folder / "src/a.py").read_text() == FILES["src/a.py"]
    assert "would break the Python" in result.stderr


def test_fixes_that_undo_each_other_come_to_an_end(folder: Path) -> None:
    rules = "".join(
        f"[{name}]\nquery = 'pattern:\"{name}($A)\"'\nmessage = 'x'\nfix = '{other}($A)'\n"
        for name, other in (("ping", "pong"), ("pong", "ping"))
    )
    written(folder, {".outcrop/rules/a.toml": rules, "src/a.py": "ping(1)\n"})
    checked(folder, "--fix")
    assert (folder / "src/a.py").read_text() in ("ping(1)\n", "pong(1)\n")


def test_comments_that_silence_nothing_go_with_fix(folder: Path) -> None:
    text = "x = 1  # outcrop: ignore[no-print]\n# outcrop: ignore[todo]\ny = 2\n"
    written(folder, {"src/a.py": text})
    assert len(as_data(folder, "src/a.py")["findings"]) == 2
    checked(folder, "--fix", "src/a.py", code=0)
    assert (folder / "src/a.py").read_text() == "x = 1\ny = 2\n"


def test_examples_are_run(folder: Path) -> None:
    assert checked(folder, "--test", code=0).stdout == "3 examples of 2 rules, 0 failed; 1 rule without\n"
    wrong = RULES.replace('bad = ["print(1)"]', 'bad = ["log(1)", "print(1)"]').replace('"# print"', '"x\\nprint(1)"')
    written(folder, {".outcrop/rules/a.toml": wrong + 'bad = "x"\n'})
    lines = checked(folder, "--test").stdout.splitlines()
    assert [line.partition(": ")[2] for line in lines[:-1]] == [
        "no-print: bad example 1: nothing is found in it",
        "no-print: good example 2: something is found in it, line 2",
        "todo: bad example 1: it is in no language: add `lang:` to the query or `files`",
    ]


def test_a_baseline_lets_only_new_findings_count(folder: Path) -> None:
    baseline = folder / "known.json"
    checked(folder, "--baseline", str(baseline), "--write-baseline", code=0)
    assert "5 known to the baseline" in checked(folder, "--baseline", "known.json", code=0).stdout
    written(folder, {"src/a.py": "\n\nprint(1)\nprint(1)\nx = print(print(2))  # TODO\n"})
    assert places(as_data(folder, "--baseline", "known.json")) == ["src/a.py:4:1 no-print"]
    assert places(as_data(folder / "src", "--baseline", "../known.json")) == ["a.py:4:1 no-print"]


@pytest.mark.parametrize(
    "text", ["", "[]", '{"version": 9, "findings": {}}', '{"version": 1, "findings": [1]}', "\x00"]
)
def test_what_is_no_baseline_is_said(folder: Path, text: str) -> None:
    written(folder, {"known.json": text})
    assert "known.json: is" in checked(folder, "--baseline", "known.json", code=3).stderr


def test_sarif_is_valid(folder: Path) -> None:
    written(folder, {".outcrop/rules/b.toml": "[bad]\nquery = 'kind:functon'\nmessage = 'x'\n"})
    log = json.loads(checked(folder, "--format", "sarif", code=2).stdout)
    assert problems(log) == []
    (run,) = log["runs"]
    first = run["results"][0]
    assert first["ruleId"] == run["tool"]["driver"]["rules"][first["ruleIndex"]]["id"] == "no-print"
    assert first["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "src/a.py"
    assert first["fixes"][0]["artifactChanges"][0]["replacements"][0]["insertedContent"]["text"] == "log(1)"
    assert not run["invocations"][0]["executionSuccessful"]


def test_sarif_is_valid_by_the_published_schema(folder: Path) -> None:
    schema = published()
    written(folder, {".outcrop/rules/b.toml": "[bad]\nquery = 'kind:functon'\nmessage = 'x'\n"})
    logs = [json.loads(checked(folder, "--format", "sarif", code=2).stdout)]
    outcrop("check", "--baseline", "known.json", "--write-baseline", cwd=folder)
    logs.append(json.loads(outcrop("check", "--baseline", "known.json", "--format", "sarif", cwd=folder).stdout))
    logs.append(json.loads(outcrop("check", "--rule", "todo", "--format", "sarif", cwd=folder).stdout))
    for log in logs:
        assert problems(log, schema) == []
    logs[0]["runs"][0]["results"][0]["level"] = "fatal"
    assert problems(logs[0], schema) != []


def test_github_and_junit(folder: Path) -> None:
    lines = checked(folder, "--format", "github").stdout.splitlines()
    assert lines[0] == ("::error file=src/a.py,line=1,endLine=1,col=1,endColumn=9,title=no-print::use the log for `1`")
    assert lines[-1].startswith("::notice file=src/b/c.py,line=1,")
    suites = ElementTree.fromstring(checked(folder, "--format", "junit").stdout)
    assert suites.get("failures") == "5"
    assert [suite.get("name") for suite in suites] == ["src/a.py", "src/b/c.py"]


@pytest.mark.skipif(os.name == "nt", reason="such names cannot be there")
@pytest.mark.parametrize("form", ["text", "json", "sarif", "github", "junit"])
def test_names_and_code_steer_nobody(folder: Path, form: str) -> None:
    """Line ends, escapes and signs of each form in the names of files, in messages and in code."""
    name = "src/a\n::error file=x::y\x1b[31m\r%0A,title=<\"&>'.py"
    message = "m\\n::error::x $A \\u001b[31m <b> & % ]]>"
    written(
        folder,
        {
            name: "print('''\n::set-output name=a::b\x1b\x01''')\n",
            ".outcrop/rules/a.toml": RULES.replace("use the log for `$A`", message),
        },
    )
    out = checked(folder, "--format", form, "--rule", "no-print").stdout
    assert "\x1b" not in out and "\x01" not in out and "\r" not in out
    if form == "sarif":
        assert problems(json.loads(out)) == []
    elif form == "junit":
        found = ElementTree.fromstring(out)
        assert all(suite.get("name") for suite in found)
    elif form in ("github", "text"):
        lines = out.splitlines()
        assert len(lines) == 4 + (form == "text")
        assert all(line.startswith("::error file=src/") for line in lines) or form == "text"
        assert all(line.count("::") == 2 for line in lines if form == "github" and "x" not in line)


def test_rules_are_listed_and_written(folder: Path) -> None:
    assert outcrop("rules", cwd=folder).stdout.splitlines()[1].split() == [
        *("no-print", "error", "fix", "use", "the", "log", "for", "`$A`"),
    ]
    result = outcrop("rules", "new", "no-eval", "call:eval lang:python", "--message", "no eval", cwd=folder / "src")
    assert result.returncode == 0, result.stderr
    data = json.loads(outcrop("rules", "--json", cwd=folder).stdout)
    assert [rule["name"] for rule in data["rules"]] == ["no-eval", "no-print", "todo"]
    assert data["rules"][0]["query"] == "call:eval lang:python"
    again = outcrop("rules", "new", "no-eval", "call:eval", cwd=folder)
    assert again.returncode == 3 and "already" in again.stderr
    wrong = outcrop("rules", "new", "wrong", "kind:functon", cwd=folder)
    assert wrong.returncode == 2 and "did you mean `function`" in wrong.stderr
    for name in ("../up", "a/b", "", "-x", "a b"):
        assert outcrop("rules", "new", "--", name, "x", cwd=folder).returncode != 0
    assert sorted(path.name for path in (folder / ".outcrop/rules").iterdir()) == ["a.toml", "no-eval.toml"]


def test_the_index_leaves_out_no_finding(folder: Path) -> None:
    """What is found through the index is what is found in each file alone."""
    every = {place.partition(":")[0] for place in places(as_data(folder))}
    assert every == {"src/a.py", "src/b/c.py"}
    alone = [place for file in sorted(every) for place in places(as_data(folder, file))]
    assert len(alone) == len(places(as_data(folder)))


LONG = """\

[long]
query = "kind:function lines:>2"
message = "long"
"""


def test_only_what_changed_is_checked(folder: Path) -> None:
    functions = "def f():\n    x = 1\n    return x\n\n\ndef g():\n    y = 1\n    return y\n"
    work = Work(folder)
    work.write(".outcrop/rules/a.toml", RULES + LONG)
    work.write("sgconfig.yml", "ruleDirs: [rules]\n")
    work.write("rules/a.yml", "id: one\nlanguage: Python\nmessage: one\nrule: {pattern: print($A)}\n")
    work.write("src/f.py", functions)
    work.commit()
    assert places(as_data(folder, "--changed", code=0)) == []
    work.write("src/a.py", "print(1)\nprint(5)\nx = print(print(2))  # TODO\n")
    work.write("src/f.py", functions.replace("y = 1", "y = 2"))
    expected = ["src/a.py:2:1 no-print", "src/a.py:2:1 one", "src/f.py:6:5 long"]
    assert places(as_data(folder, "--changed")) == expected
    assert places(as_data(folder, "--changed", "main")) == expected
    assert places(as_data(folder, "--changed", "staged", code=0)) == []
    assert "no revision `mian`, did you mean `main`?" in checked(folder, "--changed", "mian", code=3).stderr
    assert "takes one revision" in checked(folder, "--changed", "a..b..c", code=3).stderr
    assert "last common commit" in checked(folder, "--changed", "a...b", code=3).stderr
    checked(folder, "--changed", "main", "--fix", "--rule", "no-print", code=0)
    assert (folder / "src/a.py").read_text() == "print(1)\nlog(5)\nx = print(print(2))  # TODO\n"


def test_a_rule_that_cannot_be_asked_without_git_is_told(folder: Path) -> None:
    written(folder, {".outcrop/rules/a.toml": '[new]\nquery = "changed:"\nmessage = "new"\n'})
    assert "the rule `new` cannot be asked: " in checked(folder, "--rule", "new", code=3).stderr


@pytest.mark.parametrize(
    ("files", "arguments", "code", "said"),
    [
        ({"a.py": "x\n"}, (), 2, "has neither .outcrop/rules/*.toml nor sgconfig.yml"),
        ({".outcrop/rules/a.yml": "id: a\n"}, (), 2, "a.yml: is not read: rules here are TOML"),
        (
            {".outcrop/rules/a.toml": "[rules.a]\nquery = 'x'\nmessage = 'x'\n"},
            (),
            2,
            "a.toml:1:2: only the user's own settings have rules as `[rules.NAME]`",
        ),
        ({".outcrop/rules/a.toml": RULES}, ("--baseline", "none.json"), 3, "--write-baseline writes it"),
        (
            {".outcrop/rules/a.toml": "[a]\nquery = 'x'\nmessage = 'x'\nfiles = '*.py'\n", "a.py": "x\n"},
            ("--fix",),
            1,
            "nothing of what is left can be fixed",
        ),
    ],
)
def test_a_wrong_guess_is_answered(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    files: dict[str, str],
    arguments: tuple[str, ...],
    code: int,
    said: str,
) -> None:
    monkeypatch.setenv("OUTCROP_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    root = written(tmp_path / "project", files)
    (root / ".git").mkdir()
    assert said in checked(root, *arguments, code=code).stderr
