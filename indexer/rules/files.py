"""Files of rules, read within bounds: whoever wrote them is not trusted."""

from __future__ import annotations

import os
import stat
from pathlib import Path

LARGEST = 1 << 20  # bytes of a file with rules


class Unread(Exception):
    """Why a file of rules is not read."""


def contents(file: Path) -> bytes:
    """The bytes of a file of rules."""
    try:
        flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
        with os.fdopen(os.open(file, flags), "rb") as opened:
            if not stat.S_ISREG(os.fstat(opened.fileno()).st_mode):
                raise Unread("is no file")
            data = opened.read(LARGEST + 1)
    except OSError as error:
        raise Unread(f"cannot be read: {error.strerror or error}") from None
    if len(data) > LARGEST:
        raise Unread(f"is larger than {LARGEST >> 20} MiB and is not read")
    return data


def lies_under(path: Path, root: Path) -> bool:
    """Whether a path leads to somewhere in a folder, links and all."""
    try:
        return path.resolve().is_relative_to(root.resolve())
    except (OSError, RuntimeError):
        return False
