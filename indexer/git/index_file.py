"""The index of a work tree: what is staged, and how each file looked when git last saw it."""

from __future__ import annotations

import struct
from typing import NamedTuple

from indexer.git.objects import Unreadable

_HEADER = struct.Struct(">4sII")
_ENTRY = struct.Struct(">10I20sH")
_EXTENDED, _LENGTH, _STAGE = 0x4000, 0x0FFF, 0x3000
_LONGEST = 256 << 20  # bytes of all paths, each of which can be that before it and a letter


class Entry(NamedTuple):
    content: bytes
    size: int
    mtime: int  # in nanoseconds
    stage: int  # 0, or which side of a conflict it is


def read_index(data: bytes) -> dict[bytes, Entry]:
    """The entries of an index of version 2, 3 or 4, by path. What is behind them is not needed."""
    try:
        return _entries(data)
    except (struct.error, IndexError, ValueError) as error:
        raise Unreadable("the index of the work tree is damaged") from error


def _entries(data: bytes) -> dict[bytes, Entry]:
    magic, version, count = _HEADER.unpack_from(data, 0)
    if magic != b"DIRC" or version not in (2, 3, 4):
        raise Unreadable("the index of the work tree has a format that is not known")
    found: dict[bytes, Entry] = {}
    at, path, written = _HEADER.size, b"", 0
    for _ in range(count):
        start = at
        fields = _ENTRY.unpack_from(data, at)
        flags = fields[11]
        at += _ENTRY.size + (2 if flags & _EXTENDED else 0)
        if version == 4:
            dropped, at = _varint(data, at)
            if dropped > len(path):
                raise ValueError
            path = path[: len(path) - dropped]
        else:
            path = b""
        end = data.index(b"\0", at)
        path += data[at:end]
        written += len(path)
        if written > _LONGEST:
            raise ValueError
        at = end + 1 if version == 4 else start + (end - start + 8 & ~7)
        found[path] = Entry(fields[10], fields[9], fields[2] * 10**9 + fields[3], (flags & _STAGE) >> 12)
    return found


def _varint(data: bytes, at: int) -> tuple[int, int]:
    byte = data[at]
    value = byte & 127
    while byte & 128 and value < 1 << 32:
        at += 1
        byte = data[at]
        value = value + 1 << 7 | byte & 127
    return value, at + 1
