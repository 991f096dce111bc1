"""Ignore files: what one of them says about the files and folders beside and below it.

The patterns are git's. The last one that matches decides; `!` takes back. A pattern with a slash in it is about one
place, one without is about names anywhere below; one that ends with a slash is about folders alone. What lies in an
ignored folder is never asked about, so a pattern has to match a path itself and not what is above it.

Most patterns are a name or an ending and cost a look into a table; the others are joined into one regular expression.
"""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path
from typing import NamedTuple

_LARGEST = 512 * 1024  # bytes of a file that decides on others; what comes after them does not count
_STAR, _STARS = "*", "**"
_Range = tuple[str, str]
_POSIX_CLASSES: dict[str, list[_Range]] = {
    "alnum": [("0", "9"), ("A", "Z"), ("a", "z")],
    "alpha": [("A", "Z"), ("a", "z")],
    "blank": [(" ", " "), ("\t", "\t")],
    "cntrl": [("\x00", "\x1f"), ("\x7f", "\x7f")],
    "digit": [("0", "9")],
    "graph": [("!", "~")],
    "lower": [("a", "z")],
    "print": [(" ", "~")],
    "punct": [("!", "/"), (":", "@"), ("[", "`"), ("{", "~")],
    "space": [("\t", "\r"), (" ", " ")],
    "upper": [("A", "Z")],
    "xdigit": [("0", "9"), ("A", "F"), ("a", "f")],
}


def read_rules(path: str | Path) -> bytes | None:
    """What is in a file that decides on others; None where it cannot be read, or is a pipe or a device without end."""
    try:
        number = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except (OSError, ValueError):
        return None
    with open(number, "rb") as file:  # noqa: PTH123
        if not stat.S_ISREG(os.fstat(number).st_mode):
            return None
        try:
            data = file.read(_LARGEST + 1)
        except OSError:
            return None
    return data if len(data) <= _LARGEST else data[: data.rfind(b"\n", 0, _LARGEST) + 1]


class _Malformed(Exception):
    """A pattern that matches nothing: git passes over it without a word."""


class _Glob(NamedTuple):
    literal: str | None  # the text it stands for, if it has no wildcard
    ending: str | None  # `.ext`, if it is `*.ext`
    expression: str


class Table:
    """The patterns of an ignore file that can be about a file, or those that can be about a folder."""

    __slots__ = ("endings", "name_globs", "names", "path_globs", "places")

    def __init__(self) -> None:
        self.names: dict[str, int] = {}
        self.endings: dict[str, int] = {}
        self.places: dict[str, dict[str, int]] = {}  # folder, with a slash at its end, then name
        self.name_globs: _Globs | None = None
        self.path_globs: _Globs | None = None

    def __bool__(self) -> bool:
        return bool(self.names or self.endings or self.places or self.name_globs or self.path_globs)


class IgnoreRules:
    """The patterns of one ignore file, ready to be asked."""

    __slots__ = ("files", "folders", "ignores")

    def __init__(self, text: str) -> None:
        self.files = Table()
        self.folders = Table()
        self.ignores: list[bool] = []  # for each pattern whether it ignores or takes back
        names: list[tuple[int, bool, _Glob]] = []
        paths: list[tuple[int, bool, _Glob]] = []
        for line in text.removeprefix("\ufeff").split("\n"):
            pattern = _without_trailing_spaces(line.removesuffix("\r"))
            if not pattern or pattern.startswith("#"):
                continue
            takes_back = pattern.startswith("!")
            pattern = pattern.removeprefix("!")
            folders_only = pattern.endswith("/")
            pattern = pattern.removesuffix("/")
            anywhere = pattern.removeprefix("**/")
            if "/" in pattern and "/" not in anywhere and anywhere != "**":
                pattern = anywhere
            about_names = "/" not in pattern
            if pattern.startswith("//"):
                continue  # no path begins with a slash
            try:
                glob = _glob(pattern.removeprefix("/"))
            except _Malformed:
                continue
            (names if about_names else paths).append((len(self.ignores), folders_only, glob))
            self.ignores.append(not takes_back)
        for table, of_folders in ((self.files, False), (self.folders, True)):
            _fill(table, [(at, glob) for at, only, glob in names if of_folders or not only], False)
            _fill(table, [(at, glob) for at, only, glob in paths if of_folders or not only], True)

    @classmethod
    def read(cls, path: str) -> IgnoreRules | None:
        """The rules in a file; None when it has none or cannot be read."""
        data = read_rules(path)
        rules = cls(data.decode("utf-8", "surrogateescape")) if data else None
        return rules if rules is not None and rules.ignores else None

    def cover(self, path: str) -> bool:
        """Whether they ignore a path, or a folder that it lies in."""
        folder = ""
        *above, name = path.split("/")
        for part in above:
            if Placed(self, folder, of_folders=True).decide(part):
                return True
            folder += f"{part}/"
        return bool(Placed(self, folder, of_folders=False).decide(name))


