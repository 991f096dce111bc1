"""Regular expressions: RE2 over UTF-8 bytes. Matching is linear in the text, whatever the pattern.

A line is matched alone: no class and no dot crosses its end, as with ripgrep. A pattern that writes a line end itself
(`\\n`) may cross lines.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, Protocol

from indexer.text.decoding import encode


class Match(Protocol):
    def span(self, group: int = 0) -> tuple[int, int]: ...


class Regex(Protocol):
    """The part of a compiled RE2 pattern that we use."""

    def search(self, text: bytes, pos: int = 0, endpos: int | None = None) -> Match | None: ...
    def fullmatch(self, text: bytes) -> Match | None: ...
    def finditer(self, text: bytes | memoryview) -> Iterator[Match]: ...
    @property
    def groups(self) -> int: ...
    @property
    def groupindex(self) -> Mapping[str, int]: ...


_SPECIAL = re.compile(r"[^\w\s]|\n", re.ASCII)
_PREFIX = "(?m)"  # `^` and `$` are about lines
_LOOK = re.compile(r"\(\?(?:=|!|<=|<!)")
_BACK_REFERENCE = re.compile(r"invalid escape sequence: \\(?:[1-9]|k|g)")
_LINE_END = re.compile(r"(\n|\\(?:n|x0[aA]|x\{0*[aA]\}|012|12(?![0-7])))|\\.", re.DOTALL)


@lru_cache(maxsize=256)
def escape(text: str) -> str:
    """A pattern that matches a text and nothing else."""
    return _SPECIAL.sub(lambda sign: "\\n" if sign[0] == "\n" else _escaped(sign[0]), text)


def _escaped(sign: str) -> str:
    return "\\" + sign if sign.isascii() and sign.isprintable() else sign


def writes_line_end(source: str) -> bool:
    """Whether a pattern itself writes a line end, and so may match across lines."""
    return any(found[1] is not None for found in _LINE_END.finditer(source))


def problem_with(source: str, ignore_case: bool) -> str | None:
    """Why a pattern cannot be used, as a sentence, or None if it can."""
    try:
        compiled(source, ignore_case)
    except ValueError as error:
        return str(error)
    return None


@lru_cache(maxsize=256)
def compiled(source: str, ignore_case: bool, captures: bool = False) -> Regex:
    """The compiled pattern; it knows its groups if it `captures`. A bad one raises ValueError with a sentence for the
    user."""
    import re2  # type: ignore[import-untyped]

    options = re2.Options()
    options.log_errors = False
    options.never_capture = not captures
    options.never_nl = not writes_line_end(source)
    options.case_sensitive = not ignore_case
    try:
        regex: Regex = re2.compile(encode(_PREFIX + source), options)
    except re2.error as error:
        raise ValueError(_explained(source, error)) from None
    return regex


def group_numbers(source: str, ignore_case: bool) -> dict[str, int]:
    """The groups of a pattern by name; those without one are called by their number, and so are the others too."""
    regex = compiled(source, ignore_case, captures=True)
    named = {name.decode() if isinstance(name, bytes) else name: at for name, at in regex.groupindex.items()}
    return {str(number): number for number in range(1, regex.groups + 1)} | named


def _explained(source: str, error: Any) -> str:
    reason = error.args[0] if error.args else ""
    said = reason.decode("utf-8", "replace") if isinstance(reason, bytes) else str(reason)
    said = said.replace(f": {_PREFIX}", ": ", 1)
    if said.startswith("invalid perl operator") and _LOOK.search(said):
        return "look-ahead and look-behind are not supported: the engine is RE2, which is always fast"
    if _BACK_REFERENCE.match(said):
        return "back-references are not supported: the engine is RE2, which is always fast"
    return f"bad regular expression: {said}" if len(said) < 200 else f"bad regular expression: {said[:200]}…"
