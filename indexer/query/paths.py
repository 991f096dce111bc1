"""Paths against `file:`: globs as in ignore files, or a part of the path.

A glob without a slash is about the last part of the path. One with a slash is about the whole path from the root:
`*` stays within a folder, `**` crosses folders. Text without a glob sign may stand anywhere in the path, and a slash at
its start is the start of a folder's or file's name.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from indexer.query.tree import File

_GLOB_PART = re.compile(
    r"\*\*/|/\*\*$|\*\*|\*|\?|\[(!?)((?:\\.|\]?[^\]\\])[^\]]*)\]|\{|\}|,|\\(.)|[^*?\[{},\\]+|.", re.DOTALL
)


def path_matcher(term: File) -> Callable[[str], bool]:
    """Whether a `/`-separated path, relative to the root, is one the term asks for."""
    if not term.glob:
        wanted = term.pattern.replace("\\", "/")
        if term.ignore_case:
            wanted = wanted.lower()
            return lambda path: wanted in f"/{path}".lower()
        return lambda path: wanted in f"/{path}"
    pattern = term.pattern.removeprefix("./")
    regex = _compiled(pattern.removeprefix("/"), term.ignore_case)
    if "/" in pattern:
        return lambda path: regex.fullmatch(path) is not None
    return lambda path: regex.fullmatch(path.rpartition("/")[2]) is not None


def lies_in(path: str, below: str) -> bool:
    """Whether a path is in a part of the root: a folder, which ends in a slash, a file, or all, which is ""."""
    return path.startswith(below) if below.endswith("/") else not below or path == below


@lru_cache(maxsize=256)
def _compiled(glob: str, ignore_case: bool) -> re.Pattern[str]:
    return re.compile(_regex(glob), re.IGNORECASE if ignore_case else 0)


def _regex(glob: str) -> str:
    """A regular expression for a glob. A brace that is not closed is a brace."""
    braces = glob.count("{") == glob.count("}")
    depth = 0
    out: list[str] = []
    for part in _GLOB_PART.finditer(glob):
        sign = part[0]
        if sign == "**/":
            out.append("(?:[^/]+/)*")
        elif sign == "/**":
            out.append("/.+")
        elif sign == "**":
            out.append(".*")
        elif sign == "*":
            out.append("[^/]*")
        elif sign == "?":
            out.append("[^/]")
        elif part[2] is not None:
            out.append(_character_class(part[1], part[2]))
        elif sign == "{" and braces:
            depth += 1
            out.append("(?:")
        elif sign == "}" and depth:
            depth -= 1
            out.append(")")
        elif sign == "," and depth:
            out.append("|")
        else:
            out.append(re.escape(part[3] or sign))
    return "".join(out) + ")" * depth


def _character_class(negated: str, inner: str) -> str:
    """A set of characters; a range that runs backwards is no range."""
    members: list[str] = []
    at = 0
    while at < len(inner):
        if inner[at + 1 : at + 2] == "-" and at + 2 < len(inner) and inner[at] <= inner[at + 2]:
            members.append(f"{re.escape(inner[at])}-{re.escape(inner[at + 2])}")
            at += 3
        else:
            members.append(re.escape(inner[at]))
            at += 1
    return f"(?!/)[{'^' if negated else ''}{''.join(members)}]"
