"""Objective-C's own definitions, read from the text where the tree has lost them.

Half of all Objective-C files use macros (`NS_ASSUME_NONNULL_BEGIN`, `GS_EXPORT_CLASS`) or C++ that the grammar cannot
read, and one of them may cost it a whole class. What Objective-C adds to C is plain to see without a grammar: a
container from `@interface`, `@implementation` or `@protocol` to `@end`, and in it rows that begin with `-`, `+` or
`@property`. This adds those that the tree does not have; it never takes one away, and leaves what is C to the tree.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from indexer.extract.structure import Definition, Items, Spot, joined

_TOKEN = re.compile(
    rb"""(?P<skip>//[^\n]*|/\*.*?(?:\*/|\Z)|@?"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|^[ \t]*\#(?:\\\r?\n|[^\n])*)
    |(?P<container>^[ \t]*@(?:interface|implementation|protocol)\b)
    |(?P<end>@end\b)
    |(?P<property>^[ \t]*@property\b)
    |(?P<method>^[ \t]*[-+](?=[ \t]*\())
    |(?P<word>[A-Za-z_]\w*)
    |(?P<sign>[(){};:,<>^*=])""",
    re.DOTALL | re.MULTILINE | re.VERBOSE,
)
_KINDS = {b"@interface": "class", b"@implementation": "impl", b"@protocol": "interface"}
_MACRO = re.compile(rb"[A-Z][A-Z0-9]*_[A-Z0-9_]+|__\w+")


class _Token(NamedTuple):
    kind: str
    start: int
    end: int
    text: bytes


def objc_items(data: bytes, items: Items) -> Items:
    """The items of a text whose tree gave `items`, with the definitions that the tree misses."""
    known = {definition.name_start for definition in items.definitions}
    added = [definition for definition in _definitions(_tokens(data)) if definition.name_start not in known]
    if not added:
        return items
    folds = [
        Spot(start, end, "fold", start, False, reach) for start, end, *_, reach in added if b"\n" in data[start:end]
    ]
    return joined((Items(added, []), items._replace(spots=list({*items.spots, *folds}))))


def _tokens(data: bytes) -> list[_Token]:
    found = []
    for match in _TOKEN.finditer(data):
        kind = match.lastgroup or ""
        if kind != "skip":
            text = match[0].lstrip()
            found.append(_Token(kind, match.end() - len(text), match.end(), text))
    return found


def _definitions(tokens: list[_Token]) -> list[Definition]:
    found: list[Definition] = []
    depth = at = 0
    inside = False
    while at < len(tokens) - 1:
        token = tokens[at]
        if token.kind == "container":
            container = _container(tokens, at)
            inside = container is not None
            depth = 0
            if container is not None:
                found.append(container)
        elif token.kind == "end":
            inside = False
        elif inside and token.kind in ("method", "property") and (depth <= 0 or token.kind == "property"):
            last, member = _method(tokens, at) if token.kind == "method" else _property(tokens, at)
            if member is not None:
                found.append(member)
            at = last
        elif token.text == b"{":
            depth += 1
        elif token.text == b"}":
            depth -= 1
        at += 1
    return found


def _container(tokens: list[_Token], at: int) -> Definition | None:
    """The container that begins here, to its `@end`; None for a declaration without a body."""
    name = tokens[at + 1]
    after = tokens[at + 2].text if at + 2 < len(tokens) else b""
    if name.kind != "word" or after in (b";", b","):
        return None
    head = name
    if after == b"(":  # a category, called by its class and its own name
        place = at + 3
        while place < len(tokens) and tokens[place].text != b")" and place < at + 6:
            place += 1
        if place < len(tokens) and place > at + 3:
            head = tokens[place]
    end = next((token for token in tokens[at + 1 :] if token.kind in ("end", "container")), tokens[-1])
    last = end.end if end.kind == "end" else end.start
    return Definition(tokens[at].start, last, _KINDS[tokens[at].text], name.start, head.end, head.end, last)


def _method(tokens: list[_Token], at: int) -> tuple[int, Definition | None]:
    """A method from its sign to its semicolon or the end of its body, and the index of its last token."""
    place = _closing(tokens, at + 1) + 1
    if place >= len(tokens) or tokens[place].kind != "word":
        return at, None
    name = tokens[place]
    while place < len(tokens) and tokens[place].text not in (b"{", b";"):
        if tokens[place].kind in ("method", "end", "container", "property"):
            return place - 1, None
        place += 1
    if place >= len(tokens):
        return place, None
    body = tokens[place]
    last = place if body.text == b";" else _closing_brace(tokens, place)
    end = tokens[last].end
    header = end if body.text == b";" else body.start
    return last, Definition(tokens[at].start, end, "method", name.start, name.end, header, end)


def _property(tokens: list[_Token], at: int) -> tuple[int, Definition | None]:
    """A property: its name is the last word that is no macro, or the one after `^` or `(*` for a block or function."""
    place = at + 1
    if tokens[place].text == b"(":
        place = _closing(tokens, place) + 1
    name: _Token | None = None
    depth = 0
    pointed = False
    while place < len(tokens) and tokens[place].text != b";":
        token = tokens[place]
        if token.kind in ("method", "end", "container", "property"):
            return place - 1, None
        depth += (token.text in (b"(", b"<")) - (token.text in (b")", b">"))
        if token.kind == "word" and not pointed and not _MACRO.fullmatch(token.text):
            before = tokens[place - 1].text, tokens[place - 2].text
            pointed = before[0] == b"^" or before == (b"*", b"(")
            if depth == 0 or pointed:
                name = token
        place += 1
    if name is None or place >= len(tokens):
        return place, None
    end = tokens[place].end
    return place, Definition(tokens[at].start, end, "property", name.start, name.end, end, end)


def _closing(tokens: list[_Token], at: int) -> int:
    """Where the parenthesis that opens at `at` closes."""
    depth = 0
    for place in range(at, len(tokens)):
        depth += (tokens[place].text == b"(") - (tokens[place].text == b")")
        if depth == 0:
            return place
    return len(tokens)


def _closing_brace(tokens: list[_Token], at: int) -> int:
    """Where the brace that opens at `at` closes; branches of #if may not balance, so the next method ends it too."""
    depth = 0
    for place in range(at, len(tokens)):
        token = tokens[place]
        if token.kind in ("end", "container") or (token.kind == "method" and tokens[place - 1].text == b"}"):
            return place - 1
        depth += (token.text == b"{") - (token.text == b"}")
        if depth == 0:
            return place
    return len(tokens) - 1
