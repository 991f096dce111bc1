"""All names that the index has symbols for, as one text: shortest first, then in order, one a line.

A person's search for a name goes through the whole text with a few regular expressions, and because short names come
first it may stop at the first few hundred that match. The file is immutable and memory-mapped; names that came after
it was written are few and are read from the database.
"""

from __future__ import annotations

import mmap
import os
import struct
import zlib
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from pathlib import Path

from indexer.store.records import Damaged

_HEAD = struct.Struct("<8sIIQI")  # magic, names, the newest id, bytes of text, checksum of what follows
_MAGIC = b"outcropN"


class NameTable:
    """Names sorted by length, each with its id."""

    def __init__(self, text: bytes, ids: array[int], starts: array[int]) -> None:
        self.text = text  # b"\\n" before the first name, between names and after the last
        self._ids = ids
        self._starts = starts
        self.newest = max(ids, default=0)

    @classmethod
    def of(cls, names: Iterable[tuple[int, str]]) -> NameTable:
        ordered = sorted(((id, name.encode("utf-8", "surrogatepass")) for id, name in names), key=_by_length)
        starts = array("I", [1])
        for _, name in ordered:
            starts.append(starts[-1] + len(name) + 1)
        text = b"\n" + b"".join(name + b"\n" for _, name in ordered)
        return cls(text, array("I", (id for id, _ in ordered)), starts[:-1])

    def __len__(self) -> int:
        return len(self._ids)

    def at(self, offset: int) -> tuple[int, str]:
        """The id and the name at an offset of the text."""
        row = max(bisect_right(self._starts, offset) - 1, 0)
        start = self._starts[row]
        end = self.text.find(b"\n", start)
        return self._ids[row], self.text[start:end].decode("utf-8", "surrogatepass")

    def all(self) -> Iterator[tuple[int, str]]:
        names = self.text[1:-1].decode("utf-8", "surrogatepass").split("\n") if self._ids else []
        return zip(self._ids, names, strict=True)

    def write(self, path: Path) -> None:
        """Writes the file whole or not at all."""
        body = self._ids.tobytes() + self._starts.tobytes() + self.text
        head = _HEAD.pack(_MAGIC, len(self._ids), self.newest, len(self.text), zlib.crc32(body))
        temporary = path.with_name(f"{path.name}.new")
        with temporary.open("wb") as file:
            file.write(head + body)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)

    @classmethod
    def open(cls, path: Path) -> NameTable:
        """Reads the file; Damaged when it is not what was written."""
        try:
            with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
                magic, count, _, length, checksum = _HEAD.unpack_from(data)
                body = data[_HEAD.size :]
        except (OSError, ValueError, struct.error) as error:
            raise Damaged(f"the table of names: {error}") from error
        if magic != _MAGIC or len(body) != 8 * count + length or zlib.crc32(body) != checksum:
            raise Damaged("the table of names is torn")
        ids, starts = array("I"), array("I")
        ids.frombytes(body[: 4 * count])
        starts.frombytes(body[4 * count : 8 * count])
        return cls(body[8 * count :], ids, starts)


def _by_length(item: tuple[int, bytes]) -> tuple[int, bytes]:
    return len(item[1]), item[1]
