"""The bodies of Python functions, which are most of the text and define nothing that is not local.

Who looks for definitions alone does without them: what is left is parsed in half the time. A body is the rows that
stand further in than its `def`; one in which something is defined stays, and so does one that may begin or end inside
of a string. In place of the others is one word, on their last row, so that functions end where they did.
"""

from __future__ import annotations

import re
from functools import lru_cache

_BLANKS = bytes(sign if sign in b"\r\n" else ord(" ") for sign in range(256))
_DEFINES = re.compile(rb"^([ \t]*+)(?:(?:async[ \t]++)?(def)|class|type)[ \t]", re.MULTILINE)
_HEAD = 4096  # bytes in which the parameters of a function close


def without_bodies(data: bytes) -> bytes:
    """The text with blanks and a word for what functions do; its length and its rows stay."""
    found = list(_DEFINES.finditer(data))
    parts: list[bytes] = []
    done = 0
    for at, definition in enumerate(found):
        until = found[at + 1].end() if at + 1 < len(found) else len(data)
        head = _head_end(data, definition, until) if definition[2] else -1
        end = _body_end(data, head, len(definition[1]), until, at + 1 == len(found)) if head >= 0 else -1
        if end <= head:
            continue
        body = data[head:end]
        last = body.rfind(b"\n") + 1
        first = len(body) - len(body.lstrip())
        indent = first - body.rfind(b"\n", 0, first) - 1
        word = end - head - last - indent
        if word <= 0 or not _can_go(body, last):
            continue
        parts += (data[done:head], body[:last].translate(_BLANKS), body[first - indent : first], b"x" * word)
        done = end
    return b"".join((*parts, data[done:]))


def _head_end(data: bytes, definition: re.Match[bytes], until: int) -> int:
    """Where the row ends that ends the head of a function; -1 where that cannot be told, or a body begins on it."""
    end = data.find(b"\n", definition.end(), until)
    if end < 0:
        return -1
    row = data[definition.end() : end].rstrip()
    if row.endswith(b"("):
        closing = data.find(b"\n" + definition[1] + b")", end, min(until, end + _HEAD))
        end = data.find(b"\n", closing + 1, until) if closing >= 0 else -1
        row = data[closing:end].rstrip() if end >= 0 else b""
    return end if row.endswith(b":") else -1


def _body_end(data: bytes, head: int, indent: int, until: int, is_last: bool) -> int:
    """Where the last row of a body ends; -1 where something else is defined in it."""
    behind = _further_out(indent).search(data, head, until)
    if behind is None and not is_last:
        return -1
    return head + len(data[head : until if behind is None else behind.start()].rstrip())


@lru_cache(maxsize=64)
def _further_out(indent: int) -> re.Pattern[bytes]:
    """What ends a row before one that stands no further in than a column."""
    return re.compile(rb"\n(?=[ \t]{0,%d}[^ \t\r\n\f\v])" % indent)


def _can_go(body: bytes, last: int) -> bool:
    """Whether a body neither begins nor ends inside of a string, and nothing is behind what its last row says."""
    row = body[last:]
    return b"#" not in row and row[-1] not in b";\\" and body.count(b'"""') % 2 == 0 and body.count(b"'''") % 2 == 0
