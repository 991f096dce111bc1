"""The user's pager, for what fills more than a screen. Which one is said by the user's environment alone."""

from __future__ import annotations

import io
import os
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from indexer.cli.terminal import ERRORS, coloured
from indexer.looking import program as program_named


@contextmanager
def paged(wanted: bool = True) -> Iterator[None]:
    """Sends what is printed meanwhile through the user's pager, if a person looks and it fills more than a screen.

    The pager is the one that `PAGER` names, else `less`, which ends by itself where one screen is enough.
    """
    command: list[str] = []
    if wanted and sys.stdout.isatty():
        with suppress(ValueError):  # a quote in PAGER that nothing closes: there is none
            command = shlex.split(os.environ.get("PAGER") or "less")
    program = program_named(command[0]) if command else None
    if program is None or command[0] == "cat" or os.environ.get("TERM") == "dumb":
        yield
        return
    collected = io.StringIO()
    terminal, in_colour = sys.stdout, coloured()
    sys.stdout = _Collected(collected, in_colour)
    try:
        yield
    finally:
        sys.stdout = terminal
        text = collected.getvalue()
    if text.count("\n") < shutil.get_terminal_size().lines:
        print(text, end="")
        return
    environment = {**os.environ, "LESS": os.environ.get("LESS") or "FRX"}
    with subprocess.Popen([program, *command[1:]], stdin=subprocess.PIPE, env=environment) as pager:
        assert pager.stdin is not None
        before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the pager's now
        try:
            with suppress(BrokenPipeError):  # who looks has seen enough
                pager.stdin.write(text.encode(terminal.encoding or "utf-8", ERRORS))
            with suppress(BrokenPipeError):
                pager.stdin.close()
            pager.wait()
        finally:
            signal.signal(signal.SIGINT, before)


class _Collected(io.TextIOBase):
    """Standard output, kept until it is known how long it is; a terminal for who asks."""

    def __init__(self, into: io.StringIO, is_terminal: bool) -> None:
        self._into = into
        self._is_terminal = is_terminal

    def write(self, text: str) -> int:
        return self._into.write(text)

    def isatty(self) -> bool:
        return self._is_terminal

    def flush(self) -> None:
        pass
