"""What Tab adds: asked for by words, and typed into real shells."""

from __future__ import annotations

import fcntl
import os
import pty
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest

from indexer.query.fields import FIELDS
from indexer.query.kinds import KINDS
from tests.cli.command import outcrop
from tests.judges import needed
from tests.patience import PATIENCE


def words(*typed: str) -> list[str]:
    result = outcrop("completions", "words", "--", *typed)
    assert result.returncode == 0, result.stderr
    return result.stdout.split("\n")[:-1]


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        (["sear"], ["search"]),
        (["search", "kind:fun"], ["kind:function"]),
        (["lang:pyth"], ["lang:python"]),
        (["kind:function", "lang:pyth"], ["lang:python"]),
        (["search", "TODO -in:(kind:clas"], ["TODO -in:(kind:class"]),
        (["search", "--expl"], ["--explain"]),
        (["search", "TODO", "--format", ""], ["grep", "text"]),
        (["check", "--baseline", "b"], []),
        (["search", "TODO", "sr"], []),
        (["config", "val"], ["validate"]),
        (["nonsense:", "--explai"], ["--explain"]),
        ([], None),
    ],
)
def test_words(typed: list[str], expected: list[str] | None) -> None:
    found = words(*typed)
    assert found == expected if expected is not None else {"search", "replace", "symbols"} < set(found)


def test_every_field_and_kind_is_known() -> None:
    assert words("search", "") == sorted(f"{field}:" for field in FIELDS)
    assert words("search", "kind:") == sorted(f"kind:{kind}" for kind in KINDS)


def _take_terminal() -> None:
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


class Shell:
    """A shell at a terminal of its own, with `outcrop` on its path."""

    def __init__(self, folder: Path, *command: str) -> None:
        program = folder / "bin" / "outcrop"
        program.parent.mkdir()
        program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m indexer.cli.main "$@"\n')
        program.chmod(0o755)
        variables = {
            **os.environ,
            "PATH": f"{program.parent}:{os.environ['PATH']}",
            "PYTHONPATH": str(Path.cwd()),
            "HOME": str(folder),
            "TERM": "xterm",
            "PS1": "$ ",
        }
        self._parent, child = pty.openpty()
        self._process = subprocess.Popen(
            command,
            cwd=folder,
            env=variables,
            stdin=child,
            stdout=child,
            stderr=child,
            start_new_session=True,
            preexec_fn=_take_terminal,
        )
        os.close(child)
        os.set_blocking(self._parent, False)
        self.shown = ""

    def type(self, text: str) -> None:
        os.write(self._parent, text.encode())

    def wait_for(self, text: str) -> None:
        """Waits until a text was shown."""
        end = time.monotonic() + PATIENCE
        while text not in self.shown:
            assert time.monotonic() < end, f"{text!r} never came: {self.shown!r}"
            try:
                self.shown += os.read(self._parent, 65536).decode("utf-8", "replace")
            except BlockingIOError:
                time.sleep(0.02)

    def end(self) -> None:
        self._process.kill()
        self._process.wait()
        os.close(self._parent)


STARTS = {
    "bash": (["bash", "--norc", "--noprofile", "-i"], 'eval "$(outcrop completions bash)"; echo rea""dy\n'),
    "zsh": (
        ["zsh", "-f", "-i"],
        'autoload -U compinit; compinit -D -u; eval "$(outcrop completions zsh)"; echo rea""dy\n',
    ),
    "fish": (["fish", "--no-config", "-i"], "outcrop completions fish | source; echo rea''dy\n"),
}


@pytest.mark.parametrize("name", STARTS)
def test_tab_in_a_real_shell(name: str, tmp_path: Path) -> None:
    command, start = STARTS[name]
    needed(name)
    shell = Shell(tmp_path, *command)
    try:
        shell.type(start)
        shell.wait_for("ready")
        for typed, completed in (
            ("outcrop refs --lim\t", "refs --limit"),
            ("outcrop search kind:func\t", "kind:function"),
        ):
            shell.type(typed)
            shell.wait_for(completed)
            shell.type("\x15")
    finally:
        shell.end()
