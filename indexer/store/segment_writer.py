"""Writing segments: from the trigrams of a batch of files, or from older segments whose files are merged into one.

Most postings are of dense trigrams, whose bits are set in whatever order the postings come, so only those of sparse
trigrams are sorted. Segments are merged by sorting keys, the trigram in the upper half and the file's number in the
lower, slice by slice, so that memory does not grow with what they hold. A file appears under its name only once all of
it is on the disk.
"""

from __future__ import annotations

import contextlib
import hashlib
import io
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO

import numpy as np
import numpy.typing as npt

from indexer.store.layout import SEGMENT_HEAD
from indexer.store.segments import (
    BODY,
    CHECKSUM,
    FORMAT,
    MAGIC,
    FileIds,
    Segment,
    ascending,
    digest,
    positions,
    row_bytes,
)
from indexer.store.trigrams import CODES, Codes, Numbers, each_once

_SLICE = 1 << 19  # postings sorted and encoded in one go
_RANKS = 1 << 16  # and trigrams: numpy sorts numbers of sixteen bits by counting, which is much faster

Parts = Sequence[tuple[Codes, Numbers]]


def write_segment(path: Path, ids: Sequence[int], parts: Parts) -> None:
    """Writes the segment of some files: their ids, ascending, and their trigrams as `trigrams_of` gives them.

    The parts are of some files each, in the order of the ids. What fits the processor's cache is done fastest.
    """
    with _written(path) as file:
        _write(file, ids, parts)


def segment_in_memory(files: Mapping[int, Codes]) -> Segment:
    """A segment without a file behind it, for the few files that have just changed; from ids to trigrams."""
    file = io.BytesIO()
    ids = sorted(files)
    _write(file, ids, [(files[file_id], np.array([files[file_id].size])) for file_id in ids])
    return Segment(file.getvalue())


def merge(path: Path, segments: Sequence[Segment], keep: Iterable[int] | FileIds) -> None:
    """Writes one segment with what several know of the files to keep; Damaged when one of them turns out to be."""
    kept = np.unique(np.fromiter(keep, np.int64) if not isinstance(keep, np.ndarray) else keep)
    ids = np.intersect1d(kept, np.concatenate([segment.ids for segment in segments])) if segments else kept[:0]
    # The new number of each old one, -1 for a file that goes.
    numbers = [positions(ids, segment.ids) for segment in segments]
    sizes = np.cumsum(np.sum([segment.sizes() for segment in segments], axis=0) if segments else np.zeros(CODES))
    cuts = np.searchsorted(sizes, np.arange(_SLICE, sizes[-1], _SLICE))
    with _written(path) as file:
        writer = _Writer(file, ids)
        for low, high in zip((0, *cuts.tolist()), (*cuts.tolist(), CODES), strict=True):
            keys = []
            for segment, renumbered in zip(segments, numbers, strict=True):
                codes, old = segment.postings(low, high)
                new = renumbered[old]
                keys.append((codes << 32 | new)[new >= 0])
            if keys:
                writer.add(each_once(np.concatenate(keys)))
        writer.finish()


def _write(file: IO[bytes], ids: Sequence[int], parts: Parts) -> None:
    numbered = np.array(ids, np.int64)
    if not ascending(numbered):
        raise ValueError("file ids must ascend")
    held = np.zeros(CODES, np.int64)  # how many files hold each trigram
    for codes, _ in parts:
        np.add.at(held, codes.astype(np.int64), 1)
    writer = _Writer(file, numbered)
    _write_sparse(writer, held, *_write_dense(writer, held, parts))
    writer.finish()


def _write_dense(writer: _Writer, held: Numbers, parts: Parts) -> tuple[Codes, Codes]:
    """Writes the postings of the dense trigrams; gives the trigrams and files of the others, by the files' numbers."""
    width = writer.row * 8
    dense = np.flatnonzero(held > writer.row)
    # The row behind the last is for what the sparse trigrams set: to leave them out would take longer.
    others = dense.size * width
    rows = np.full(CODES, others)
    rows[dense] = np.arange(dense.size) * width
    bits = np.zeros(others + width, np.uint8)
    sparse_codes, sparse_numbers = [np.zeros(0, np.int32)], [np.zeros(0, np.int32)]
    first = 0
    for codes, counts in parts:
        numbers = np.repeat(np.arange(first, first + counts.size, dtype=np.int32), counts)
        first += counts.size
        places = rows.take(codes.astype(np.int64), mode="clip")
        sparse = np.flatnonzero(places == others)
        sparse_codes.append(codes.take(sparse, mode="clip"))
        sparse_numbers.append(numbers.take(sparse, mode="clip"))
        places += numbers
        bits[places] = 1
    writer.add_dense(dense, bits[:others].reshape(dense.size, width))
    return np.concatenate(sparse_codes), np.concatenate(sparse_numbers)


