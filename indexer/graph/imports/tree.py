"""The files of a root, as who follows imports asks for them: by path, by folder, by the end of a path.

Paths are relative to the root, with "/". None that leaves the root is ever made, so none is followed.
"""

from __future__ import annotations

import json
import posixpath
import re
import tomllib
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from indexer.lazy import lazy

# What says how a project is laid out is short; what is longer was written by a program, or to be in the way.
MOST_BYTES = 1 << 20
_MOST_NESTING = 200
_JSON_NOISE = re.compile(r'("(?:[^"\\\n]|\\.)*")|//[^\n]*|/\*.*?(?:\*/|\Z)|,(?=\s*[}\]])', re.DOTALL)


class Tree:
    """The files of one root, and what those among them say that are read as facts."""

    def __init__(self, paths: Iterable[str], read: Callable[[str], bytes | None]) -> None:
        self.paths = dict.fromkeys(paths)
        self.read = read
        self._facts: dict[tuple[str, str], Any] = {}

    def __contains__(self, path: str) -> bool:
        return path in self.paths

    @lazy
    def folders(self) -> dict[str, list[str]]:
        """The files of each folder by its path, "" for the root; also of those that have folders alone."""
        found: dict[str, list[str]] = {"": []}
        for path in self.paths:
            folder = path.rpartition("/")[0]
            known = found.get(folder)
            if known is None:
                known = found[folder] = []
                above = folder.rpartition("/")[0]
                while above not in found:
                    found[above] = []
                    above = above.rpartition("/")[0]
            known.append(path)
        return found

    @lazy
    def _named(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for path in self.paths:
            found.setdefault(path.rpartition("/")[2], []).append(path)
        return found

    @lazy
    def _folders_named(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for folder in self.folders:
            found.setdefault(folder.rpartition("/")[2], []).append(folder)
        return found

    def named(self, name: str) -> Sequence[str]:
        """The files of a name, wherever they lie."""
        return self._named.get(name, ())

    def ending(self, suffix: str) -> list[str]:
        """The files whose path ends with these words."""
        named = self.named(suffix.rpartition("/")[2])
        return [path for path in named if path == suffix or path.endswith(f"/{suffix}")] if "/" in suffix else [*named]

    def folders_ending(self, suffix: str) -> list[str]:
        """The folders whose path ends with these words."""
        named = self._folders_named.get(suffix.rpartition("/")[2], ())
        return [path for path in named if path == suffix or path.endswith(f"/{suffix}")]

    def text(self, path: str) -> str | None:
        """What a short file says."""
        data = self.read(path) if path in self.paths else None
        return None if data is None or len(data) > MOST_BYTES else data.decode("utf-8", "replace")

    def json(self, path: str) -> dict[str, Any]:
        """An object that a file has, with comments and commas too many left out; nothing where it has none."""
        return self._fact("json", path, _json)

    def toml(self, path: str) -> dict[str, Any]:
        return self._fact("toml", path, _toml)

    def _fact(self, what: str, path: str, read: Callable[[str], Any]) -> dict[str, Any]:
        if (what, path) not in self._facts:
            text = self.text(path)
            try:
                found = None if text is None else read(text)
            except (ValueError, RecursionError):  # it is not what its name says
                found = None
            self._facts[what, path] = found if isinstance(found, dict) else {}
        known: dict[str, Any] = self._facts[what, path]
        return known


def _json(text: str) -> Any:
    if max(text.count("{"), text.count("[")) > _MOST_NESTING and _nesting(text) > _MOST_NESTING:
        return None
    try:
        return json.loads(text)
    except ValueError:
        return json.loads(_JSON_NOISE.sub(lambda match: match[1] or "", text.lstrip("\ufeff")))


def _toml(text: str) -> Any:
    return None if _nesting(text) > _MOST_NESTING else tomllib.loads(text)


def _nesting(text: str) -> int:
    depth = most = 0
    for mark in re.findall(r"[\[\]{}]", text):
        depth += 1 if mark in "[{" else -1
        most = max(most, depth)
    return most


def joined(folder: str, written: str) -> str | None:
    """Where a relative path leads from a folder; None where it leaves the root."""
    path = posixpath.normpath(posixpath.join(folder, written)) if "\0" not in written else ".."
    if path == "." or path == "":
        return ""
    return None if path == ".." or path.startswith(("../", "/")) else path


def folder_of(path: str) -> str:
    return path.rpartition("/")[0]


def above(path: str) -> list[str]:
    """The folders that a file or a folder lies in, the nearest first, the root last."""
    found = []
    while path:
        path = path.rpartition("/")[0]
        found.append(path)
    return found


def shared(one: str, other: str) -> int:
    """How many folders two paths have in common."""
    count = 0
    for left, right in zip(one.split("/")[:-1], other.split("/")[:-1], strict=False):
        if left != right:
            break
        count += 1
    return count


def nearest(importer: str, candidates: Sequence[str]) -> list[str]:
    """Of the files that an import may mean those nearest to where it stands; of those the least deep."""
    if len(candidates) < 2:
        return [*candidates]
    rank = {path: (-shared(importer, path), path.count("/")) for path in candidates}
    best = min(rank.values())
    return [path for path in candidates if rank[path] == best]
