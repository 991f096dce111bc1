"""`outcrop replace` as a person, a script or CI calls it."""

from __future__ import annotations

import json
import os
import pty
import select
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import outcrop
from tests.judges import needed
from tests.patience import PATIENCE

FILES = {"a.py": "old(1, 2)\n", "sub/b.py": "x = old(old(3, 4), 5)\nold(6, 7)\n", "c.txt": "nothing\n"}
QUERY, TEMPLATE = 'pattern:"old($A, $B)"', "new($B, $A)"
AFTER = {"a.py": "new(2, 1)\n", "sub/b.py": "x = new(5, old(3, 4))\nnew(7, 6)\n", "c.txt": "nothing\n"}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("OUTCROP_CACHE_DIR", str(tmp_path / "cache"))
    root = tmp_path / "project"
    for name, text in FILES.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return root


def texts(root: Path) -> dict[str, str]:
    return {name: (root / name).read_text() for name in FILES}


def as_data(root: Path, *arguments: str, code: int = 0) -> Any:
    result = outcrop("replace", *arguments, "--json", cwd=root)
    assert result.returncode == code, result.stderr
    return json.loads(result.stdout)


def test_it_shows_what_would_change_and_writes_nothing(folder: Path) -> None:
    result = outcrop("replace", QUERY, TEMPLATE, cwd=folder)
    assert result.returncode == 0
    assert result.stdout.split("\n") == [
        "a.py",
        "1 - old(1, 2)",
        "1 + new(2, 1)",
        "",
        "sub/b.py",
        "1 - x = old(old(3, 4), 5)",
        "1 + x = new(5, old(3, 4))",
        "2 - old(6, 7)",
        "2 + new(7, 6)",
        "",
        "3 replacements in 2 files, nothing was written; --write writes",
        "",
    ]
    assert result.stderr == "outcrop: 1 match inside others left for another run\n"
    assert texts(folder) == FILES


def test_colours_mark_what_differs(folder: Path) -> None:
    result = outcrop("replace", '"old(1"', "new(1", "a.py", "--color", "always", cwd=folder)
    assert "\x1b[31m\x1b[0m" not in result.stdout
    assert "\x1b[1;31mold\x1b[0m" in result.stdout and "\x1b[1;32mnew\x1b[0m" in result.stdout


def test_it_writes(folder: Path) -> None:
    result = outcrop("replace", QUERY, TEMPLATE, "--write", cwd=folder)
    assert result.returncode == 0
    assert result.stdout.split("\n")[-2] == "3 replacements in 2 files: 2 files written"
    assert texts(folder) == AFTER
    again = outcrop("search", '"new(" case:yes', "--count", cwd=folder)
    assert again.stdout == "3\n"  # the index knows the new text


def test_only_in_the_files_and_folders_that_are_named(folder: Path) -> None:
    assert outcrop("replace", QUERY, TEMPLATE, "a.py", "--write", cwd=folder).returncode == 0
    assert texts(folder) == {**FILES, "a.py": AFTER["a.py"]}
    found = as_data(folder, QUERY, TEMPLATE, "sub", "sub/b.py")
    assert [file["file"] for file in found["files"]] == ["b.py"]


def test_data_has_the_shape_of_the_contract(folder: Path) -> None:
    found = as_data(folder, QUERY, TEMPLATE, "a.py")
    assert found == {
        "query": QUERY,
        "template": TEMPLATE,
        "files": [
            {
                "file": "a.py",
                "root": str(folder),
                "edits": [
                    {"line": 1, "column": 1, "end_line": 1, "end_column": 10, "old": "old(1, 2)", "new": "new(2, 1)"}
                ],
                "written": False,
            }
        ],
        "total": 1,
        "left_inside": 0,
        "problems": [],
        "warnings": [],
    }
    assert as_data(folder, QUERY, TEMPLATE, "--write")["left_inside"] == 1
    assert texts(folder) == AFTER


def test_problems_exit_with_2_and_their_place(folder: Path) -> None:
    found = as_data(folder, QUERY, "new($C)", code=2)
    (problem,) = found["problems"]
    assert (problem["in"], problem["start"], problem["end"], found["files"]) == ("template", 4, 6, [])
    result = outcrop("replace", "kind:class", "x", cwd=folder)
    assert (result.returncode, result.stderr.split("\n")[1:3]) == (2, ["  kind:class", "  ^^^^^^^^^^"])


def test_nothing_to_replace_exits_with_1_and_says_why(folder: Path) -> None:
    result = outcrop("replace", "nowhere", "x", cwd=folder)
    assert (result.returncode, result.stdout) == (1, "nothing to replace\n")
    result = outcrop("replace", f"{QUERY} lang:rust", "x", cwd=folder)
    assert "no file here is in `lang:rust`" in result.stderr
    result = outcrop("replace", QUERY, "old($A, $B)", cwd=folder)
    assert (result.returncode, result.stdout) == (1, "nothing to replace: 3 matches read so already\n")


