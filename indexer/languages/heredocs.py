"""What a profile says about heredocs."""

from __future__ import annotations

import re
from typing import NamedTuple

_NEVER = re.compile(rb"(?!)")


class Filler(NamedTuple):
    """What stands in for an opener: `left`, as much of `fill` as it takes, and `right`.

    With `closing` the stand-in is left open and closed where the terminator was. That is for languages in which
    the line end after an opener would end the expression that goes on after the terminator.
    """

    left: bytes = b""
    fill: bytes = b" "
    right: bytes = b""
    closing: bytes = b""

    def opener(self, length: int, left_open: bool) -> bytes:
        left = self.left if left_open else self.left + self.closing
        return (left + self.fill * (length - len(left) - len(self.right)) + self.right)[:length]

    def terminator(self, length: int, left_open: bool) -> bytes:
        closing = self.closing if left_open else b""
        return b" " * (length - len(closing)) + closing


STRING = Filler(b'"', b"_", b'"')
WORD = Filler(fill=b"_")
BLANK = Filler()
OPEN_STRING = Filler(right=b'"', closing=b'"')


class Heredocs(NamedTuple):
    """How heredocs are declared, what stands in for them, and what is interpolated into their bodies.

    A sign may stand where there is no heredoc, in a comment or as a shift; a declaration without its sign there never
    is. So a text can be told to hold no heredoc before its lexer is loaded.
    """

    signs: re.Pattern[bytes] = _NEVER  # what a row must contain to declare one
    filler: Filler = STRING  # what the grammar sees in its place
    value: re.Pattern[bytes] | None = None  # a value in a body: group 1 opens one in brackets, group 2 is one without
    quotes: tuple[bytes, bytes] | None = None  # what is put around a value so that the grammar reads it as one
    own: re.Pattern[bytes] = _NEVER  # a row whose heredoc is in the language of the row