class Placed:
    """What an ignore file says about the files, or about the folders, of one folder."""

    __slots__ = ("_endings", "_folder", "_here", "_ignores", "_name_globs", "_names", "_path_globs")

    def __init__(self, rules: IgnoreRules, folder: str, of_folders: bool) -> None:
        table = rules.folders if of_folders else rules.files
        self._ignores = rules.ignores
        self._folder = folder
        self._names = table.names
        self._endings = table.endings
        self._here = table.places.get(folder)
        self._name_globs = table.name_globs
        self._path_globs = table.path_globs

    def decide(self, name: str) -> bool | None:
        """Whether a name is ignored (True), taken back (False) or not spoken of."""
        last = self._names.get(name, -1)
        if self._endings and (dot := name.rfind(".")) >= 0 and (found := self._endings.get(name[dot:], -1)) > last:
            last = found
        if self._here is not None and (found := self._here.get(name, -1)) > last:
            last = found
        if self._name_globs is not None and (found := self._name_globs.last(name)) > last:
            last = found
        if self._path_globs is not None and (found := self._path_globs.last(self._folder + name)) > last:
            last = found
        return self._ignores[last] if last >= 0 else None


class _Globs:
    """Patterns with wildcards as one expression. The later ones stand first in it, so that it finds the last one."""

    __slots__ = ("_expression", "_numbers")

    def __init__(self, globs: list[tuple[int, _Glob]]) -> None:
        self._numbers = [-1, *(at for at, _ in reversed(globs))]
        self._expression = re.compile("(?s)" + "|".join(f"({glob.expression})" for _, glob in reversed(globs)))

    def last(self, text: str) -> int:
        found = self._expression.fullmatch(text)
        return -1 if found is None else self._numbers[found.lastindex or 0]


def _fill(table: Table, globs: list[tuple[int, _Glob]], are_paths: bool) -> None:
    wild: list[tuple[int, _Glob]] = []
    for at, glob in globs:  # a later pattern takes the place of an earlier one that is the same
        if glob.literal is None:
            if glob.ending is not None and not are_paths:
                table.endings[glob.ending] = at
            else:
                wild.append((at, glob))
        elif are_paths:
            folder, slash, name = glob.literal.rpartition("/")
            table.places.setdefault(folder + slash, {})[name] = at
        else:
            table.names[glob.literal] = at
    if wild and are_paths:
        table.path_globs = _Globs(wild)
    elif wild:
        table.name_globs = _Globs(wild)


def _without_trailing_spaces(line: str) -> str:
    kept = line.rstrip(" ")
    if kept != line and (len(kept) - len(kept.rstrip("\\"))) % 2:
        kept += " "  # the first of the spaces is escaped
    return kept


def _glob(pattern: str) -> _Glob:
    """A pattern without the signs before and after it."""
    segments, text = _parsed(pattern)
    ending = re.fullmatch(r"\*(\.[^][?*.\\/]+)", pattern)
    return _Glob(text, ending[1] if ending is not None else None, _path_expression(segments))


