"""Ids and classes that scripts name: what they look for in a page, and what they give its elements.

Only where the name of a function or an attribute says what a string is: `getElementById("x")`, `className="a b"`. A
string that is put together when the script runs tells nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from indexer.extract.marks import CLASS, ID, PROPERTY, Mark, Marks, finished, plain

_HINTS = re.compile(rb"getElement|querySelector|[cC]lass|\$\(|closest\(|matches\(|Property|--|htmlFor|jQuery")
_STRING = rb"(?:\"([^\"\\\r\n]*+)\"|'([^'\\\r\n]*+)'|`([^`\\$]*+)`)"
_CALL = re.compile(
    rb"\b(?P<id>getElementById)\(\s*+" + _STRING + rb"\s*+\)"
    rb"|\b(?P<selector>querySelector(?:All)?|closest|matches)(?:<[\w.\s|]{0,80}>)?\(\s*+" + _STRING + rb"\s*+\)"
    rb"|(?<![\w.])(?P<jquery>\$|jQuery)\(\s*+" + _STRING + rb"\s*+[,)]"
    rb"|\b(?P<words>getElementsByClassName|addClass|removeClass|toggleClass|hasClass)\(\s*+" + _STRING
)
_NAMED = re.compile(
    rb"\b(?P<class>class(?:Name)?)\s*+[=:]\s*+\{?\s*+" + _STRING + rb"|\b(?P<for>htmlFor)\s*+=\s*+\{?\s*+" + _STRING
)
_LIST = re.compile(
    rb"\bclassList\??\.(?:add|remove|toggle|contains|replace)\(|\b(?:clsx|classNames|classnames|cx|cn)\("
)
_ARGUMENT = re.compile(rb"\s*+" + _STRING + rb"\s*+(,)?")
_PROPERTY = re.compile(rb"(?<![\w-])--[A-Za-z_][\w-]*+(?=[\"'`)\s,])")
_BEFORE_PROPERTY = re.compile(rb"(?:var\(\s{0,8}|(?:[sg]etProperty|getPropertyValue|removeProperty)\(\s{0,8}[\"'`])\Z")
_WORD = re.compile(rb"[^\s\"'`<>{}]+")
_SELECTED = re.compile(
    rb"([.#])((?:[A-Za-z_\x80-\xff-]|\\[^\r\n])(?:[\w\x80-\xff-]|\\[^\r\n])*+)|\[[^\]]*+\]?|\"[^\"]*+\"?"
)
_LONGEST = 2000  # bytes of what a list of classes may be


def marks(data: bytes, language: str) -> Marks:
    """The names of pages and sheets in a script."""
    return finished(in_script(data, 0, len(data)), [(0, len(data), -1)], [])


def in_script(data: bytes, start: int, end: int) -> Iterator[Mark]:
    if _HINTS.search(data, start, end) is None:
        return
    for found in _CALL.finditer(data, start, end):
        kind, at, inside = _told(found)
        if kind == "id":
            yield from _one(at, inside, ID)
        elif kind == "words":
            yield from words(at, inside, CLASS)
        else:
            yield from selected(at, inside)
    for found in _NAMED.finditer(data, start, end):
        kind, at, inside = _told(found)
        yield from words(at, inside, CLASS) if kind == "class" else _one(at, inside, ID)
    for found in _LIST.finditer(data, start, end):
        at = found.end()
        while (argument := _ARGUMENT.match(data, at, min(end, found.end() + _LONGEST))) is not None:
            group = next(one for one in (1, 2, 3) if argument[one] is not None)
            yield from words(argument.start(group), argument[group], CLASS)
            at = argument.end()
            if argument[4] is None:
                break
    for found in _PROPERTY.finditer(data, start, end):
        if _BEFORE_PROPERTY.search(data, max(found.start() - 40, start), found.start()):
            yield Mark(found.start(), found.end(), plain(found[0]), PROPERTY)


def _told(found: re.Match[bytes]) -> tuple[str, int, bytes]:
    """What the word before a string is, and the string."""
    kind = next(name for name, text in found.groupdict().items() if text is not None)
    group = max(
        at for at in range(1, (found.re.groups or 0) + 1) if found[at] is not None and at != _number(found, kind)
    )
    return kind, found.start(group), found[group]


def _number(found: re.Match[bytes], kind: str) -> int:
    return found.re.groupindex[kind]


def words(at: int, written: bytes, space: str) -> Iterator[Mark]:
    """Names side by side."""
    for word in _WORD.finditer(written):
        yield Mark(at + word.start(), at + word.end(), word[0].decode("utf-8", "replace"), space)


def selected(at: int, written: bytes) -> Iterator[Mark]:
    """The ids and classes of a selector."""
    for found in _SELECTED.finditer(written):
        if found[1] is not None:
            yield Mark(at + found.start(2), at + found.end(2), plain(found[2]), found[1].decode())


def _one(at: int, written: bytes, space: str) -> Iterator[Mark]:
    if written.strip() and not re.search(rb"\s", written):
        yield Mark(at, at + len(written), written.decode("utf-8", "replace"), space)
