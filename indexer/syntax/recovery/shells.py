"""What a broken definition is, told by its head and what closes it, without what is between them.

Somebody types in a function, and a parser that has lost its way in the body may not see the function at all. Its head
is as it was, so its name stays.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import islice
from typing import NamedTuple

from indexer.extract.edges import trimmed
from indexer.extract.structure import Items, joined
from indexer.syntax.recovery.layout import closing_row, first_deeper

_HEAD = 4 * 1024  # bytes that a head may have
_BRACKETS = re.compile(rb"[()\[\]{}]")
_CLOSING = {b"(": b")", b"[": b"]", b"{": b"}"}
_TRIED = 3  # rows of a body
_BODY = re.compile(rb"[ \t]*+\{[ \t\r]*+\n")  # a row that opens one


class Shell(NamedTuple):
    """A text without what is in it: how much of it is the head, what closes that, and where this stands in the text."""

    head: int
    foot: bytes
    at: int


def with_head(text: bytes, layout: bytes, rest: Items, read: Callable[[bytes], Items | None]) -> Items:
    """What is left of a broken text, with the definition that it is. `read` tells the items of a text if it parses."""
    for shell in _shells(text, layout):
        if any(item.name_start < shell.head for item in rest.definitions):
            return rest
        found = read(text[: shell.head] + shell.foot)
        if found is not None and found.definitions and found.definitions[0].name_start < shell.head:
            return joined((_moved(text, shell, found, rest), rest.starting(shell.head, len(text) + 1)))
    return rest


def _shells(text: bytes, layout: bytes) -> Iterator[Shell]:
    """How a text may be closed right behind its head: by its last row, by what would close its brackets, or, where
    nothing closes anything, by a row of its body."""
    end = len(layout.rstrip())
    head = _head_end(layout, end)
    if not 0 < head < end or head > _HEAD:
        return
    closing = closing_row(layout, 0, end)
    if head <= closing < end:
        yield Shell(head, text[closing:], closing)
    opened: list[bytes] = []
    for bracket in _BRACKETS.findall(layout, 0, head):
        if bracket in _CLOSING:
            opened.append(_CLOSING[bracket])
        elif opened and opened[-1] == bracket:
            opened.pop()
    if opened:
        yield Shell(head, b"".join((*reversed(opened), b"\n")), end)
    elif closing == end:
        for row in islice(_rows_inside(text, layout, head, end), _TRIED):
            yield Shell(head, row, end)


def _rows_inside(text: bytes, layout: bytes, head: int, end: int) -> Iterator[bytes]:
    """The rows that are as far in as the first one behind a head: one of them is body enough."""
    column = len(layout[head:end]) - len(layout[head:end].lstrip(b" \t"))
    for row in re.compile(rb"(?m)^[ \t]{%d}[^\s][^\n]*+\n?" % column).finditer(layout, head, end):
        yield text[row.start() : row.end()].rstrip() + b"\n"


def _head_end(layout: bytes, end: int) -> int:
    """Where the rows end that are the head: up to what is further in, with parameters that have rows of their own."""
    head = first_deeper(layout, 0, end)
    # A list has a bracket around all of it.
    missing = layout.count(b"(", 0, head) - layout.count(b")", 0, head) - layout.lstrip().startswith(b"(")
    while head < end and missing > 0:
        row = layout[head : layout.find(b"\n", head, end) + 1 or end]
        missing += row.count(b"(") - row.count(b")")
        head += len(row)
        if missing <= 0:
            body = _BODY.match(layout, head, end)
            head = head if body is None else body.end()
    return head


def _moved(text: bytes, shell: Shell, found: Items, rest: Items) -> Items:
    """The items of a head where they stand in the text. They end before whatever else begins as far out."""
    outer = _column(text, found.definitions[0].start)
    behind = (item.start for item in rest.definitions if item.start >= shell.head)
    until = trimmed(text, 0, next((at for at in behind if _column(text, at) <= outer), len(text)))

    def moved(offset: int) -> int:
        return offset if offset <= shell.head else min(offset - shell.head + shell.at, until)

    return found.starting(0, shell.head).moved(moved)


def _column(text: bytes, offset: int) -> int:
    return offset - (text.rfind(b"\n", 0, offset) + 1)