def _parsed(pattern: str) -> tuple[list[list[str]], str | None]:
    """The segments between slashes, each a list of stars and of expressions for one sign; and the text of a literal."""
    segments: list[list[str]] = [[]]
    text: str | None = ""
    at = 0
    while at < len(pattern):
        sign = pattern[at]
        at += 1
        if sign == "*":
            text = None
            begin = at - 1
            while pattern[at : at + 1] == "*":
                at += 1
            alone = not segments[-1] and pattern[at : at + 1] in ("", "/")
            segments[-1].append(_STARS if alone and at - begin > 1 else _STAR)
        elif sign == "?":
            text = None
            segments[-1].append("[^/]")
        elif sign == "[":
            text = None
            members, at = _class(pattern, at)
            segments[-1].append(members)
        else:
            if sign == "\\":
                if at == len(pattern):
                    raise _Malformed
                sign = pattern[at]
                at += 1
            if text is not None:
                text += sign
            if sign == "/":
                segments.append([])
            else:
                segments[-1].append(re.escape(sign))
    if not pattern:
        raise _Malformed
    return segments, text


def _path_expression(segments: list[list[str]]) -> str:
    """Stars match as little as they can and never try again: the earliest match leaves the most to what follows.

    A pattern made to keep a backtracking engine busy for ever can so do no harm.
    """
    parts: list[list[list[str]]] = [[]]  # runs of segments, with folders of any depth between them
    for segment in segments:
        if segment == [_STARS]:
            parts.append([])
        else:
            parts[-1].append(segment)
    *before, last = ["/".join(map(_segment_expression, part)) for part in parts]
    expression = ""
    for at, part in enumerate(before):
        if part:
            expression += f"(?>(?:[^/]*/)*?{part}/)" if at else f"{part}/"
    if not before:
        return last
    return f"{expression}(?:[^/]*/)*{last}" if last else f"{expression}.+"


def _segment_expression(segment: list[str]) -> str:
    chunks = [""]
    for sign in segment:
        if sign == _STAR:
            chunks.append("")
        else:
            chunks[-1] += sign
    first, *middle = chunks
    if not middle:
        return first
    between = "".join(f"(?>[^/]*?{chunk})" for chunk in middle[:-1] if chunk)
    return f"{first}{between}[^/]*{middle[-1]}"


def _class(pattern: str, at: int) -> tuple[str, int]:
    """The bracket expression whose first sign is at a place, and where it ends. It never matches a slash."""
    negated = pattern[at : at + 1] in ("!", "^")
    at += negated
    first = at
    ranges: list[_Range] = []
    while True:
        if at >= len(pattern):
            raise _Malformed
        sign = pattern[at]
        if sign == "]" and at > first:
            break
        if pattern.startswith("[:", at) and ":]" in pattern[at + 2 :]:
            end = pattern.index(":]", at + 2)
            named = _POSIX_CLASSES.get(pattern[at + 2 : end])
            if named is None:
                raise _Malformed
            ranges += named
            at = end + 2
            continue
        low, at = _member(pattern, at)
        high = low
        if pattern[at : at + 1] == "-" and pattern[at + 1 : at + 2] not in ("]", ""):
            high, at = _member(pattern, at + 1)
        ranges.append((low, high))
    if negated:
        ranges.append(("/", "/"))
    else:
        ranges = [part for low, high in ranges for part in _without_slash(low, high)]
    members = "".join(f"{re.escape(low)}-{re.escape(high)}" for low, high in ranges if low <= high)
    if not members:
        raise _Malformed
    return f"[{'^' if negated else ''}{members}]", at + 1


def _member(pattern: str, at: int) -> tuple[str, int]:
    if pattern[at] == "\\":
        at += 1
    if at >= len(pattern):
        raise _Malformed
    return pattern[at], at + 1


def _without_slash(low: str, high: str) -> list[_Range]:
    return [(low, "."), ("0", high)] if low <= "/" <= high else [(low, high)]
