"""Verilog's and SystemVerilog's named regions, read from the text where the tree has lost them.

Four of five SystemVerilog files use macros, calls or classes in ways the grammar cannot read. The regions that matter
are opened and closed by keywords of their own (`class` … `endclass`), which no macro hides. This adds the modules,
interfaces, packages, classes, functions and tasks that the tree does not have; it never takes one away.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from indexer.extract.structure import Definition, Items, Spot, joined

_TOKEN = re.compile(
    rb"""(?P<skip>//[^\n]*|/\*.*?(?:\*/|\Z)|"(?:\\.|[^"\\\n])*"|`define(?:\\\r?\n|[^\n])*|`\w+)
    |(?P<word>[A-Za-z_$][\w$]*)
    |(?P<sign>::|[();\#=\[\]])""",
    re.DOTALL | re.VERBOSE,
)
_KINDS = {
    b"class": "class",
    b"function": "function",
    b"interface": "interface",
    b"macromodule": "module",
    b"module": "module",
    b"package": "module",
    b"program": "module",
    b"task": "function",
}
_END_OF = {word: b"end" + word.removeprefix(b"macro") for word in _KINDS}
_ENDS = frozenset(_END_OF.values())
_MODIFIERS = frozenset(
    (b"automatic", b"export", b"extern", b"import", b"local", b"protected", b"pure", b"static", b"virtual")
)
_DECLARES = frozenset((b"export", b"extern", b"import", b"pure"))  # such a function has no body here


class _Token(NamedTuple):
    start: int
    end: int
    text: bytes


class _Head(NamedTuple):
    """The first statement of a region: its keyword, where it starts and ends, the name, whether a body follows."""

    keyword: bytes
    start: int
    end: int
    name: _Token
    has_body: bool

    def to(self, end: int) -> Definition:
        kind = "constructor" if self.name.text == b"new" else _KINDS[self.keyword]
        header = min(self.end, end)
        return Definition(self.start, end, kind, self.name.start, self.name.end, header, end)


def verilog_items(data: bytes, items: Items) -> Items:
    """The items of a text whose tree gave `items`, with the regions that the tree misses."""
    known = {definition.name_start for definition in items.definitions}
    added = [definition for definition in _regions(data) if definition.name_start not in known]
    if not added:
        return items
    folds = [Spot(item.start, item.end, "fold", item.start, False, item.end) for item in added]
    folds = [fold for fold in folds if b"\n" in data[fold.start : fold.end]]
    return joined((Items(added, []), items._replace(spots=list({*items.spots, *folds}))))


def _regions(data: bytes) -> Iterator[Definition]:
    tokens = [_Token(m.start(), m.end(), m[0]) for m in _TOKEN.finditer(data) if m.lastgroup != "skip"]
    around: list[_Head] = []
    for at, token in enumerate(tokens):
        if token.text in _KINDS:
            head = _head(tokens, at)
            if head is not None and head.has_body:
                around.append(head)
            elif head is not None:
                yield head.to(head.end)
        elif token.text in _ENDS:
            while around:  # an inner region that never ended is given up
                head = around.pop()
                if token.text == _END_OF[head.keyword]:
                    yield head.to(token.end)
                    break


def _head(tokens: list[_Token], at: int) -> _Head | None:
    """The head of the region that a keyword opens; None where it means something else (`virtual interface x;`)."""
    keyword = tokens[at].text
    first = at
    while first and tokens[first - 1].text in _MODIFIERS:
        first -= 1
    modifiers = {token.text for token in tokens[first:at]}
    if (keyword == b"interface" and b"virtual" in modifiers) or (first and tokens[first - 1].text == b"typedef"):
        return None
    routine = keyword in (b"function", b"task")
    name: _Token | None = None
    depth = 0
    named = False
    for token in tokens[at + 1 :]:
        if token.text in _KINDS or token.text in _ENDS:
            return None
        if token.text == b";" and depth == 0:
            has_body = not modifiers & _DECLARES
            return None if name is None else _Head(keyword, tokens[first].start, token.start, name, has_body)
        named = named or (depth == 0 and token.text in (b"(", b"#"))
        depth += (token.text in (b"(", b"[")) - (token.text in (b")", b"]"))
        is_word = token.text[0:1].isalpha() or token.text[0:1] == b"_"
        if depth == 0 and is_word and not named and token.text not in _MODIFIERS and (routine or name is None):
            name = token  # a routine's name is the last word before its parameters, after its type
    return None
