"""Shells: `source` and `.` with a path, often one that is put together from where the script lies."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import ClassVar

from indexer.graph.imports.paths import PathResolver
from indexer.graph.imports.resolver import Lead, Written

_HERE = re.compile(r"dirname|BASH_SOURCE|\$\{?0|%x|status[ -]|:A:h|:h\b|cd -P|pwd")
_QUOTES = re.compile(r"[\"']")


class ShellResolver(PathResolver):
    endings: ClassVar = ("", ".sh", ".bash", ".zsh", ".fish")
    below: ClassVar = ("",)

    def spelled(self, written: Written) -> Iterable[str]:
        path, variable = _plain(written.path)
        return (f"./{path}", path) if variable == "here" else (path,)

    def lead(self, importer: str, written: Written) -> Lead:
        found = super().lead(importer, written)
        # What a variable stands for is known only when the script runs.
        return found._replace(evidence="name") if found.files and _plain(written.path)[1] == "variable" else found


def _plain(written: str) -> tuple[str, str]:
    """A path without what a variable or a command adds before it, and what that was."""
    path = _QUOTES.sub("", written)
    if path.startswith("~"):
        return "", "variable"
    if not path.startswith(("$", "`", "(")):
        return ("", "variable") if "$" in path or "*" in path else (path, "")
    end = _end(path)
    rest = path[end:]
    if not rest.startswith("/") or "$" in rest or "`" in rest:
        return "", "variable"
    return rest.lstrip("/"), "here" if _HERE.search(path[:end]) else "variable"


def _end(path: str) -> int:
    """Where the variable or the command ends that a path begins with."""
    if path.startswith("`"):
        return path.find("`", 1) + 1
    if path[1:2] in ("(", "{") or path.startswith("("):
        opening = path[1] if path.startswith("$") else "("
        closing, depth = {"(": ")", "{": "}"}[opening], 0
        for at, mark in enumerate(path):
            depth += (mark == opening) - (mark == closing)
            if mark == closing and depth == 0:
                return at + 1
        return len(path)
    match = re.match(r"\$\w+|\$.", path)
    return match.end() if match else 0
