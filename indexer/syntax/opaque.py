"""The layout of a text: comments and strings over several rows made one row each, for what is in them says nothing.

Each opener is found once, and where a closer is missing that is remembered, so that the time grows with the text and
not with its square, whatever the text is.
"""

from __future__ import annotations

import re
from functools import cache

from indexer.languages.opaque import Ends, Opaque
from indexer.languages.profile import profile_of

_BLANKS = bytes(sign if sign in b"\r\n" else ord(" ") for sign in range(256))
_HEAD = re.compile(rb"\n([ \t]*)(?:async[ \t]+)?(?:class|def|fun|func)[ \t]")


@cache
def _openers(kinds: tuple[Opaque, ...]) -> re.Pattern[bytes]:
    """One pattern for all openers, with a group for each kind. One kind alone is found far faster."""
    parts = (b"(?P<kind%d>%b)" % (number, kind.opener) for number, kind in enumerate(kinds))
    return re.compile(b"|".join(parts), re.MULTILINE)


def layout(grammar: str, data: bytes) -> bytes:
    """The text with comments and strings over several rows made one row each; its length stays."""
    kinds = tuple(kind for kind in profile_of(grammar).damage.opaque if kind.sign in data)
    if not kinds:
        return data
    opener = _openers(kinds)
    closers = Ends(data)
    parts: list[bytes] = []
    done = at = 0
    while (match := opener.search(data, at)) is not None:
        start = match.start()
        kind = next(kind for number, kind in enumerate(kinds) if match[f"kind{number}"] is not None)
        end = kind.end(closers, match)
        if end < 0:
            at = start + 1
        elif _left_open(data, start, end):
            at = start + 3
        else:
            parts += (data[done:start], _solid(data[start:end]))
            done = at = end
    return b"".join((*parts, data[done:]))


def _left_open(data: bytes, start: int, end: int) -> bool:
    """Whether a string has no end of its own: it begins inside a definition and has the head of the next one in it."""
    if not data.startswith((b'"""', b"'''"), start):
        return False
    row = data.rfind(b"\n", 0, start) + 1
    deep = len(data[row:start]) - len(data[row:start].lstrip(b" \t"))
    return any(len(head[1]) < deep for head in _HEAD.finditer(data, start, end))


def _solid(text: bytes) -> bytes:
    """As many bytes that are one row and not blank, in place of a comment or string.

    A comment that has to begin at the margin says nothing of where it stands, and is blank rows.
    """
    return text.translate(_BLANKS) if text.startswith(b"=") else b"x" * len(text)
