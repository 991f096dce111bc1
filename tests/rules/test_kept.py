"""What a check found is kept beside the index, and is told again only where nothing that it depends on has changed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from indexer.cli.main import main
from indexer.rules import checking, kept
from tests.git.test_changes import Work
from tests.rules.checking import written

RULES = """\
[no-print]
query = 'lang:python pattern:"print($$$A)"'
message = "use the log for `$A`"
fix = "log($$$A)"
url = "https://example.org"

[todo]
query = "lang:python TODO is:comment"
message = "do it"
severity = "hint"
files = ["src/**"]
"""
FILES = {
    ".outcrop/rules/a.toml": RULES,
    "src/a.py": "print(1)\nx = print(print('ä'))  # TODO\n",
    "src/b.py": "y = 1  # outcrop: ignore[todo]\nprint(3)  # outcrop: ignore[no-print]\n",
    "c.py": "print(4)  # TODO\n",
    "d.py": "nothing = 1\n",
}
Checked = Callable[..., tuple[Any, list[str]]]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("OUTCROP_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return written(tmp_path / "project", FILES)


@pytest.fixture
def check(folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Checked:
    """Checks the folder; the findings as JSON, and the files that had to be asked for them."""
    asked: list[str] = []
    real = checking.findings_in

    def findings_in(rules: Any, candidate: Any, *rest: Any) -> Any:
        asked.append(candidate.path)
        return real(rules, candidate, *rest)

    monkeypatch.setattr(checking, "findings_in", findings_in)

    def checked(*arguments: str, path: Path = folder) -> tuple[Any, list[str]]:
        asked.clear()
        capsys.readouterr()
        main(["check", "--json", str(path), *arguments])
        data = json.loads(capsys.readouterr().out)
        data.pop("elapsed_ms")
        return data, list(asked)

    return checked


def memories(folder: Path) -> list[Path]:
    return sorted((folder.parent / "cache").glob("*/findings-*"))


def test_the_second_check_asks_no_file_and_tells_the_same(check: Checked, folder: Path) -> None:
    first, asked = check()
    assert {"c.py", "src/a.py", "src/b.py"} <= set(asked)
    assert {each["rule"] for each in first["findings"]} == {"no-print", "todo", "unused-ignore"}
    assert check() == (first, [])


def test_a_file_that_changed_is_asked_and_no_other(check: Checked, folder: Path) -> None:
    check()
    (folder / "src/a.py").write_text("print(2)\n")
    (folder / "d.py").write_text("print(5)\n")
    second, asked = check()
    assert asked == ["d.py", "src/a.py"]
    assert [each["line"] for each in second["findings"] if each["file"] in ("src/a.py", "d.py")] == [1, 1]
    assert check() == (second, [])
    (folder / "c.py").unlink()
    third, asked = check()
    assert not asked
    assert "c.py" not in {each["file"] for each in third["findings"]}


def test_a_file_that_moved_is_asked_since_rules_may_say_which_files_they_are_about(
    check: Checked, folder: Path
) -> None:
    check()
    (folder / "c.py").rename(folder / "src/c.py")
    found, asked = check()
    assert asked == ["src/c.py"]
    assert [each["rule"] for each in found["findings"] if each["file"] == "src/c.py"] == ["no-print", "todo"]


@pytest.mark.parametrize("old, new", [("print($$$A)", "log($$$A)"), ("use the log", "use it"), ('"hint"', '"error"')])
def test_a_rule_that_changed_is_asked_again(check: Checked, folder: Path, old: str, new: str) -> None:
    first, _ = check()
    (folder / ".outcrop/rules/a.toml").write_text(RULES.replace(old, new))
    second, _ = check()
    assert second["findings"] != first["findings"]
    (folder / ".outcrop/rules/a.toml").write_text(RULES)
    assert check() == (first, [])


def test_a_part_of_the_folder_and_chosen_rules_are_told_of_alone(check: Checked, folder: Path) -> None:
    whole, _ = check()
    part, asked = check(path=folder / "src")
    assert not asked
    assert len(part["findings"]) == sum(each["file"].startswith("src/") for each in whole["findings"])
    chosen, _ = check("--rule", "todo")
    assert {each["rule"] for each in chosen["findings"]} == {"todo"}
    assert check() == (whole, [])


def test_what_was_kept_of_a_part_does_not_stand_for_the_whole(check: Checked, folder: Path) -> None:
    main(["index", str(folder)])
    check(path=folder / "src")
    whole, asked = check()
    assert "c.py" in asked
    assert not {"src/a.py", "src/b.py"} & set(asked)
    assert check() == (whole, [])


def test_fixes_are_written_of_what_was_kept(check: Checked, folder: Path) -> None:
    check()
    check("--fix")
    assert (folder / "c.py").read_text() == "log(4)  # TODO\n"
    found, asked = check()
    assert asked == ["c.py", "src/a.py", "src/b.py"]
    assert {each["rule"] for each in found["findings"]} == {"todo"}


@pytest.mark.parametrize("damage", ["cut", "flipped", "nonsense", "other types"])
def test_damage_leads_to_asking_again(check: Checked, folder: Path, damage: str) -> None:
    import zlib

    first, _ = check()
    (file,) = memories(folder)
    data = file.read_bytes()
    body = data[8:]
    if damage == "cut":
        data = data[: len(data) // 2]
    elif damage == "flipped":
        at = data.index(b"use the log")
        data = data[:at] + b"U" + data[at + 1 :]
    elif damage == "nonsense":
        data = b"[" * 100_000
    else:
        body = body.replace(b'"no-print"', b'["no-print"]')
        data = b"%08x" % zlib.crc32(body) + body
    file.write_bytes(data)
    second = check()
    assert second[0] == first
    assert second[1]


def test_rules_that_ask_what_changed_are_asked_each_time(check: Checked, folder: Path, tmp_path: Path) -> None:
    work = Work(folder)
    work.commit()
    (folder / ".outcrop/rules/b.toml").write_text("[new]\nquery = 'lang:python changed: nothing'\nmessage = 'new'\n")
    assert not [each for each in check()[0]["findings"] if each["rule"] == "new"]
    (folder / "d.py").write_text("nothing = 2\n")
    assert [each["file"] for each in check()[0]["findings"] if each["rule"] == "new"] == ["d.py"]
    work.commit()
    assert not [each for each in check()[0]["findings"] if each["rule"] == "new"]
    assert not memories(folder)


def test_what_is_kept_is_bounded(check: Checked, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "_FILES", 2)
    for number in range(4):
        (folder / ".outcrop/rules/a.toml").write_text(RULES.replace("do it", f"do it {number}"))
        check()
    assert len(memories(folder)) == 2
    monkeypatch.setattr(kept, "_BYTES", 100)
    (folder / ".outcrop/rules/a.toml").write_text(RULES.replace("do it", "do it at last"))
    first, asked = check()
    assert asked
    assert check() == (first, asked)
