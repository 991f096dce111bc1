"""Colours for a terminal, nothing for a pipe."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from functools import cache

_CODES = {
    "bold": "1",
    "dim": "2",
    "red": "31",
    "green": "32",
    "yellow": "33",
    "blue": "34",
    "magenta": "35",
    "cyan": "36",
}


@cache
def coloured() -> bool:
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return bool(os.environ.get("FORCE_COLOR")) or sys.stdout.isatty()


def paint(text: str, *styles: str) -> str:
    if not coloured() or not text:
        return text
    return f"\x1b[{';'.join(_CODES[style] for style in styles)}m{text}\x1b[0m"


def table(rows: Sequence[tuple[str, ...]], header: tuple[str, ...]) -> None:
    """Prints columns, aligned; on a terminal the header is bold."""
    widths = [max(len(row[at]) for row in [header, *rows]) for at in range(len(header))]
    for row in [header, *rows]:
        line = "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        print(paint(line, "bold") if row is header else line)
