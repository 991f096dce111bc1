"""A table of names: all names that some files define, as one text, and behind each name the files that define it.

The text has one name a line, those together that differ only in case and in the signs between their words, so what
begins with a word is found by halving. What has it elsewhere is found by the names' signatures, see
`name_signatures.py`. A regular expression goes through the text itself. A table is an immutable file that is mapped
into memory; the few files that changed last have one that is made on the spot.

    header   magic, format, counts of names and definitions, bytes of kinds and of text, the least file id, bytes of
             a file id and of a number, checksum of the body
    body     where each name starts (uint32) | where the definitions of each end (uint32) | file ids from the least on
             (uint16 or 32) | numbers of the definitions in their files (likewise) | their kinds (uint8) | words for
             kinds | signatures | the text

Formats: 1, the first, shortest names first; 2, in the order of folded names, with signatures and shorter columns.
"""

from __future__ import annotations

import mmap
import os
import struct
import zlib
from bisect import bisect_left, bisect_right
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from indexer.lazy import lazy
from indexer.store.layout import NAMES_HEAD as _HEAD
from indexer.store.mapped import Mapped, map_file
from indexer.store.records import Damaged
from indexer.text.folded import all_folded, folded

if TYPE_CHECKING:
    from indexer.store.name_signatures import Rows, Signatures

FORMAT = 3
_MAGIC = b"outcropN"
Definers = tuple[int, Sequence[bytes], Sequence[str]]  # a file's id, the names it defines and their kinds


