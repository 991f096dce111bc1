"""Names of pages and style sheets as their readers find them in a text: what each is a name of, and what it says there.

Plain data, without a tree: `styles.py`, `pages.py` and `page_scripts.py` make it of a text in one walk through it, and
`indexer/graph` makes scopes, bindings and uses of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

# What names are names of. A name is looked up among those of its own kind.
CLASS, ID, PROPERTY, PLACEHOLDER, VARIABLE, MIXIN, FUNCTION, MODULE = ".", "#", "--", "%", "$", "mixin ", "def ", "use "
KEYFRAMES, LAYER, CONTAINER, COUNTER, FONT, COUNTER_STYLE = "keyframes ", "layer ", "in ", "count ", "font ", "style "

_ESCAPE = re.compile(r"\\(?:([0-9a-fA-F]{1,6})[ \t\n]?|(.))", re.DOTALL)


class Mark(NamedTuple):
    """A name in a text."""

    start: int
    end: int
    name: str
    space: str  # what it is a name of
    kind: str = ""  # what it defines; nothing for a use
    whole_start: int = 0
    whole_end: int = 0
    scope: int = 0
    of: str = ""  # what it is asked of: a namespace, a page, or a function whose parameter it is
    inner: int = -1  # the scope of what it defines
    rank: int = 0  # of several that define a name the one with the least defines it, and the others name it


class Link(NamedTuple):
    """A place where a text takes in another."""

    start: int
    end: int
    path: str
    form: str  # sheet, import, use, forward
    word: (
        str  # the namespace of what is used, or what names begin with that are handed on; "*" for all names as they are
    )
    language: str  # whose rules say where the path leads


class Marks(NamedTuple):
    """All that a reader found, in order; scopes are spans with the number of the one around, the first is the text."""

    marks: list[Mark]
    scopes: list[tuple[int, int, int]]
    links: list[Link]


def plain(written: bytes) -> str:
    """A name without its escapes."""
    name = written.decode("utf-8", "replace")
    return _ESCAPE.sub(_unescaped, name) if "\\" in name else name


def _unescaped(found: re.Match[str]) -> str:
    if found[2] is not None:
        return found[2]
    number = int(found[1], 16)
    return chr(number) if 0 < number < 0x110000 and not 0xD800 <= number < 0xE000 else "\ufffd"


def finished(marks: Iterable[Mark], scopes: list[tuple[int, int, int]], links: list[Link]) -> Marks:
    """Marks in order, of which one defines each name of a scope; elements may share an id, and all define it."""
    ordered = sorted(marks, key=lambda mark: (mark.start, mark.end))
    best: dict[tuple[int, str, str], tuple[int, int]] = {}
    for at, mark in enumerate(ordered):
        if mark.kind and mark.space != ID:
            key = (mark.scope, mark.space, mark.name)
            best[key] = min(best.get(key, (mark.rank, at)), (mark.rank, at))
    for at, mark in enumerate(ordered):
        if mark.kind and mark.space != ID and best[mark.scope, mark.space, mark.name][1] != at:
            ordered[at] = mark._replace(kind="")
    return Marks(ordered, scopes, sorted(links))
