"""Comments inside macros of C that go on over several rows: a grammar takes the first one for the end of the macro.

What follows such a comment then looks like code of the file, and its names like names of macros. So they are hidden
from the grammar, and told as comments by us.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_DEFINE = re.compile(rb"(?m)^[ \t]*#[ \t]*define\b")
# What a directive is made of: to where a row ends without a backslash.
_PART = re.compile(rb"(?P<comment>/\*.*?\*/)|(?P<more>\\\r?\n)|(?P<end>\n|//|/\*)|\"(?:\\.|[^\"\\\n])*\"", re.DOTALL)
_SIGN = re.compile(rb"[^\r\n]")
_ROW_END = re.compile(rb" (?=\r?\n)")


def comments_in_macros(data: bytes) -> Iterator[tuple[int, int]]:
    """Where comments are behind which a macro goes on."""
    if b"\\\n" not in data and b"\\\r\n" not in data:
        return
    at = 0
    while (define := _DEFINE.search(data, at)) is not None:
        at = define.end()
        waiting: list[tuple[int, int]] = []
        for part in _PART.finditer(data, at):
            at = part.end()
            if part.lastgroup == "comment":
                waiting.append(part.span())
            elif part.lastgroup == "more":
                yield from waiting
                waiting = []
            elif part[0] == b"/*":
                return  # it is never closed, nor is any after it
            elif part.lastgroup == "end":
                break


def without_comments_in_macros(data: bytes) -> bytes:
    """The text with blanks for such comments; its length and its rows stay."""
    parts: list[bytes] = []
    done = 0
    for start, end in comments_in_macros(data):
        blank = _ROW_END.sub(rb"\\", _SIGN.sub(b" ", data[start:end]))
        parts += (data[done:start], blank)
        done = end
    return b"".join((*parts, data[done:])) if parts else data
