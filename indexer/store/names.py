"""A table of names: all names that some files define, as one text, and behind each name the files that define it.

The text has one name a line, shortest first, then in order. A person's search for a name goes through it with a few
regular expressions, and because short names come first it may stop at the first few hundred that match. A table is an
immutable file that is mapped into memory; the few files that changed last have one that is made on the spot.

    header   magic, format, counts of names and definitions, bytes of kinds and of text, checksum of the body
    body     where each name starts (uint32) | where the definitions of each end (uint32) | file ids (uint32)
             | numbers of the definitions in their files (uint32) | their kinds (uint8) | words for kinds | the text

Formats: 1, the first.
"""

from __future__ import annotations

import os
import struct
import zlib
from array import array
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, chain
from pathlib import Path

from indexer.store.mapped import Mapped, map_file
from indexer.store.records import Damaged

FORMAT = 1
_HEAD = struct.Struct("<8sIIIIQII")  # magic, format, names, definitions, kinds, text, checksum, nothing
_MAGIC = b"outcropN"
Definers = tuple[int, Sequence[bytes], Sequence[str]]  # a file's id, the names it defines and their kinds


class NameTable(Mapped):
    """The names that some files define."""

    def __init__(self, body: memoryview, names: int, definitions: int, kinds: int) -> None:
        ends = list(accumulate((4 * names, 4 * names, 4 * definitions, 4 * definitions, definitions, kinds)))
        self._starts = body[: ends[0]].cast("I")
        self._ends = body[ends[0] : ends[1]].cast("I")
        self._files = body[ends[1] : ends[2]].cast("I")
        self._numbers = body[ends[2] : ends[3]].cast("I")
        self._kinds = body[ends[3] : ends[4]]
        self._words = bytes(body[ends[4] : ends[5]]).decode().split("\n")
        self.text = body[ends[5] :]  # b"\n" before the first name, between names and after the last
        self._body = body

    @classmethod
    def of(cls, definers: Iterable[Definers]) -> NameTable:
        """A table in memory."""
        words: dict[str, int] = {}
        found: defaultdict[bytes, list[int]] = defaultdict(list)  # name -> file << 40 | number << 8 | kind
        for file, names, kinds in definers:
            for number, (name, kind) in enumerate(zip(names, kinds, strict=True), file << 32):
                found[name].append(number << 8 | words.setdefault(kind, len(words)))
        ordered = sorted(found)
        ordered.sort(key=len)
        each = [found[name] for name in ordered]
        packed = list(chain.from_iterable(each))
        parts = (
            array("I", accumulate((len(name) + 1 for name in ordered[:-1]), initial=1)) if ordered else array("I"),
            array("I", accumulate(map(len, each))),
            array("I", [one >> 40 for one in packed]),
            array("I", [one >> 8 & 0xFFFFFFFF for one in packed]),
            bytes([one & 255 for one in packed]),
            "\n".join(words).encode(),
            b"\n" + b"".join(name + b"\n" for name in ordered),
        )
        return cls(memoryview(b"".join(parts)), len(ordered), len(packed), len(parts[5]))

    def __len__(self) -> int:
        return len(self._starts)

    @property
    def definitions(self) -> int:
        """How many there are of all names together."""
        return len(self._files)

    def row_at(self, offset: int) -> int:
        """The row of the name at an offset of the text."""
        return max(bisect_right(self._starts, offset) - 1, 0)

    def name(self, row: int) -> str:
        end = self._starts[row + 1] if row + 1 < len(self._starts) else len(self.text)
        return bytes(self.text[self._starts[row] : end - 1]).decode("utf-8", "surrogatepass")

    def names(self) -> Iterator[str]:
        return map(self.name, range(len(self)))

    def definers(self, row: int) -> list[tuple[int, str, int]]:
        """The files that define a name, each with the kind of the definition and its number in the file."""
        low, high = self._ends[row - 1] if row else 0, self._ends[row]
        return [(self._files[at], self._words[self._kinds[at]], self._numbers[at]) for at in range(low, high)]

    def count_kinds(self, files: Sequence[int]) -> dict[str, int]:
        """How many definitions of each kind some files have."""
        import numpy as np

        alive = np.isin(np.asarray(self._files, np.uint32), np.asarray(files, np.uint32))
        counts = np.bincount(np.asarray(self._kinds, np.uint8)[alive], minlength=len(self._words))
        return {word: count for word, count in zip(self._words, counts.tolist(), strict=False) if count}

    def write(self, path: Path) -> None:
        """Writes the file whole or not at all."""
        kinds = len(self._body) - 8 * len(self) - 9 * self.definitions - len(self.text)
        checksum = zlib.crc32(self._body)
        head = _HEAD.pack(_MAGIC, FORMAT, len(self), self.definitions, kinds, len(self.text), checksum, 0)
        temporary = path.with_name(f"{path.name}.new")
        with temporary.open("wb") as file:
            file.write(head)
            file.write(self._body)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)

    @classmethod
    def open(cls, path: Path) -> NameTable:
        """Maps the file into memory; Damaged when it is not what was written."""
        try:
            mapped, state = map_file(path)
            data = memoryview(mapped)
            magic, version, names, definitions, kinds, text, checksum, _ = _HEAD.unpack_from(data)
        except (OSError, ValueError, struct.error) as error:
            raise Damaged(f"a table of names: {error}") from error
        body = data[_HEAD.size :]
        whole = magic == _MAGIC and version == FORMAT and len(body) == 8 * names + 9 * definitions + kinds + text
        if not whole or zlib.crc32(body) != checksum:
            raise Damaged("a table of names is torn")
        table = cls(body, names, definitions, kinds)
        table._state = state
        return table
