"""A program in a terminal: keys go in, the screen comes out. The terminal is tmux."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from tests.editors.editor import installed, until
from tests.patience import PATIENCE


class Terminal:
    def __init__(self, folder: Path, where: Path, variables: dict[str, str], command: Sequence[str]) -> None:
        self._tmux = [str(installed("tmux")), "-S", str(folder / "tmux"), "-f", "/dev/null"]
        size = ["-x", "160", "-y", "50"]
        started = [*self._tmux, "new-session", "-d", *size, *command]
        subprocess.run(started, cwd=where, env=variables, check=True)
        self.process = int(self._ask("display-message", "-p", "#{pane_pid}"))

    def _ask(self, *words: str) -> str:
        return subprocess.run([*self._tmux, *words], capture_output=True, text=True, check=True).stdout

    def press(self, *keys: str) -> None:
        self._ask("send-keys", *keys)

    def type(self, text: str) -> None:
        self._ask("send-keys", "-l", text)

    def screen(self) -> str:
        return self._ask("capture-pane", "-p")

    def until(self, what: str, ask: Callable[[], Any], seconds: float = PATIENCE) -> None:
        try:
            until(what, ask, seconds)
        except AssertionError as error:
            raise AssertionError(f"{error}\n{self.screen()}") from None

    def end(self) -> None:
        self._ask("kill-server")