def test_check_is_for_ci(folder: Path) -> None:
    result = outcrop("replace", QUERY, TEMPLATE, "--check", cwd=folder)
    assert (result.returncode, result.stdout.split("\n")[:2]) == (
        1,
        ["a.py: 1 replacement", "sub/b.py: 2 replacements"],
    )
    assert outcrop("replace", "nowhere", "x", "--check", cwd=folder).returncode == 0
    assert texts(folder) == FILES


def test_a_file_that_would_break_is_left_alone_and_the_others_are_written(folder: Path) -> None:
    (folder / "d.txt").write_text("old(6, 7)\n")
    found = as_data(folder, '"old(6"', "new((6", "--write", code=3)
    assert {file["file"]: file["written"] for file in found["files"]} == {"d.txt": True, "sub/b.py": False}
    (problem,) = [file["problem"] for file in found["files"] if "problem" in file]
    assert problem.startswith("line 2: the change would break the Python")
    assert texts(folder) == FILES
    assert outcrop("replace", '"old(6"', "new((6", "--write", "--force", cwd=folder).returncode == 0
    assert (folder / "sub/b.py").read_text() == FILES["sub/b.py"].replace("old(6", "new((6")


def test_the_patch_is_what_git_applies_also_in_a_subfolder(folder: Path) -> None:
    git("init", "-q", cwd=folder)
    for place in (folder, folder / "sub"):
        result = outcrop("replace", QUERY, TEMPLATE, "--diff", cwd=place)
        assert result.returncode == 0
        git("apply", "-", cwd=place, given=result.stdout)
        (folder / "sub/a.py").unlink(missing_ok=True)
        assert (folder / "sub/b.py").read_text() == AFTER["sub/b.py"]
        (folder / "sub/b.py").write_text(FILES["sub/b.py"])


def git(*arguments: str, cwd: Path, given: str = "") -> str:
    needed("git")
    done = subprocess.run(["git", *arguments], cwd=cwd, input=given, text=True, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def answered(root: Path, keys: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "indexer.cli.main", "replace", QUERY, TEMPLATE, "--interactive"]
    return subprocess.run(
        command,
        cwd=root,
        input="".join(f"{key}\n" for key in keys),
        text=True,
        capture_output=True,
        check=False,
        env={**os.environ, "NO_COLOR": "1", **environment},
    )


@pytest.mark.parametrize(
    ("keys", "changed"),
    [
        ("yyy", ["new(2, 1)", "new(5, old(3, 4))", "new(7, 6)"]),
        ("nyn", ["new(5, old(3, 4))"]),
        ("na", ["new(5, old(3, 4))", "new(7, 6)"]),
        ("A", ["new(2, 1)", "new(5, old(3, 4))", "new(7, 6)"]),
        ("yq", ["new(2, 1)"]),
        ("?xy", ["new(2, 1)"]),
        ("nyq", ["new(5, old(3, 4))"]),
        ("", []),
    ],
)
def test_asking_about_each_place(folder: Path, keys: str, changed: list[str]) -> None:
    answered(folder, keys)
    now = "".join(texts(folder).values())
    assert [text for text in ("new(2, 1)", "new(5, old(3, 4))", "new(7, 6)") if text in now] == changed


def test_the_new_text_can_be_written_in_an_editor(folder: Path) -> None:
    editor = folder.parent / "editor.sh"
    editor.write_text("#!/bin/sh\nprintf 'mine(1)\\n' > \"$1\"\n")
    editor.chmod(0o755)
    answered(folder, "eyq", EDITOR=str(editor), VISUAL="")
    assert texts(folder)["a.py"] == "mine(1)\n"


def test_an_editor_that_fails_changes_nothing(folder: Path) -> None:
    result = answered(folder, "eyq", EDITOR="false", VISUAL="")
    assert "the editor failed" in result.stdout
    assert texts(folder)["a.py"] == AFTER["a.py"]


def test_at_a_terminal_one_key_is_enough(folder: Path) -> None:
    main, other = pty.openpty()
    command = [sys.executable, "-m", "indexer.cli.main", "replace", QUERY, TEMPLATE, "--interactive"]
    process = subprocess.Popen(command, cwd=folder, stdin=other, stdout=other, stderr=other, close_fds=True)
    os.close(other)
    seen = b""
    until = time.monotonic() + PATIENCE
    for key in (b"n", b"y", b"n"):
        while seen.count(b"[y,n,a,A,e,q,?] ") < 1:
            assert time.monotonic() < until, seen
            if select.select([main], [], [], 1)[0]:
                seen += os.read(main, 4096)
        seen = b""
        os.write(main, key)
    assert process.wait(PATIENCE) == 0
    os.close(main)
    assert texts(folder) == {**FILES, "sub/b.py": "x = new(5, old(3, 4))\nold(6, 7)\n"}
