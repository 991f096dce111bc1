"""The user's own editor, started for a text when the user asks for it."""

from __future__ import annotations

import os
import shlex
import subprocess
import tempfile
from pathlib import Path


class EditorFailed(Exception):
    """The editor did not start, or did not end well."""


def edited(text: bytes, suffix: str) -> bytes:
    """A text as it is when the editor that `VISUAL` or `EDITOR` names is closed. EditorFailed, with the reason."""
    command = os.environ.get("VISUAL") or os.environ.get("EDITOR") or "vi"
    with tempfile.TemporaryDirectory(prefix="outcrop-") as folder:
        file = Path(folder, f"new{suffix}")
        file.write_bytes(text)
        try:
            subprocess.run([*shlex.split(command), str(file)], check=True)
            new = file.read_bytes()
        except (OSError, ValueError, subprocess.CalledProcessError) as error:
            raise EditorFailed(str(error)) from error
    if new.endswith(b"\n") and not text.endswith(b"\n"):  # editors add one
        return new[:-2] if new.endswith(b"\r\n") else new[:-1]
    return new
