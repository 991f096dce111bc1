"""The user's own editor, started for a text or at a place when the user asks for it.

Which one is said by the user's environment alone, never by what is searched, and no shell reads the names of files.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from indexer.looking import program

_MOST = 20  # files that are opened at once

# How editors are told a line and a column; any other gets the file alone.
_VI = frozenset(("vi", "vim", "nvim", "gvim", "mvim", "view", "neovim"))
_PLUS = {
    "emacs": "+{line}:{column}",
    "emacsclient": "+{line}:{column}",
    "kak": "+{line}:{column}",
    "micro": "+{line}:{column}",
    "nano": "+{line},{column}",
    "pico": "+{line}",
    "joe": "+{line}",
    "ne": "+{line},{column}",
    "mcedit": "+{line}",
    "gedit": "+{line}:{column}",
}
_COLON = frozenset(("hx", "helix", "subl", "zed", "zeditor", "lapce"))
_GOTO = frozenset(("code", "code-insiders", "codium", "cursor", "windsurf", "vscodium"))


class Place(NamedTuple):
    """Where a hit is; lines and columns from 1."""

    file: str
    line: int
    column: int


class EditorFailed(Exception):
    """The editor did not start, or did not end well."""


def edited(text: bytes, suffix: str) -> bytes:
    """A text as it is when the editor that `VISUAL` or `EDITOR` names is closed. EditorFailed, with the reason."""
    with tempfile.TemporaryDirectory(prefix="outcrop-") as folder:
        file = Path(folder, f"new{suffix}")
        file.write_bytes(text)
        try:
            _started([*_command(), str(file)])
            new = file.read_bytes()
        except OSError as error:
            raise EditorFailed(str(error)) from error
    if new.endswith(b"\n") and not text.endswith(b"\n"):  # editors add one
        return new[:-2] if new.endswith(b"\r\n") else new[:-1]
    return new


def open_places(places: Sequence[Place]) -> int:
    """Opens the editor at places, each file once, and waits for it. How many files were left out for being too many."""
    first = list({place.file: place for place in reversed(places)}.values())[::-1]
    _started(arguments(_command(), first[:_MOST]))
    return len(first) - len(first[:_MOST])


def arguments(command: Sequence[str], places: Sequence[Place]) -> list[str]:
    """The command with the places as the editor understands them."""
    name = Path(command[0]).name.lower().removesuffix(".exe").removesuffix(".cmd")
    made = list(command)
    for number, place in enumerate(places):
        file = place.file if not place.file.startswith(("-", "+")) else f"./{place.file}"
        at = {"line": place.line, "column": place.column}
        if name in _VI:
            made += [f"+call cursor({place.line}, {place.column})"] if number == 0 else []
            made.append(file)
        elif name in _PLUS:
            made += [_PLUS[name].format(**at), file]
        elif name in _COLON:
            made.append(f"{file}:{place.line}:{place.column}")
        elif name in _GOTO:
            made += ["--goto", f"{file}:{place.line}:{place.column}"]
        else:
            made.append(file)
    return made


def _command() -> list[str]:
    said = os.environ.get("VISUAL") or os.environ.get("EDITOR") or "vi"
    try:
        command = shlex.split(said)
    except ValueError as error:
        raise EditorFailed(f"EDITOR cannot be read ({error}): {said}") from error
    if not command:
        raise EditorFailed("EDITOR says nothing")
    return command


def _started(command: Sequence[str]) -> None:
    found = program(command[0])
    if found is None:
        raise EditorFailed(f"there is no program {command[0]!r}")
    try:
        subprocess.run([found, *command[1:]], check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        raise EditorFailed(str(error)) from error
