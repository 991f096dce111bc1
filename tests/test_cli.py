"""`outcrop` as a person or a script calls it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

SOURCE = '''"""A module."""


@decorated
class Écran:
    def draw(self):
        return [
            1,
        ]
'''


def outcrop(
    *arguments: str, cwd: Path | None = None, environment: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "indexer.cli.main", *arguments]
    return subprocess.run(
        command,
        cwd=cwd,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "NO_COLOR": "1", **(environment or {})},
    )


def data(*arguments: str, cwd: Path | None = None) -> Any:
    result = outcrop(*arguments, "--json", cwd=cwd)
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "screen.py").write_text(SOURCE, "utf-8")
    (tmp_path / "run.sh").write_text("greet() {\n  cat <<EOF\nhello() {\nEOF\n}\n")
    (tmp_path / "image.bin").write_bytes(b"\x89PNG\0\0")
    (tmp_path / "node_modules").mkdir()
    (tmp_path / "node_modules" / "x.js").write_text("function ignored() {}\n")
    return tmp_path


def test_outline_has_the_shape_of_the_contract(folder: Path) -> None:
    [found] = data("outline", "screen.py", cwd=folder)["symbols"]
    [method] = found.pop("children")
    assert found == {
        "name": "Écran",
        "kind": "class",
        "file": "screen.py",
        "language": "python",
        "line_start": 4,
        "line_end": 9,
        "name_line": 5,
        "name_column": 7,
        "signature": "class Écran",
    }
    assert (method["kind"], method["name"], method["container"], method["line_start"]) == ("method", "draw", "Écran", 6)


def test_a_folder_gives_one_object_a_line_in_path_order(folder: Path) -> None:
    lines = outcrop("outline", ".", "--json", cwd=folder).stdout.splitlines()
    assert [json.loads(line)["file"] for line in lines] == ["run.sh", "screen.py"]


def test_text_output_is_for_people(folder: Path) -> None:
    result = outcrop("outline", "screen.py", cwd=folder)
    assert result.stdout.splitlines() == ["screen.py", " 4  class Écran", " 6    method draw"]


def test_folds_leave_the_closer_visible(folder: Path) -> None:
    assert data("folds", "screen.py", cwd=folder)["folds"] == [
        {"line_start": 5, "line_end": 9, "kind": "code"},
        {"line_start": 6, "line_end": 9, "kind": "code"},
        {"line_start": 7, "line_end": 8, "kind": "code"},
    ]
    assert {"line_start": 2, "line_end": 3, "kind": "heredoc"} in data("folds", "run.sh", cwd=folder)["folds"]


def test_statements_know_the_heredoc(folder: Path) -> None:
    [heredoc] = data("statements", "run.sh", cwd=folder)["heredocs"]
    assert heredoc == {
        "declaration_line": 2,
        "terminator": "EOF",
        "interpolated": True,
        "indented": False,
        "block_depth": 1,
        "block": 0,
        "statement_end_line": 2,
        "content_start_line": 3,
        "content_end_line": 3,
        "terminator_line": 4,
        "recovered": False,
    }
    assert [symbol["name"] for symbol in data("outline", "run.sh", cwd=folder)["symbols"]] == ["greet"]


def test_languages_and_doctor(folder: Path) -> None:
    known = {language["name"]: language for language in data("languages")["languages"]}
    assert known["python"]["support"] == "exact"
    assert known["cobol"]["support"] == "layout"
    assert len(known) > 172
    report = data("doctor")
    assert report["problems"] == []
    assert "cobol" in report["quarantined_grammars"]


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("outline", "missing.py"), 3, "missing.py: no such file or folder"),
        (("outline", "image.bin"), 3, "image.bin: binary file"),
        (("outline", "screen.py", "--language", "klingon"), 3, "no language is called 'klingon'"),
        (("outline",), 2, "the following arguments are required: FILE"),
        (("dance",), 2, "invalid choice: 'dance'"),
    ],
)
def test_errors_are_one_clear_line(folder: Path, arguments: tuple[str, ...], code: int, message: str) -> None:
    result = outcrop(*arguments, cwd=folder)
    assert result.returncode == code
    assert message in result.stderr.splitlines()[-1]
    assert "Traceback" not in result.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ("search", "kind:function", "src", "--limit", "1"),
        ("search", "kind:function", "--limit", "1", "src"),
        ("search", "--limit", "1", "kind:function", "src"),
        ("search", "--limit", "1", "--", "-nothing", "src"),
    ],
)
def test_options_stand_anywhere(folder: Path, arguments: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OUTCROP_CACHE_DIR", str(folder / "index"))
    (folder / "src").mkdir()
    (folder / "src" / "one.py").write_text("def one():\n    pass\n")
    result = outcrop(*arguments, cwd=folder)
    assert (result.returncode, "def one" in result.stdout) == (0, True), result.stderr


def test_nothing_found_is_exit_code_one(folder: Path) -> None:
    (folder / "empty.py").write_text("")
    assert outcrop("outline", "empty.py", cwd=folder).returncode == 1


def test_help_shows_examples() -> None:
    result = outcrop("--help")
    assert result.returncode == 0
    assert "examples:" in result.stdout
    assert "outcrop outline src" in result.stdout


def test_ignore_files_count(tmp_path: Path) -> None:
    for name in ("kept.py", "dropped.py", "sub/dropped.py", "sub/again.py", "dist/built.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("def f():\n    pass\n")
    (tmp_path / "setup.py").write_text("")  # what stands beside it tells that `dist` was built
    (tmp_path / ".gitignore").write_text("dropped.py\ndist/\n")
    (tmp_path / "sub" / ".ignore").write_text("!dropped.py\nagain.py\n")

    def listed() -> list[str]:
        lines = outcrop("outline", ".", "--json", cwd=tmp_path).stdout.splitlines()
        return [file for file in (json.loads(line)["file"] for line in lines) if file.endswith(".py")]

    everywhere = ["dropped.py", "kept.py", "setup.py", "sub/dropped.py"]
    assert listed() == everywhere, "a .gitignore outside a work tree says nothing"
    (tmp_path / ".git").mkdir()
    assert listed() == ["kept.py", "setup.py", "sub/dropped.py"]


def test_symbols_say_why_they_come_where_they_do(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    cache = {"OUTCROP_CACHE_DIR": str(tmp_path_factory.mktemp("cache"))}
    result = outcrop("symbols", "écran draw", "--explain", cwd=folder, environment=cache)
    assert result.stdout.splitlines() == [
        "method draw  screen.py:6  in Écran",
        "  score 79.94 · name: member · around: inside · kind: method",
    ]
    result = outcrop("search", "return", "--explain", cwd=folder, environment=cache)
    assert result.stdout.splitlines()[-1].strip() == "by path"


def test_a_query_without_its_quotes_gets_a_hint(folder: Path) -> None:
    result = outcrop("symbols", "écran", "draw", cwd=folder)
    assert result.stderr == "outcrop: draw: no such folder; a query of several words goes in quotes\n"
