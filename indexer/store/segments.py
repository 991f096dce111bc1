"""A segment: which files of a batch hold which trigram, as an immutable file that is mapped into memory.

The files of a segment are numbered from 0 in the order of their ids, and a trigram's posting is the numbers of the
files that hold it. A posting is a row of bits where that is smaller (a dense trigram), else the gaps between numbers,
each in as few bytes as it needs, seven bits in a byte, the eighth set on all but the last (a sparse trigram).

    header   magic, format, four counts, checksum of the body, checksum of the header
    body     file ids (int64) | gaps, padded to four bytes | sparse trigrams (int32)
             | where the gaps of each end (uint32) | dense trigrams (int32) | rows of bits

A segment is never changed. Files that are gone stay in it until it is merged with others; who asks it for candidates
leaves out what is not alive. It knows nothing of paths and never reads a file of the workspace.

Formats: 1, the first.
"""

from __future__ import annotations

import contextlib
import hashlib
import mmap
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import numpy.typing as npt

from indexer.store.layout import SEGMENT_HEAD
from indexer.store.mapped import Mapped, map_file
from indexer.store.records import Damaged
from indexer.store.trigrams import CODES, Codes, Numbers, each_once, literal_trigrams

FORMAT = 1
MAGIC = b"outcrop3"
CHECKSUM = 16
_RAREST = 3  # trigrams
_SHORT = 96  # bytes
BODY = SEGMENT_HEAD.size + CHECKSUM

FileIds = npt.NDArray[np.int64]


