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
from indexer.languages.profile import profile_of
from indexer.syntax.recovery.layout import closing_row, first_deeper

_HEAD = 4 * 1024  # bytes that a head may have
_BRACKETS = re.compile(rb"[()\[\]{}]")
_CLOSING = {b"(": b")", b"[": b"]", b"{": b"}"}
_TRIED = 3  # rows of a body
_COMMENT = rb"--|//|#|\(\*|\{-"
_BODY = re.compile(rb"[ \t]*+\{[ \t\r]*+\n")  # a row that opens one


class Shell(NamedTuple):
    """A text without what is in it: how much of it is the head, what closes that, and where this stands in the text."""

    head: int
    foot: bytes
    at: int


def with_head(grammar: str, text: bytes, layout: bytes, rest: Items, read: Callable[[bytes], Items | None]) -> Items:
    """What is left of a broken text, with the definition that it is. `read` tells the items of a text if it parses."""
    for shell in _shells(grammar, text, layout):
        seen = (item for item in rest.definitions if item.name_start < shell.head)
        if any(not _opened(layout, item.start) for item in seen):  # what lies in brackets is not the head's own
            return rest
        found = read(text[: shell.head] + shell.foot)
        if found is not None and found.definitions and found.definitions[0].name_start < shell.head:
            return joined((_moved(text, shell, found, rest), rest.starting(shell.head, len(text) + 1)))
    return rest


def _shells(grammar: str, text: bytes, layout: bytes) -> Iterator[Shell]:
    """How a text may be closed right behind its head: by its last row, by what would close its brackets, or, where
    nothing closes anything, by a row of its body or what stands in for one."""
    end = len(layout.rstrip())
    closing = closing_row(layout, 0, end)
    head = _head_end(layout, end)
    if 0 < head < end and head <= _HEAD:
        yield from _closed(text, layout, head, closing, end)
    stubs = profile_of(grammar).damage.stubs
    if closing == end and stubs:
        yield from _with_stubs(stubs, layout, head, end)


def _closed(text: bytes, layout: bytes, head: int, closing: int, end: int) -> Iterator[Shell]:
    if head <= closing < end:
        yield Shell(head, text[closing:], closing)
    if opened := _opened(layout, head):
        further_in = b" " * (_indent(layout, 0, end) + 1)  # where layout counts, nothing at the margin closes it
        yield Shell(head, b"".join((further_in, *reversed(opened), b"\n")), end)
    elif closing == end:
        for row in islice(_rows_inside(text, layout, head, end), _TRIED):
            yield Shell(head, row, end)


def _opened(layout: bytes, until: int) -> list[bytes]:
    """What would close the brackets that are open at an offset."""
    opened: list[bytes] = []
    for bracket in _BRACKETS.findall(layout, 0, until):
        if bracket in _CLOSING:
            opened.append(_CLOSING[bracket])
        elif opened and opened[-1] == bracket:
            opened.pop()
    return opened


def _with_stubs(stubs: tuple[bytes, ...], layout: bytes, head: int, end: int) -> Iterator[Shell]:
    """The head with what stands in for a body. It may be longer, as what begins there may be a signature, a clause that
    is whole or what a first member lies in; or shorter, where the body begins as far out."""
    outer = _indent(layout, 0, end)
    as_far_out = re.compile(rb"(?m)^[ \t]{%d}(?!\s|%s)" % (outer, _COMMENT)).finditer(layout, 0, end)
    rows = (first_deeper(layout, 0, end), *(row.start() for row in islice(as_far_out, _TRIED)))
    below, *ends = (layout.find(b"\n", row, end) + 1 or end for row in rows)
    for at in dict.fromkeys((below, head, *ends)):
        if at < end and at <= _HEAD:
            last = layout.rfind(b"\n", 0, at - 1) + 1
            indent = b" " * max(_indent(layout, at, end), _indent(layout, last, end) + 1)
            closers = b"".join(reversed(_opened(layout, at)))
            yield from (Shell(at, indent + stub + closers + b"\n", end) for stub in stubs)


def _indent(layout: bytes, start: int, end: int) -> int:
    """How far a row is indented."""
    return len(layout[start:end]) - len(layout[start:end].lstrip(b" \t"))


def _rows_inside(text: bytes, layout: bytes, head: int, end: int) -> Iterator[bytes]:
    """The rows that are as far in as the first one behind a head: one of them is body enough."""
    column = _indent(layout, head, end)
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
