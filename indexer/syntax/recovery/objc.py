"""Objective-C: macros in capitals, and members that stand at the margin, between a first row and `@end`."""

from __future__ import annotations

import re

from indexer.syntax.recovery.c import Preprocessed

_CONTAINER = re.compile(rb"(?ms)^@(?:implementation|interface|protocol)\b[^\n;]*\n(.*?^@end\b)")
_AT_MARGIN = re.compile(rb"(?m)^(\S)([ \t]?)")
_MACROS = (
    re.compile(
        rb"(?m)(^[ \t]*(?:[A-Z][A-Z0-9]*_[A-Z0-9_]+|[A-Z]{6,})(?:\([^()\n]*\))?[ \t]*(?=\r?$)"
        rb"|^[ \t]*(?:[A-Z][A-Z0-9]*_[A-Z0-9_]+|[A-Z]+EXPORT|[A-Z]+EXTERN)(?=[ \t]+[A-Za-z_])"
        rb"|(?<=[\w*])[ \t]+(?:JNICALL|(?:NS|UI|API|AS)_[A-Z0-9_]+(?:\([^()\n]*\))?)(?=[ \t]*(?:;|[A-Za-z_])))"
    ),
)


class ObjectiveC(Preprocessed):
    """Objective-C."""

    macros = _MACROS

    def damage_layout(self, layout: bytes) -> bytes:
        last = layout.rfind(b"@end") + 4  # behind it nothing is closed, and looking takes long
        return _CONTAINER.sub(_with_members_indented, layout[:last]) + layout[last:]


def _with_members_indented(container: re.Match[bytes]) -> bytes:
    """A container's layout as if its members were indented by one: the row's first byte becomes a blank."""
    members = _AT_MARGIN.sub(lambda row: b" x" if row[2] else b" ", container[1])
    return container[0][: -len(container[1])] + members