class Segment(Mapped):
    """A segment opened for reading. Opening looks at the header alone, `verify` at every byte."""

    def __init__(self, data: bytes | mmap.mmap) -> None:
        """Reads a segment from its bytes; Damaged when they are none."""
        self._data = data
        if len(data) < BODY:
            raise Damaged("a segment is too short")
        header = data[: SEGMENT_HEAD.size]
        magic, version, files, gaps, sparse, dense, self._checksum = SEGMENT_HEAD.unpack(header)
        if magic != MAGIC or version != FORMAT:
            raise Damaged("a segment is of another format")
        if digest(header) != data[SEGMENT_HEAD.size : BODY]:
            raise Damaged("a segment's header is damaged")
        self._row = row_bytes(files)
        if len(data) != BODY + 8 * files + gaps + -gaps % 4 + 8 * sparse + (4 + self._row) * dense:
            raise Damaged("a segment is cut short")
        at = BODY
        self.ids: FileIds = np.frombuffer(data, np.int64, files, at)
        at += 8 * files
        self._gaps = np.frombuffer(data, np.uint8, gaps, at)
        at += gaps + -gaps % 4
        self._sparse = np.frombuffer(data, np.int32, sparse, at)
        at += 4 * sparse
        self._ends = np.frombuffer(data, np.uint32, sparse, at)
        at += 4 * sparse
        self._ends_view = self._ends.data
        self._dense = np.frombuffer(data, np.int32, dense, at)
        at += 4 * dense
        self._rows = np.frombuffer(data, np.uint8, dense * self._row, at).reshape(dense, self._row)

    @classmethod
    def open(cls, path: Path) -> Segment:
        try:
            mapped, state = map_file(path)
            segment = cls(mapped)
            segment._state = state
            return segment
        except (OSError, ValueError) as error:  # a missing file, or an empty one, which cannot be mapped
            raise Damaged(f"a segment cannot be read: {error}") from error

    def close(self) -> None:
        """Gives the mapping back; the segment cannot be used after it."""
        self.ids = np.zeros(0, np.int64)
        self._ends_view = memoryview(b"")
        self._gaps = self._ends = self._sparse = self._dense = self._rows = np.zeros(0, np.uint8)  # type: ignore[assignment]
        if isinstance(self._data, mmap.mmap):
            # An answer that is still being worked on may hold on to the mapping, which then goes with it.
            with contextlib.suppress(BufferError):
                self._data.close()

    def verify(self) -> None:
        """Reads the whole segment; Damaged unless it is what was written."""
        if digest(memoryview(self._data)[BODY:]) != self._checksum:
            raise Damaged("a segment's body is damaged")

    def candidates(self, literal: bytes) -> FileIds | None:
        """The ids of the files that may hold a literal, whatever the case of its ASCII letters, in ascending order.

        None when the literal says nothing: it has no three bytes in a row without a line end.
        """
        codes = literal_trigrams(literal)
        return None if codes is None else self.files_with(codes)

    def files_with(self, codes: Codes) -> FileIds:
        """The ids of the files that have all the trigrams, in ascending order.

        The rarest are looked at first: where a text is in few files, most segments have none that has even those.
        """
        rows, is_dense = lookup(self._dense, codes)
        sparse, is_sparse = lookup(self._sparse, codes[~is_dense])
        if not is_sparse.all():
            return np.zeros(0, np.int64)
        places = sparse.tolist()
        ends = [self._ends_view[at] for at in places]
        begins = [self._ends_view[at - 1] if at else 0 for at in places]
        postings = sorted(zip(begins, ends, strict=True), key=lambda posting: posting[1] - posting[0])
        few: set[int] | None = None
        while postings and postings[0][1] - postings[0][0] <= _SHORT:
            numbers = self._in_short(*postings.pop(0))
            few = numbers if few is None else few & numbers
            if not few:
                return np.zeros(0, np.int64)
        found = None if few is None else np.array(sorted(few))
        for some in (postings[:_RAREST], postings[_RAREST:]):
            if some:
                holding = self._in_all(some)
                found = holding if found is None else np.intersect1d(found, holding, assume_unique=True)
                if not found.size:
                    return np.zeros(0, np.int64)
        if is_dense.any():
            bits = np.bitwise_and.reduce(self._rows[rows[is_dense]], axis=0)
            if found is None:
                found = np.unpackbits(bits, count=self.ids.size, bitorder="little").nonzero()[0]
            else:
                found = found[bits[found >> 3] >> (found & 7).astype(np.uint8) & 1 == 1]
        return self.ids[found]

    def _in_short(self, begin: int, end: int) -> set[int]:
        """The numbers in a short posting, which numpy would take longer for."""
        found: set[int] = set()
        number, gap, shift = -1, 0, 0
        for byte in self._gaps[begin:end].tobytes():
            gap |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                number += gap + 1
                found.add(number)
                gap = shift = 0
        if shift or not found or number >= self.ids.size:
            raise Damaged("a segment's posting is damaged")
        return found

    def _in_all(self, postings: list[tuple[int, int]]) -> Numbers:
        """The numbers that are in all of some postings, given by where their gaps begin and end."""
        parts = [self._gaps[begin:end] for begin, end in postings]
        # All are decoded in one go and counted: much faster than one by one, smallest first.
        lengths = np.array([end - begin for begin, end in postings])
        numbers, _ = self._decoded(np.concatenate(parts), lengths.cumsum())
        found: Numbers = (np.bincount(numbers, minlength=self.ids.size) == len(postings)).nonzero()[0]
        return found

    def _decoded(self, gaps: npt.NDArray[np.uint8], ends: Numbers) -> tuple[Numbers, Numbers]:
        """The numbers in some postings that end at the places given, and how many each posting has."""
        if not ends.size:
            return np.zeros(0, np.int64), np.zeros(0, np.int64)
        if ends[0] <= 0 or ends[-1] != gaps.size or not ascending(ends) or (gaps[ends - 1] >= 128).any():
            raise Damaged("a segment's table is damaged")
        numbers, lasts = gaps.astype(np.int64), ends - 1
        finals = np.flatnonzero(gaps < 128)
        if finals.size < gaps.size:
            numbers, lasts = _wide(gaps, finals), np.searchsorted(finals, lasts)
        numbers += 1
        sums = numbers.cumsum()
        counts = lasts + 1
        counts[1:] -= counts[:-1].copy()
        # The sum runs on from one posting to the next: what it was at the end of the one before is taken away.
        before = sums[lasts]
        before[1:], before[0] = before[:-1].copy(), 0
        sums -= (before + 1).repeat(counts)
        if sums.max() >= self.ids.size:
            raise Damaged("a segment's posting is damaged")
        return sums, counts

    def sizes(self) -> npt.NDArray[np.float64]:
        """For each trigram about how many postings it has, and never too few."""
        lengths = np.diff(self._ends.astype(np.int64), prepend=0)
        for codes in (self._sparse, self._dense):
            if (codes < 0).any() or (codes >= CODES).any() or not ascending(codes):
                raise Damaged("a segment's table is damaged")
        sizes = np.zeros(CODES)
        sizes[self._sparse] = lengths
        sizes[self._dense] = self.ids.size
        return sizes

    def postings(self, low: int, high: int) -> tuple[Numbers, Numbers]:
        """Trigrams from `low` up to `high`, and the numbers of the files that hold them: one row each, in no order."""
        first, last = np.searchsorted(self._sparse, (low, high)).tolist()
        begin = int(self._ends[first - 1]) if first else 0
        end = int(self._ends[last - 1]) if last else 0
        numbers, counts = self._decoded(self._gaps[begin:end], self._ends[first:last].astype(np.int64) - begin)
        top, bottom = np.searchsorted(self._dense, (low, high)).tolist()
        bits = np.unpackbits(self._rows[top:bottom], axis=1, count=self.ids.size, bitorder="little")
        rows, columns = np.nonzero(bits)
        codes = np.concatenate((np.repeat(self._sparse[first:last], counts), self._dense[top:bottom][rows]))
        return codes.astype(np.int64), np.concatenate((numbers, columns))


