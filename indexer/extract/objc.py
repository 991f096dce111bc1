"""Objective-C's own definitions, read from the text where the tree has lost them.

Half of all Objective-C files use macros (`NS_ASSUME_NONNULL_BEGIN`, `GS_EXPORT_CLASS`) or C++ that the grammar cannot
read, and one of them may cost it a whole class. What Objective-C adds to C is plain to see without a grammar: a
container from `@interface`, `@implementation` or `@protocol` to `@end`, and in it rows that begin with `-`, `+` or
`@property`. This adds those that the tree does not have; it never takes one away, and leaves what is C to the tree.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from indexer.extract.structure import Definition, Items, Spot, joined

_ASIDE = rb"""//[^\n]*|/\*.*?(?:\*/|\Z)|@?"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|^[ \t]*\#(?:\\\r?\n|[^\n])*"""
_CONTAINER = rb"@(?:interface|implementation|protocol)\b"
_MARKS = (
    rb"""(?P<container>^[ \t]*%b)
    |(?P<end>@end\b)
    |(?P<property>^[ \t]*@property\b)
    |(?P<method>^[ \t]*[-+](?=[ \t]*\())"""
    % _CONTAINER
)
_FLAGS = re.DOTALL | re.MULTILINE | re.VERBOSE
_TOKEN = re.compile(rb"(?P<skip>%b)|%b|(?P<word>[A-Za-z_]\w*)|(?P<sign>[(){};:,<>^*=])" % (_ASIDE, _MARKS), _FLAGS)
# The next mark or brace. What stands before it, which is nearly all of a text, is passed over at once.
_MARK = re.compile(
    rb"""(?:%b|\n(?![ \t]*+(?:[-+][ \t]*+\(|%b|@property\b))|[^@/"'{}\#\n]++|(?!@end\b)[@/"'\#])*+
    \n?(?:%b|(?P<open>\{)|(?P<close>\})|\Z)"""
    % (_ASIDE, _CONTAINER, _MARKS),
    _FLAGS,
)
_KINDS = {b"@interface": "class", b"@implementation": "impl", b"@protocol": "interface"}
_ENDS = frozenset(["container", "end", "method", "property"])  # marks at which the head of a member ends
_MACRO = re.compile(rb"[A-Z][A-Z0-9]*_[A-Z0-9_]+|__\w+")


class _Token(NamedTuple):
    kind: str
    start: int
    end: int
    text: bytes


def objc_items(data: bytes, items: Items) -> Items:
    """The items of a text whose tree gave `items`, with the definitions that the tree misses."""
    known = {definition.name_start for definition in items.definitions}
    added = [definition for definition in _definitions(_Marks(data)) if definition.name_start not in known]
    if not added:
        return items
    folds = [
        Spot(start, end, "fold", start, False, reach) for start, end, *_, reach in added if b"\n" in data[start:end]
    ]
    return joined((Items(added, []), items._replace(spots=list({*items.spots, *folds}))))


