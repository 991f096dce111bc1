"""What becomes of the text that a metavariable holds before a fix writes it, by the meaning that ast-grep gives it.

`replace`, `substring` and `convert` are about text alone; `rewrite` looks at nodes and is in `rewriting`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, TypeAlias

from indexer.rules.astgrep.conditions import Named

CASES = ("lowerCase", "upperCase", "capitalize", "camelCase", "snakeCase", "kebabCase", "pascalCase")
SEPARATORS = {"dash": "-", "dot": ".", "slash": "/", "space": " ", "underscore": "_"}
CASE_CHANGE = "caseChange"
LONGEST = 1_000_000  # bytes that a text may become
_GROUP = re.compile(rb"\$(?:\$|\{([^{}]*+)\}|([0-9A-Za-z_]+))")


@dataclass(frozen=True, slots=True)
class Replace:
    """`replace`: what an expression finds becomes another text, in which `$1` is a group."""

    expression: str
    by: str


@dataclass(frozen=True, slots=True)
class Substring:
    """`substring`: the characters from one to another; negative numbers count from the end."""

    start: int | None
    end: int | None


@dataclass(frozen=True, slots=True)
class Convert:
    """`convert`: words, which separators tell apart, joined in another way."""

    case: str
    separators: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Rewrite:
    """`rewrite`: the nodes that fit a rewriter become its fix; with a text between them, nothing else is left."""

    rewriters: tuple[str, ...]
    join_by: str | None


Change: TypeAlias = Replace | Substring | Convert | Rewrite


@dataclass(frozen=True, slots=True)
class Transform:
    """A new name, the metavariable or other name that it is made of, and how."""

    name: str
    source: str
    change: Change


@dataclass(frozen=True, slots=True)
class Rewriter:
    """A rule that only says what becomes of what it finds."""

    name: str
    asked: Named
    transforms: tuple[Transform, ...]
    fix: str


def transformed(change: Replace | Substring | Convert, text: bytes) -> bytes:
    """What becomes of a text."""
    if isinstance(change, Replace):
        return _replaced(change, text)
    written = text.decode("utf-8", "replace")
    return (_part(change, written) if isinstance(change, Substring) else _converted(change, written)).encode()


@lru_cache(maxsize=256)
def with_groups(source: str) -> Any:
    """An expression for RE2 that knows its groups. ValueError where it has no meaning."""
    import re2  # type: ignore[import-untyped]

    options = re2.Options()
    options.log_errors = False
    options.max_mem = 8 << 20
    try:
        return re2.compile(source.encode("utf-8", "replace"), options)
    except re2.error as error:
        said = error.args[0] if error.args else ""
        raise ValueError(said.decode("utf-8", "replace") if isinstance(said, bytes) else str(said)) from None


def _replaced(change: Replace, text: bytes) -> bytes:
    made: list[bytes] = []
    done = size = 0
    by = change.by.encode()
    for found in with_groups(change.expression).finditer(text):
        new = _GROUP.sub(lambda name, found=found: _group(found, name), by)  # type: ignore[misc]
        size += len(new)
        if size > LONGEST:
            return text
        made += (text[done : found.start()], new)
        done = found.end()
    return b"".join((*made, text[done:]))


def _group(found: Any, name: re.Match[bytes]) -> bytes:
    """What a group holds; nothing where there is no such group."""
    if name[0] == b"$$":
        return b"$"
    wanted: bytes = name[1] if name[1] is not None else name[2]
    groups = found.re.groupindex
    number = int(wanted) if wanted.isdigit() else groups.get(wanted, groups.get(wanted.decode("utf-8", "replace"), -1))
    held: bytes | None = found.group(number) if 0 <= number <= found.re.groups else None
    return held or b""


def _part(change: Substring, text: str) -> str:
    length = len(text)

    def place(at: int | None, default: int) -> int:
        chosen = default if at is None else at
        return min(chosen, length) if chosen >= 0 else max(length + chosen, 0)

    return text[place(change.start, 0) : place(change.end, length)]


def _converted(change: Convert, text: str) -> str:
    if change.case == "lowerCase":
        return text.lower()
    if change.case == "upperCase":
        return text.upper()
    if change.case == "capitalize":
        return _capitalized(text)
    words = [word for word in _words(text, change.separators) if word]
    if change.case == "camelCase":
        return "".join([words[0].lower(), *map(_capitalized, words[1:])]) if words else ""
    if change.case == "pascalCase":
        return "".join(map(_capitalized, words))
    return ("_" if change.case == "snakeCase" else "-").join(word.lower() for word in words)


def _capitalized(word: str) -> str:
    return word[:1].upper() + word[1:]


def _words(text: str, separators: Sequence[str]) -> Iterator[str]:
    """The words of a text. Where its case changes, a capital begins one: `fooBar`, and `XMLHttp` before its `H`."""
    signs = {SEPARATORS[name] for name in separators if name in SEPARATORS}
    sees_case = CASE_CHANGE in separators
    begin = capitals = 0  # where the word begins, and how many signs that are not small stand right before
    for at, sign in enumerate(text):
        if sign in signs:
            yield text[begin:at]
            begin, capitals = at + 1, 0
        elif not sees_case:
            continue
        elif sign.islower():
            if capitals > 1:
                yield text[begin : at - 1]
                begin = at - 1
            capitals = 0
        else:
            if sign.isupper() and not capitals:
                yield text[begin:at]
                begin = at
            capitals += 1
    yield text[begin:]