def _write_sparse(writer: _Writer, held: Numbers, codes: Codes, numbers: Codes) -> None:
    sparse = np.flatnonzero((held > 0) & (held <= writer.row))
    sums = np.cumsum(held[sparse])
    ranks = np.zeros(CODES, np.uint16)
    begin = done = 0
    while begin < sparse.size:
        end = min(begin + _RANKS, max(begin + 1, int(sums.searchsorted(done + _SLICE))))
        part = sparse[begin:end]
        ranks[part] = np.arange(part.size)
        among = np.flatnonzero((codes >= part[0]) & (codes <= part[-1]))
        order = ranks.take(codes.take(among)).argsort(kind="stable")
        writer.add_sparse(part, numbers.take(among).take(order), held[part])
        begin, done = end, int(sums[end - 1])


class _Writer:
    """Writes a segment slice by slice; a slice is sorted keys, trigram in the upper half and number in the lower."""

    def __init__(self, file: IO[bytes], ids: FileIds) -> None:
        self._file = file
        self._files = ids.size
        self.row = row_bytes(ids.size)
        self._digest = hashlib.blake2b(digest_size=CHECKSUM)
        self._sparse: list[Codes] = [np.zeros(0, np.int32)]
        self._ends: list[npt.NDArray[np.uint32]] = [np.zeros(0, np.uint32)]
        self._dense: list[Codes] = [np.zeros(0, np.int32)]
        self._rows: list[npt.NDArray[np.uint8]] = [np.zeros((0, self.row), np.uint8)]
        self._gaps = 0
        file.write(bytes(BODY))
        self._put(ids)

    def add(self, keys: npt.NDArray[np.int64]) -> None:
        """Adds the postings of the trigrams that come next, each of them whole."""
        if not keys.size:
            return
        codes = (keys >> 32).astype(np.int32)
        fresh = np.ones(keys.size, np.bool_)
        np.not_equal(codes[1:], codes[:-1], out=fresh[1:])
        begins = np.flatnonzero(fresh)
        counts = np.diff(begins, append=keys.size)
        codes = codes[begins]
        numbers = (keys & 0xFFFFFFFF).astype(np.int32)
        dense = counts > self.row  # a gap takes a byte at least
        if dense.any():
            inside = np.repeat(dense, counts)
            rows = np.repeat(np.arange(np.count_nonzero(dense)), counts[dense])
            bits = np.zeros((rows[-1] + 1, self.row * 8), np.uint8)
            bits[rows, numbers[inside]] = 1
            self.add_dense(codes[dense], bits)
            sparse = ~dense
            codes, counts, numbers = codes[sparse], counts[sparse], numbers[~inside]
        self.add_sparse(codes, numbers, counts)

    def add_dense(self, codes: npt.NDArray[np.signedinteger], bits: npt.NDArray[np.uint8]) -> None:
        """Adds the dense trigrams that come next: for each a row with a byte for each bit."""
        self._dense.append(codes.astype(np.int32))
        self._rows.append(np.packbits(bits, axis=1, bitorder="little"))

    def add_sparse(self, codes: npt.NDArray[np.signedinteger], numbers: Codes, counts: Numbers) -> None:
        """Adds the sparse trigrams that come next: the numbers of their files one after the other."""
        begins = np.cumsum(counts) - counts
        gaps = numbers.copy()
        gaps[1:] -= gaps[:-1] + 1
        gaps[begins] = numbers[begins]
        data, ends = _encoded(gaps)
        ends = ends[begins + counts - 1] + self._gaps
        self._gaps += data.size
        if self._gaps > 0xFFFFFFFF:
            raise ValueError("a segment cannot have more than four gigabytes of postings")
        self._sparse.append(codes.astype(np.int32))
        self._ends.append(ends.astype(np.uint32))
        self._put(data)

    def finish(self) -> None:
        sparse, dense = np.concatenate(self._sparse), np.concatenate(self._dense)
        self._put(np.zeros(-self._gaps % 4, np.uint8))
        self._put(sparse)
        self._put(np.concatenate(self._ends))
        self._put(dense)
        self._put(np.concatenate(self._rows))
        header = SEGMENT_HEAD.pack(
            MAGIC, FORMAT, self._files, self._gaps, sparse.size, dense.size, self._digest.digest()
        )
        self._file.seek(0)
        self._file.write(header + digest(header))

    def _put(self, part: npt.NDArray[np.generic]) -> None:
        data = part.tobytes()
        self._digest.update(data)
        self._file.write(data)


def _encoded(gaps: Codes) -> tuple[npt.NDArray[np.uint8], Numbers]:
    """The bytes of gaps, and where those of each end."""
    widths = np.ones(gaps.size, np.uint8)
    most = 1
    while (wide := gaps >= 1 << 7 * most).any():
        widths += wide
        most += 1
    ends = np.cumsum(widths, dtype=np.int64)
    data = np.empty(int(ends[-1]) if ends.size else 0, np.uint8)
    begins = ends - widths
    for place in range(most):
        if place:
            further = np.flatnonzero(widths > place)
            begins, gaps, widths = begins[further], gaps[further], widths[further]
        part = (gaps >> 7 * place).astype(np.uint8)
        part &= 127
        part |= (widths > place + 1).view(np.uint8) << 7
        data[begins + place] = part
    return data, ends


@contextlib.contextmanager
def _written(path: Path) -> Iterator[IO[bytes]]:
    """A file that takes its name once all of it is on the disk; a failure leaves nothing."""
    temporary = path.with_name(path.name + ".part")
    try:
        with temporary.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    if os.name == "posix":  # the new name itself has to reach the disk too
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