class _Marks:
    """Where containers, members and braces are, in order."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.kinds: list[str] = []
        self.ends: list[int] = []
        for match in _MARK.finditer(b"\n" + data):  # a row begins behind the end of another
            if match.lastgroup is not None:
                self.kinds.append(match.lastgroup)
                self.ends.append(match.end() - 1)

    def start(self, at: int) -> int:
        """Where a mark is, without the blanks before it."""
        if self.kinds[at] == "container":
            return self.data.rindex(b"@", 0, self.ends[at])
        return self.ends[at] - len({"end": b"@end", "property": b"@property"}.get(self.kinds[at], b"{"))

    def tokens(self, at: int) -> Iterator[_Token]:
        """What stands behind a mark."""
        return _tokens(self.data, self.ends[at], len(self.data))

    def behind(self, offset: int) -> int:
        """The first mark that ends behind an offset."""
        return bisect_left(self.ends, offset + 1)

    def last_before(self, at: int) -> int:
        """Where the last token before a mark ends."""
        end = self.start(at) if at < len(self.ends) else len(self.data)
        return max((token.end for token in _tokens(self.data, self.ends[at - 1], end)), default=self.ends[at - 1])


def _tokens(data: bytes, start: int, end: int) -> Iterator[_Token]:
    """The tokens of a stretch. Comments, strings and directives are none."""
    for match in _TOKEN.finditer(data, start, end):
        kind = match.lastgroup or ""
        if kind != "skip":
            text = match[0].lstrip()
            yield _Token(kind, match.end() - len(text), match.end(), text)


def _definitions(marks: _Marks) -> list[Definition]:
    found: list[Definition] = []
    depth = at = 0
    inside = False
    while at < len(marks.kinds):
        kind = marks.kinds[at]
        last = at
        if kind == "container":
            container = _container(marks, at)
            inside = container is not None
            depth = 0
            if container is not None:
                found.append(container)
        elif kind == "end":
            inside = False
        elif inside and kind in ("method", "property") and (depth <= 0 or kind == "property"):
            last, member = _method(marks, at) if kind == "method" else _property(marks, at)
            if member is not None:
                found.append(member)
        elif kind == "open":
            depth += 1
        elif kind == "close":
            depth -= 1
        at = last + 1
    return found


def _container(marks: _Marks, at: int) -> Definition | None:
    """The container that begins here, to its `@end`; None for a declaration without a body."""
    name, *behind = [*islice(marks.tokens(at), 6)] or [_Token("", 0, 0, b"")]
    after = behind[0].text if behind else b""
    if name.kind != "word" or after in (b";", b","):
        return None
    head = name
    if after == b"(":  # a category, called by its class and its own name
        place = next((place for place, token in enumerate(behind[:4]) if token.text == b")"), 4)
        if 1 < place < len(behind):
            head = behind[place]
    start = marks.start(at)
    ends = (place for place in range(at + 1, len(marks.kinds)) if marks.kinds[place] in ("end", "container"))
    end = next(ends, None)
    if end is None:
        last = marks.last_before(len(marks.kinds))
    else:
        last = marks.ends[end] if marks.kinds[end] == "end" else marks.start(end)
    kind = _KINDS[marks.data[start : marks.ends[at]]]
    return Definition(start, last, kind, name.start, head.end, head.end, last)


def _method(marks: _Marks, at: int) -> tuple[int, Definition | None]:
    """A method from its sign to its semicolon or the end of its body, and the last mark in it."""
    tokens = marks.tokens(at)
    name = next(tokens, None) if _pass_brackets(tokens, 0) else None
    if name is None or name.kind != "word":
        return at, None
    for token in tokens:
        if token.kind in _ENDS:
            return marks.behind(token.start) - 1, None
        if token.text in (b"{", b";"):
            break
    else:
        return len(marks.kinds), None
    last, end = marks.behind(token.start), token.end
    if token.text == b";":
        last -= 1
    else:
        last, end = _closing_brace(marks, last)
    header = end if token.text == b";" else token.start
    return last, Definition(marks.start(at), end, "method", name.start, name.end, header, end)


def _property(marks: _Marks, at: int) -> tuple[int, Definition | None]:
    """A property: its name is the last word that is no macro, or the one after `^` or `(*` for a block or function."""
    tokens = marks.tokens(at)
    token = next(tokens, None)
    if token is not None and token.text == b"(":
        if not _pass_brackets(tokens, 1):
            return at, None
        token = next(tokens, None)
    name: _Token | None = None
    depth = 0
    pointed = False
    before = [b"", b""]
    while token is not None and token.text != b";":
        if token.kind in _ENDS:
            return marks.behind(token.start) - 1, None
        depth += (token.text in (b"(", b"<")) - (token.text in (b")", b">"))
        if token.kind == "word" and not pointed and not _MACRO.fullmatch(token.text):
            pointed = before[1] == b"^" or before == [b"(", b"*"]
            if depth == 0 or pointed:
                name = token
        before = [before[1], token.text]
        token = next(tokens, None)
    if token is None:
        return len(marks.kinds), None
    last = marks.behind(token.start) - 1
    if name is None:
        return last, None
    return last, Definition(marks.start(at), token.end, "property", name.start, name.end, token.end, token.end)


def _pass_brackets(tokens: Iterator[_Token], depth: int) -> bool:
    """Whether the brackets close that are open, or open with the next token, before anything else begins."""
    for token in tokens:
        depth += (token.text == b"(") - (token.text == b")")
        if depth == 0 or token.kind in _ENDS:
            return depth == 0
    return False


def _closing_brace(marks: _Marks, at: int) -> tuple[int, int]:
    """The mark at which the brace closes that opens at `at`, and where that ends; branches of #if may not balance, so
    the next method ends it too."""
    depth = 0
    for place in range(at, len(marks.kinds)):
        kind = marks.kinds[place]
        if kind in ("end", "container"):
            return place - 1, marks.last_before(place)
        if kind == "method" and marks.kinds[place - 1] == "close" and marks.last_before(place) == marks.ends[place - 1]:
            return place - 1, marks.ends[place - 1]
        depth += (kind == "open") - (kind == "close")
        if depth == 0:
            return place, marks.ends[place]
    return len(marks.kinds) - 1, marks.last_before(len(marks.kinds))