class _Sizes(NamedTuple):
    """How long the parts of a table are."""

    names: int
    definitions: int
    kinds: int
    text: int
    least: int  # is added to the file ids
    file: int  # bytes of one
    number: int
    bits: int  # of a signature

    def ends(self) -> list[int]:
        """Where each part ends."""
        name, definition, signatures = 4 * self.names, self.definitions, self.bits * (-(-self.names // 8))
        columns = (name, name, self.file * definition, self.number * definition, definition)
        return list(accumulate((*columns, self.kinds, signatures, self.text)))


class Definitions(NamedTuple):
    """Definitions of some names, by columns."""

    of: Rows  # which of the names each is of
    files: Rows
    kinds: Rows  # places in the table's kinds
    numbers: Rows  # in their files


class NameTable(Mapped):
    """The names that some files define."""

    def __init__(self, body: memoryview, sizes: _Sizes) -> None:
        starts, ends, files, numbers, kinds, words, signatures, text = map(
            body.__getitem__, map(slice, (0, *sizes.ends()), sizes.ends())
        )
        self._starts, self._ends = starts.cast("I"), ends.cast("I")
        self._files = files.cast("H" if sizes.file == 2 else "I")
        self._numbers = numbers.cast("H" if sizes.number == 2 else "I")
        self._kinds = kinds
        self.kinds = bytes(words).decode().split("\n")
        self._signatures = signatures
        self.text = text  # b"\n" before the first name, between names and after the last
        self._body, self._sizes = body, sizes

    @classmethod
    def of(cls, definers: Iterable[Definers]) -> NameTable:
        """A table in memory."""
        import numpy as np

        from indexer.store.name_signatures import BITS, signed

        words: dict[str, int] = {}
        said: list[bytes] = []
        kinds: list[int] = []
        ids: list[int] = []
        each: list[int] = []
        for id, names, of in definers:
            said += names
            for kind in of:
                if kind not in words:
                    words[kind] = len(words)
            kinds += map(words.__getitem__, of)
            ids.append(id)
            each.append(len(names))
        distinct = sorted(dict.fromkeys(said))
        folds = all_folded(distinct)
        ordered = [distinct[at] for at in sorted(range(len(distinct)), key=folds.__getitem__)]
        rows = np.fromiter(
            map(dict(zip(ordered, range(len(ordered)), strict=True)).__getitem__, said), np.int64, len(said)
        )
        order = rows.argsort(kind="stable")  # the definitions of a name come in the order of files
        counts = np.array(each, np.int64)
        numbers = np.arange(len(said)) - np.repeat(counts.cumsum() - counts, counts)
        least = min((id for id, count in zip(ids, each, strict=True) if count), default=0)
        files = np.repeat(np.array(ids, np.int64) - least, counts)
        lengths = np.fromiter(map(len, ordered), np.uint32, len(ordered))
        starts = (lengths + 1).cumsum(dtype=np.uint32) - lengths
        text = b"\n".join((b"", *ordered, b""))
        file, number = _width(files), _width(numbers)
        parts = (
            starts.tobytes(),
            np.bincount(rows, minlength=len(ordered)).cumsum().astype(np.uint32).tobytes(),
            files[order].astype(f"u{file}").tobytes(),
            numbers[order].astype(f"u{number}").tobytes(),
            np.array(kinds, np.uint8)[order].tobytes(),
            "\n".join(words).encode(),
            signed(text, starts.tobytes()) if ordered else b"",
            text,
        )
        sizes = _Sizes(len(ordered), len(said), len(parts[5]), len(text), least, file, number, BITS)
        return cls(memoryview(b"".join(parts)), sizes)

    def __len__(self) -> int:
        return len(self._starts)

    @property
    def definitions(self) -> int:
        """How many there are of all names together."""
        return len(self._files)

    def row_at(self, offset: int) -> int:
        """The row of the name at an offset of the text."""
        return max(bisect_right(self._starts, offset) - 1, 0)

    def _written(self, row: int) -> bytes:
        end = self._starts[row + 1] if row + 1 < len(self._starts) else len(self.text)
        return bytes(self.text[self._starts[row] : end - 1])

    def name(self, row: int) -> str:
        return self._written(row).decode("utf-8", "surrogatepass")

    def names(self) -> Iterator[str]:
        return map(self.name, range(len(self)))

    def beginning(self, name: bytes) -> tuple[range, range]:
        """The rows of the names that are a name, and of those that go on after it, but for what `folded` leaves out."""
        wanted, rows = folded(name), range(len(self))
        first = bisect_left(rows, wanted, key=lambda row: folded(self._written(row)))
        after = bisect_right(rows, wanted, first, key=lambda row: folded(self._written(row)))
        last = bisect_right(rows, wanted, after, key=lambda row: folded(self._written(row))[: len(wanted)])
        return range(first, after), range(after, last)

    @lazy
    def signatures(self) -> Signatures:
        from indexer.store.name_signatures import Signatures

        return Signatures(self._signatures, len(self))

    def definers(self, row: int) -> list[tuple[int, str, int]]:
        """The files that define a name, each with the kind of the definition and its number in the file."""
        low, high, least = self._ends[row - 1] if row else 0, self._ends[row], self._sizes.least
        return [(least + self._files[at], self.kinds[self._kinds[at]], self._numbers[at]) for at in range(low, high)]

    def definitions_of(self, rows: Rows) -> Definitions:
        """All definitions of some names."""
        import numpy as np

        ends = np.frombuffer(self._ends, np.uint32)
        lows = np.where(rows > 0, ends[rows - 1], 0).astype(np.int64)
        after = (ends[rows] - lows).cumsum()  # every name has a definition
        of = np.zeros(after[-1] if len(after) else 0, np.int64)
        of[after[:-1]] = 1
        of.cumsum(out=of)
        at = np.arange(len(of)) + (lows - np.append(0, after)[:-1])[of]
        files, numbers = np.asarray(self._files), np.asarray(self._numbers)
        return Definitions(of, files[at] + np.int64(self._sizes.least), np.asarray(self._kinds)[at], numbers[at])

    def starts(self, rows: Rows) -> Rows:
        """Where each of some names starts in the text; the row after the last is where it ends."""
        import numpy as np

        starts = np.frombuffer(self._starts, np.uint32)
        return np.where(rows < len(starts), starts[np.minimum(rows, len(starts) - 1)], len(self.text)).astype(np.int64)

    def lengths(self, rows: Rows) -> Rows:
        """How many bytes each of some names has."""
        return self.starts(rows + 1) - self.starts(rows) - 1

    def count_kinds(self, files: Sequence[int]) -> dict[str, int]:
        """How many definitions of each kind some files have."""
        import numpy as np

        alive = np.isin(np.asarray(self._files) + np.int64(self._sizes.least), np.asarray(files, np.int64))
        counts = np.bincount(np.asarray(self._kinds, np.uint8)[alive], minlength=len(self.kinds))
        return {word: count for word, count in zip(self.kinds, counts.tolist(), strict=False) if count}

    def files_with(self, kinds: Collection[str]) -> Rows:
        """The files that define something of one of some kinds, also such as are gone."""
        import numpy as np

        wanted = np.array([kind in kinds for kind in self.kinds], np.bool_)
        files = np.unique(np.asarray(self._files)[wanted[np.asarray(self._kinds, np.uint8)]])
        return files + np.int64(self._sizes.least)

    def write(self, path: Path) -> None:
        """Writes the file whole or not at all."""
        head = _HEAD.pack(_MAGIC, FORMAT, *self._sizes, _checksum(self._body, self._sizes))
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
            magic, version, *sizes, checksum = _HEAD.unpack_from(data)
        except (OSError, ValueError, struct.error) as error:
            raise Damaged(f"a table of names: {error}") from error
        body, parts = data[_HEAD.size :], _Sizes(*sizes)
        whole = magic == _MAGIC and version == FORMAT and len(body) == parts.ends()[-1]
        if not whole or _checksum(body, parts) != checksum:
            raise Damaged("a table of names is torn")
        if hasattr(mmap, "MADV_DONTNEED"):
            mapped.madvise(mmap.MADV_DONTNEED)  # all of it was read for the checksum, and little of it is searched
        table = cls(body, parts)
        table._state = state
        return table


def _checksum(body: memoryview, sizes: _Sizes) -> int:
    return zlib.crc32(body, zlib.crc32(repr(tuple(sizes)).encode()))


def _width(numbers: Rows) -> int:
    """How many bytes a number takes: two where that is enough."""
    return 2 if not len(numbers) or numbers.max() < 1 << 16 else 4
