"""Objective-C: macros in capitals, and members that stand at the margin, between a first row and `@end`."""

from __future__ import annotations

import re

from indexer.extract.structure import Definition, Items, Spot
from indexer.syntax.recovery.c import Preprocessed

_CONTAINER = re.compile(rb"(?ms)^@(?:implementation|interface|protocol)\b[^\n;]*\n(.*?^@end\b)")
_AT_MARGIN = re.compile(rb"(?m)^(\S)([ \t]?)")

_IMPLEMENTATION = re.compile(
    rb"^@implementation[ \t]++(\w++(?:[ \t]*+\([^()\n]*+\))?+)[^\n]*+\n"
    rb"(?:(?!@(?:end|implementation)\b)[^\n]*+\n)*+(@end)\b",
    re.MULTILINE,
)
# What an implementation, or what belongs into one, begins with, and what may stand above it.
_MEMBER = re.compile(
    rb"(?:\s++|//[^\n]*+|/\*(?:[^*]++|\*(?!/))*+\*/|\#pragma[^\n]*+)*+"
    rb"(?:(@implementation\b)|[-+][ \t]*+\(|@(?:dynamic|property|synthesize)\b)"
)
_HEAD, _FOOT = b"@implementation X\n", b"\n@end\n"


class ObjectiveC(Preprocessed):
    """Objective-C."""

    def around(self, part: bytes) -> tuple[bytes, bytes]:
        member = _MEMBER.match(part)
        return (b"", b"") if member is None else (b"" if member[1] else _HEAD, _FOOT)

    def without_containers(self, data: bytes) -> tuple[bytes, Items | None]:
        """Implementations have no end here, so that one broken method breaks no other."""
        text = bytearray(data)
        found: list[Definition] = []
        for match in _IMPLEMENTATION.finditer(data):
            start, end = match.span(2)
            text[start:end] = b" " * (end - start)
            head = match.end(1)
            found.append(Definition(match.start(), end, "impl", match.start(1), head, head, end))
        folds = [Spot(start, end, "fold", start, False, end) for start, end, *_ in found]
        return (bytes(text), Items(found, folds)) if found else (data, None)

    def damage_layout(self, layout: bytes) -> bytes:
        last = layout.rfind(b"@end") + 4  # behind it nothing is closed, and looking takes long
        return _CONTAINER.sub(_with_members_indented, layout[:last]) + layout[last:]


def _with_members_indented(container: re.Match[bytes]) -> bytes:
    """A container's layout as if its members were indented by one: the row's first byte becomes a blank."""
    members = _AT_MARGIN.sub(lambda row: b" x" if row[2] else b" ", container[1])
    return container[0][: -len(container[1])] + members
