"""Differences as lines: hunks for a person to read, and a patch that `git apply` takes.

Lines end at `\\n` here, as they do for git. The edits say where lines differ, so that no search for it is needed.
"""

from __future__ import annotations

import base64
import hashlib
import zlib
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import accumulate
from typing import NamedTuple

from indexer.model import Span
from indexer.replace.change import Change
from indexer.replace.edits import Edit, applied
from indexer.text.decoding import to_utf8

CONTEXT = 3
_COMPARED = 400  # lines of one place that are compared with each other; else all of them are shown as changed


class Line(NamedTuple):
    """A line of a hunk: " ", "-" or "+", and its text with its end."""

    sign: str
    text: bytes


@dataclass(frozen=True, slots=True)
class Hunk:
    """Lines side by side that differ, with some around them. Rows are those of the old and of the new text."""

    old_row: int
    new_row: int
    lines: list[Line]


class _Part(NamedTuple):
    """Rows [start, end) of the old text become other lines."""

    start: int
    end: int
    new: list[bytes]


def hunks(data: bytes, edits: Sequence[Edit], context: int = CONTEXT) -> list[Hunk]:
    """What edits do to a text."""
    lines = _split(data)
    starts = [0, *accumulate(map(len, lines))]
    made: list[Hunk] = []
    shift = 0
    for group in _grouped(list(_parts(data, starts, edits)), 2 * context):
        first, last = max(group[0].start - context, 0), min(group[-1].end + context, len(lines))
        hunk = Hunk(first, first + shift, [])
        row = first
        for part in group:
            hunk.lines.extend(Line(" ", line) for line in lines[row : part.start])
            hunk.lines.extend(Line("-", line) for line in lines[part.start : part.end])
            hunk.lines.extend(Line("+", line) for line in part.new)
            shift += len(part.new) - (part.end - part.start)
            row = part.end
        hunk.lines.extend(Line(" ", line) for line in lines[row:last])
        made.append(hunk)
    return made


def _parts(data: bytes, starts: list[int], edits: Sequence[Edit]) -> Iterator[_Part]:
    """The rows that differ, edits in the same rows together."""
    at = 0
    rows = len(starts) - 1
    while at < len(edits):
        first = last = _row(starts, edits[at].span.start)
        taken: list[Edit] = []
        while True:
            while at < len(edits) and _row(starts, edits[at].span.start) <= last:
                taken.append(edits[at])
                last = max(last, _row(starts, max(edits[at].span.end - 1, edits[at].span.start)))
                at += 1
            low, high = starts[first], starts[min(last + 1, rows)]
            inside = [Edit(Span(span.start - low, span.end - low), new) for span, new in taken]
            new = applied(data[low:high], inside)
            if new and not new.endswith(b"\n") and last + 1 < rows:
                last += 1  # the next line is now part of this one
                continue
            break
        yield from _differing(first, _split(data[low:high]), _split(new))


def _row(starts: list[int], offset: int) -> int:
    return max(min(bisect_right(starts, offset) - 1, len(starts) - 2), 0)


def _split(text: bytes) -> list[bytes]:
    lines = [line + b"\n" for line in text.split(b"\n")]
    lines[-1] = lines[-1][:-1]
    return lines if lines[-1] else lines[:-1]


def _differing(row: int, old: list[bytes], new: list[bytes]) -> Iterator[_Part]:
    if len(old) > _COMPARED or len(new) > _COMPARED:
        yield _Part(row, row + len(old), new)
        return
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag != "equal":
            yield _Part(row + i1, row + i2, new[j1:j2])


def _grouped(parts: Iterable[_Part], distance: int) -> Iterator[list[_Part]]:
    group: list[_Part] = []
    for part in parts:
        if group and part.start - group[-1].end > distance:
            yield group
            group = []
        group.append(part)
    if group:
        yield group


def patch(change: Change, path: str) -> bytes:
    """A change of a file as `git apply` takes it, under a path."""
    assert change.raw is not None
    decoded = to_utf8(change.raw)
    encoding = decoded[1] if decoded is not None else "binary"
    old, new = _quoted(f"a/{path}"), _quoted(f"b/{path}")
    head = b"diff --git " + old + b" " + new + b"\n"
    if encoding not in ("utf-8", "latin-1"):
        return head + _binary(change.raw, change.written)
    tab = b"\t" if b" " in old else b""
    made = [head, b"--- ", old, tab, b"\n+++ ", new, tab, b"\n"]
    mark = change.raw[: len(change.raw) - len(change.text.data)] if encoding == "utf-8" else b""
    for hunk in hunks(mark + change.text.data, _behind(change.edits, len(mark))):
        counts = [sum(line.sign != other for line in hunk.lines) for other in "+-"]
        made.append(f"@@ -{_range(hunk.old_row, counts[0])} +{_range(hunk.new_row, counts[1])} @@\n".encode())
        for sign, text in hunk.lines:
            raw = text if encoding == "utf-8" else text.decode().encode(encoding)
            made += [sign.encode(), raw]
            if not raw.endswith(b"\n"):
                made.append(b"\n\\ No newline at end of file\n")
    return b"".join(made)


def _behind(edits: Sequence[Edit], mark: int) -> list[Edit]:
    return [Edit(Span(span.start + mark, span.end + mark), new) for span, new in edits]


def _range(row: int, count: int) -> str:
    start = row + 1 if count else row
    return str(start) if count == 1 else f"{start},{count}"


def _binary(old: bytes, new: bytes) -> bytes:
    """A patch of bytes that are no lines."""
    ids = [hashlib.sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).hexdigest() for data in (old, new)]
    return f"index {ids[0]}..{ids[1]} 100644\nGIT binary patch\n".encode() + _literal(new) + _literal(old)


def _literal(data: bytes) -> bytes:
    packed = zlib.compress(data)
    made = [b"literal %d\n" % len(data)]
    for at in range(0, len(packed), 52):
        part = packed[at : at + 52]
        length = len(part) + (ord("A") - 1 if len(part) <= 26 else ord("a") - 27)
        made.append(bytes([length]) + base64.b85encode(part, pad=True) + b"\n")
    return b"".join([*made, b"\n"])


def _quoted(path: str) -> bytes:
    """A path as git writes it, in quotes where it has signs that could mislead."""
    raw = path.encode("utf-8", "surrogateescape")
    if not any(byte < 32 or byte in (34, 92, 127) for byte in raw):
        return raw
    known = {7: b"\\a", 8: b"\\b", 9: b"\\t", 10: b"\\n", 11: b"\\v", 12: b"\\f", 13: b"\\r", 34: b'\\"', 92: b"\\\\"}
    return b'"' + b"".join(known.get(b, bytes([b]) if 32 <= b < 127 else b"\\%03o" % b) for b in raw) + b'"'
