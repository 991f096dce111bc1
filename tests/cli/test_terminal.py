"""The terminal as its users expect: editors, the picker, paging, the manual, interruptions."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from indexer.cli.editor import Place, arguments
from indexer.cli.main import _parser
from indexer.cli.manual import manual
from indexer.looking import program
from tests.cli.command import outcrop
from tests.judges import needed
from tests.paths import ROOT


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    tmp_path = tmp_path / "project"
    (tmp_path / "a b").mkdir(parents=True)
    (tmp_path / "a b" / "it's.py").write_text(
        "class Shop:\n    def open(self):\n        wanted = 1\n        return wanted\n"
    )
    (tmp_path / "-dash.py").write_text("wanted = 2\n")
    return tmp_path


PLACES = [Place("a b/it's.py", 3, 9), Place("-dash.py", 1, 1)]


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("vim", ["+call cursor(3, 9)", "a b/it's.py", "./-dash.py"]),
        ("/usr/bin/nvim -R", ["+call cursor(3, 9)", "a b/it's.py", "./-dash.py"]),
        ("emacs -nw", ["+3:9", "a b/it's.py", "+1:1", "./-dash.py"]),
        ("nano", ["+3,9", "a b/it's.py", "+1,1", "./-dash.py"]),
        ("hx", ["a b/it's.py:3:9", "./-dash.py:1:1"]),
        ("code -w", ["--goto", "a b/it's.py:3:9", "--goto", "./-dash.py:1:1"]),
        ("some-editor", ["a b/it's.py", "./-dash.py"]),
    ],
)
def test_editors_are_told_the_place_as_they_understand_it(command: str, expected: list[str]) -> None:
    given = command.split()
    assert arguments(given, PLACES) == [*given, *expected]


def test_hits_open_in_the_users_editor_and_no_shell_reads_their_names(tree: Path) -> None:
    seen = tree.parent / "seen"
    script = f"import sys; open({str(seen)!r}, 'w').write(chr(10).join(sys.argv[1:]))"
    editor = f'"{sys.executable}" -c "{script}"'
    environment = {"EDITOR": editor, "VISUAL": ""}
    result = outcrop("wanted", "--open", cwd=tree, environment=environment)
    assert (result.returncode, result.stderr) == (0, "")
    assert seen.read_text().splitlines() == ["./-dash.py", "a b/it's.py"]
    (tree / ".outcrop.toml").write_text('editor = "evil"\n')
    failed = outcrop("wanted", "--open", cwd=tree, environment={"EDITOR": "/no/such/editor", "VISUAL": ""})
    assert failed.returncode == 3 and "the editor failed" in failed.stderr and "Traceback" not in failed.stderr
    unreadable = outcrop("wanted", "--open", cwd=tree, environment={"EDITOR": 'vi "', "VISUAL": ""})
    assert unreadable.returncode == 3 and "cannot be read" in unreadable.stderr
    assert outcrop("unwanted", "--open", cwd=tree, environment=environment).returncode == 1


def test_a_picker_needs_a_terminal(tree: Path) -> None:
    result = outcrop("wanted", "-i", cwd=tree)
    assert result.returncode == 3 and "-i needs a terminal" in result.stderr


def test_the_whole_definition_is_shown_where_that_is_asked_for(tree: Path) -> None:
    shown = outcrop("kind:method", "--expand", cwd=tree).stdout.splitlines()
    assert [line.split()[0] for line in shown[1:]] == ["1-", "2:", "3-", "4-"]
    assert len(outcrop("kind:method", cwd=tree).stdout.splitlines()) == 3


def test_a_pipe_is_not_paged(tree: Path) -> None:
    (tree / "long.py").write_text("wanted\n" * 300)
    result = outcrop("wanted", "--limit", "0", cwd=tree, environment={"PAGER": "false"})
    assert result.returncode == 0 and result.stdout.count("wanted") > 300


@pytest.mark.skipif(os.name == "nt", reason="its programs are told by their endings")
@pytest.mark.parametrize("path", ["", ".", "./"])
def test_a_program_in_the_folder_is_none(path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    planted = tmp_path / "less"
    planted.write_text("#!/bin/sh\ntouch ran\n")
    planted.chmod(0o755)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", path)
    assert program("less") is None
    assert program("./less") == "./less", "somebody who says where it is means it"
    monkeypatch.setenv("PATH", str(tmp_path))
    assert program("less") == str(planted)


def test_head_ends_a_search_without_a_word(tree: Path) -> None:
    (tree / "long.py").write_text("wanted\n" * 30_000)
    command = [sys.executable, "-m", "indexer.cli.main", "wanted", "--format", "grep"]
    with subprocess.Popen(command, cwd=tree, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stderr is not None
        assert process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""


def test_the_manual_is_what_the_help_says() -> None:
    made = manual()
    assert (ROOT / "docs" / "outcrop.1").read_text("utf-8") == made, "python -m indexer.cli.manual > docs/outcrop.1"
    for name in _parser()[1]:
        assert f".SS outcrop {name}\n" in made
    page = subprocess.run(
        [needed("groff"), "-man", "-Tascii", "-ww"], input=made.encode(), capture_output=True, check=True
    )
    assert page.stderr == b"" and b"find code by its shape" in page.stdout


@pytest.mark.parametrize("key", ["Enter", "Escape", "C-c"])
def test_the_picker_in_a_terminal(tree: Path, key: str) -> None:
    program, session = needed("tmux"), f"outcrop-{os.getpid()}-{key}"  # the last one may still be ending

    def tmux(*given: str) -> str:
        command = [program, "-L", session, "-f", "/dev/null", *given]
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout

    def eventually(text: str) -> str:
        import time

        for _ in range(300):
            shown = tmux("capture-pane", "-p")
            if text in shown:
                return shown
            time.sleep(0.1)
        raise AssertionError(shown)

    done = tree.parent / "done"
    run = f"EDITOR=true {sys.executable} -m indexer.cli.main wanted -i; echo code=$? > '{done}'; cat"
    environment = ["-e", f"PYTHONPATH={ROOT}", "-e", f"OUTCROP_CACHE_DIR={tree.parent / 'cache'}"]
    tmux("new-session", "-d", "-x", "70", "-y", "16", "-c", str(tree), *environment, run)
    try:
        eventually("3/3")
        tmux("send-keys", "return")
        assert eventually("> return")  # a part of it finds the same
        tmux("resize-window", "-x", "40", "-y", "10")
        eventually("1/3")
        tmux("send-keys", key)
        for _ in range(300):
            if done.exists() and done.read_text():
                break
            eventually("")
        assert done.read_text() == f"code={0 if key == 'Enter' else 130}\n"
        assert "Traceback" not in tmux("capture-pane", "-p")
    finally:
        tmux("kill-server")


def test_a_file_where_a_name_is_expected_is_told_apart(tree: Path) -> None:
    result = outcrop("symbols", "a b/it's.py", cwd=tree)
    assert result.returncode == 1 and result.stdout == ""
    asked = """`outcrop symbols '' 'a b/it'"'"'s.py'` lists what it defines"""
    assert f"a b/it's.py is a file: {asked}" in result.stderr
    assert outcrop("symbols", "", "a b/it's.py", cwd=tree).stdout.split()[:2] == ["class", "Shop"]
    assert "is a file" not in outcrop("symbols", "nowhere.py", cwd=tree).stderr


def test_a_file_tells_the_terminal_nothing(tmp_path: Path) -> None:
    """A title, a clipboard or a cleared screen is shown as what it is written with; our own colours stay."""
    pty = pytest.importorskip("pty")
    (tmp_path / "a.py").write_bytes(b'x = "\x1b]52;c;aGk=\x07\x1b[2J\x9b" # wanted\n')
    outer, inner = pty.openpty()
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "OUTCROP_CACHE_DIR": str(tmp_path / "cache"), "TERM": "xterm"}
    command = [sys.executable, "-m", "indexer.cli.main", "wanted", "--color", "always", "a.py"]
    process = subprocess.Popen(command, cwd=tmp_path, env=environment, stdout=inner, stderr=subprocess.DEVNULL)
    os.close(inner)
    said = b""
    with suppress(OSError):  # the other end has been closed
        while part := os.read(outer, 4096):
            said += part
    os.close(outer)
    assert process.wait() == 0
    assert b"\\x1b]52;c;aGk=\\x07\\x1b[2J" in said and b"\x1b]" not in said and b"\x07" not in said
    assert b"\x1b[1;31mwanted\x1b[0m" in said