def candidates(segments: Iterable[Segment], literals: Iterable[bytes]) -> FileIds | None:
    """The ids of the files of several segments that may hold all of some literals; None when these say nothing."""
    asked = [codes for literal in literals if (codes := literal_trigrams(literal)) is not None]
    if not asked:
        return None
    codes = asked[0] if len(asked) == 1 else each_once(np.concatenate(asked))
    found = [segment.files_with(codes) for segment in segments]
    # Each is in order already, and the stable sort is the one that makes use of it.
    return np.sort(np.concatenate(found), kind="stable") if found else np.zeros(0, np.int64)


def _wide(data: npt.NDArray[np.uint8], finals: Numbers) -> Numbers:
    """The gaps, some of more than one byte, in a run of bytes; `finals` are the places of their last bytes."""
    begins = np.zeros_like(finals)
    np.add(finals[:-1], 1, out=begins[1:])
    gaps = (data[begins] & 127).astype(np.int64)
    which = np.flatnonzero(begins < finals)
    shift = 7
    while which.size:
        if shift > 28:
            raise Damaged("a segment's posting is damaged")
        begins += 1
        places = begins[which]
        gaps[which] |= (data[places] & 127).astype(np.int64) << shift
        which = which[places < finals[which]]
        shift += 7
    return gaps


def positions(table: npt.NDArray[np.signedinteger], wanted: npt.NDArray[np.signedinteger]) -> Numbers:
    """Where a sorted table has each of the numbers wanted, -1 where it has not."""
    at, there = lookup(table, wanted)
    return np.where(there, at, -1)


def lookup(
    table: npt.NDArray[np.signedinteger], wanted: npt.NDArray[np.signedinteger]
) -> tuple[Numbers, npt.NDArray[np.bool_]]:
    """Where in a sorted table each of the numbers wanted would be, and whether it is there."""
    at = table.searchsorted(wanted)
    if not table.size:
        return at, np.zeros(wanted.size, np.bool_)
    return at, table.take(at, mode="clip") == wanted


def ascending(numbers: npt.NDArray[np.signedinteger]) -> bool:
    return bool((numbers[1:] > numbers[:-1]).all())


def row_bytes(files: int) -> int:
    return (files + 7) // 8


def digest(data: bytes | memoryview) -> bytes:
    return hashlib.blake2b(data, digest_size=CHECKSUM).digest()
