"""The bodies of C functions, which are most of the text and define next to nothing.

Who looks for definitions alone does without them: what is left is parsed in half the time, and the macros that no
grammar can know are in bodies, nearly all of them. A body is told by its braces at the margin, below a row that ends
with a parenthesis; one that may define something stays.
"""

from __future__ import annotations

import re
from bisect import bisect_left

_BLANKS = bytes(sign if sign in b"\r\n" else ord(" ") for sign in range(256))
# Each begins with a literal, which is found twenty times as fast as one of several words. What follows a word is gone
# over once, whether it opens a brace or not.
_OPENS = tuple(re.compile(rb"%s(?<=\b%s)\b[^;(){}=]*+(\{)?" % (word, word)) for word in (b"struct", b"union", b"enum"))
_DEFINES = (re.compile(rb"typedef(?<=\btypedef)\b"), re.compile(rb"#[ \t]*+define\b"))
_HEAD = 300  # bytes before a body that tell what it is the body of


def without_bodies(data: bytes) -> bytes:
    """The text with blanks for what functions do; its length and its rows stay."""
    parts: list[bytes] = []
    done = 0
    at = data.find(b"\n{\n")
    places = _defining(data) if at >= 0 else []
    while at >= 0:
        start, end = at + 2, data.find(b"\n}", at + 2)
        if end < 0:
            break
        if data[max(at - _HEAD, 0) : at].rstrip().endswith(b")"):
            first = bisect_left(places, start)
            if first == len(places) or places[first] >= end:
                parts += (data[done:start], data[start:end].translate(_BLANKS))
                done = end
        at = data.find(b"\n{\n", end)
    return b"".join((*parts, data[done:]))


def _defining(data: bytes) -> list[int]:
    """Where something may be defined, in order."""
    places = [found.start() for pattern in _OPENS for found in pattern.finditer(data) if found[1]]
    places += [found.start() for pattern in _DEFINES for found in pattern.finditer(data)]
    return sorted(places)
