"""Paths against `file:`: globs as in ignore files, or a part of the path.

A glob without a slash is about the last part of the path. One with a slash is about the whole path from the root:
`*` stays within a folder, `**` crosses folders. Text without a glob sign may stand anywhere in the path, and a slash at
its start is the start of a folder's or file's name.

Globs become expressions for RE2, which takes no longer for many stars than for one.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from indexer.query.regexes import Regex, escape
from indexer.query.tree import File
from indexer.text.decoding import encode

_LONGEST = 1000  # characters of a glob
_NOTHING = r"[^\x{0}-\x{10ffff}]"

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
        return lambda path: regex.fullmatch(encode(path)) is not None
    return lambda path: regex.fullmatch(encode(path.rpartition("/")[2])) is not None


def problem_with_glob(pattern: str) -> str | None:
    """Why a glob cannot be used, as a sentence, or None if it can."""
    if len(pattern) > _LONGEST:
        return f"a glob has {_LONGEST:,} characters at most"
    try:
        _compiled(pattern, True)
    except ValueError:
        return "this glob is too complicated"
    return None


def left_open(glob: str) -> str | None:
    """The bracket or brace of a glob that is never closed, and so is an ordinary sign, if there is one."""
    signs = [(part[0], part[2] is not None) for part in _GLOB_PART.finditer(glob)]
    if any(sign == "[" and not is_class for sign, is_class in signs):
        return "["
    return "{" if [sign for sign, _ in signs].count("{") > [sign for sign, _ in signs].count("}") else None


def lies_in(path: str, below: str) -> bool:
    """Whether a path is in a part of the root: a folder, which ends in a slash, a file, or all, which is ""."""
    return path.startswith(below) if below.endswith("/") else not below or path == below


@lru_cache(maxsize=256)
def _compiled(glob: str, ignore_case: bool) -> Regex:
    import re2  # type: ignore[import-untyped]

    options = re2.Options()
    options.log_errors = False
    options.never_capture = True
    options.case_sensitive = not ignore_case
    try:
        regex: Regex = re2.compile(encode(f"(?s){_regex(glob)}"), options)
    except re2.error as error:
        raise ValueError(str(error)) from None
    return regex


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
            out.append(escape(part[3] or sign))
    return "".join(out) + ")" * depth


def _character_class(negated: str, inner: str) -> str:
    """A set of characters that never matches a slash; a range that runs backwards is no range."""
    ranges: list[tuple[str, str]] = [("/", "/")] if negated else []
    at = 0
    while at < len(inner):
        is_range = inner[at + 1 : at + 2] == "-" and at + 2 < len(inner) and inner[at] <= inner[at + 2]
        low, high = (inner[at], inner[at + 2]) if is_range else (inner[at], inner[at])
        crosses = not negated and low <= "/" <= high
        ranges += [(low, "."), ("0", high)] if crosses else [(low, high)]
        at += 3 if is_range else 1
    members = "".join(f"\\x{{{ord(low):x}}}-\\x{{{ord(high):x}}}" for low, high in ranges if low <= high)
    return f"[{'^' if negated else ''}{members}]" if members else _NOTHING
