"""Packs: many objects in one file, some of them as the difference to another."""

from __future__ import annotations

import mmap
import struct
from bisect import bisect_left
from pathlib import Path

from indexer.git.objects import LARGEST, GitObject, Unreadable, inflated
from indexer.lazy import lazy

MOST_MADE = 4 << 30  # bytes that are unpacked for one answer: a few can say that each of many objects is large
_DEEPEST = 4096  # differences on top of each other; git makes 50, and at most 4095
_KINDS = {1: "commit", 2: "tree", 3: "blob", 4: "tag"}
_BY_OFFSET, _BY_NAME = 6, 7
_FANOUT = 8
_NAMES = _FANOUT + 256 * 4


class Pack:
    """One pack with its index of version 2. Its files are opened when something is looked for."""

    def __init__(self, index: Path) -> None:
        self._path = index
        self.made = 0  # bytes that were unpacked so far

    @lazy
    def _index(self) -> memoryview:
        view = _mapped(self._path)
        if bytes(view[:_FANOUT]) != b"\xfftOc\0\0\0\2" or len(view) < _NAMES:
            raise Unreadable(f"{self._path} is no index of a pack of version 2")
        return view

    @lazy
    def _count(self) -> int:
        fanout = struct.unpack_from(">256I", self._index, _FANOUT)
        if list(fanout) != sorted(fanout) or _NAMES + fanout[-1] * 28 + 40 > len(self._index):
            raise Unreadable(f"{self._path} is damaged")
        return int(fanout[-1])

    @lazy
    def _pack(self) -> memoryview:
        path = self._path.with_suffix(".pack")
        view = _mapped(path)
        if bytes(view[:4]) != b"PACK" or len(view) < 32:
            raise Unreadable(f"{path} is no pack")
        return view[:-20]

    def _name(self, at: int) -> bytes:
        return bytes(self._index[_NAMES + at * 20 : _NAMES + at * 20 + 20])

    def _first_from(self, name: bytes) -> int:
        return bisect_left(range(self._count), name, key=self._name)

    def names_like(self, prefix: str) -> list[bytes]:
        """Names that begin so, two at most."""
        at = self._first_from(bytes.fromhex(prefix.ljust(40, "0")))
        near = [self._name(each) for each in range(at, min(at + 2, self._count))]
        return [name for name in near if name.hex().startswith(prefix)]

    def read(self, name: bytes) -> GitObject | None:
        at = self._first_from(name)
        return self._at(self._offset(at)) if at < self._count and self._name(at) == name else None

    def _offset(self, at: int) -> int:
        offsets = _NAMES + self._count * 24
        offset = int(struct.unpack_from(">I", self._index, offsets + at * 4)[0])
        if not offset & 1 << 31:
            return offset
        far = offsets + self._count * 4 + (offset & (1 << 31) - 1) * 8
        if far + 8 > len(self._index):
            raise Unreadable(f"{self._path} is damaged")
        return int(struct.unpack_from(">Q", self._index, far)[0])

    def _at(self, offset: int) -> GitObject:
        """The object at a place of the pack: a whole one, and the differences on top of it."""
        deltas: list[bytes] = []
        held = 0
        while True:
            number, size, at = self._header(offset)
            if number in _KINDS:
                base = GitObject(_KINDS[number], self._inflated(at, size))
                break
            if number == _BY_OFFSET:
                before, at = self._distance(at)
                if not 0 < before < offset:
                    raise Unreadable(f"{self._path.with_suffix('.pack')} is damaged")
                offset -= before
            elif number == _BY_NAME:
                name, at = bytes(self._pack[at : at + 20]), at + 20
            else:
                raise Unreadable(f"{self._path.with_suffix('.pack')} has an object of an unknown kind")
            deltas.append(self._inflated(at, size))
            held += size
            if len(deltas) > _DEEPEST or held > LARGEST:
                raise Unreadable(f"{self._path.with_suffix('.pack')} has too many differences on top of each other")
            if number == _BY_NAME:
                place = self._first_from(name)
                if place == self._count or self._name(place) != name:
                    raise Unreadable(f"{self._path.with_suffix('.pack')}: the object {name.hex()} is missing")
                offset = self._offset(place)
        data = base.data
        begun = self.made
        for delta in reversed(deltas):
            data = patched(data, delta)
            self.made += len(data)
            if self.made - begun > MOST_MADE:
                raise Unreadable(f"{self._path.with_suffix('.pack')}: an object takes too much to unpack")
        return GitObject(base.kind, data)

    def _byte(self, at: int) -> int:
        if not 0 <= at < len(self._pack):
            raise Unreadable(f"{self._path.with_suffix('.pack')} ends where an object should be")
        return self._pack[at]

    def _header(self, at: int) -> tuple[int, int, int]:
        """The kind of an object, its size, and where its data begins."""
        byte = self._byte(at)
        number, size, shift = byte >> 4 & 7, byte & 15, 4
        while byte & 128:
            at += 1
            byte = self._byte(at)
            size |= (byte & 127) << shift
            shift += 7
            if shift > 64:
                raise Unreadable(f"{self._path.with_suffix('.pack')} is damaged")
        return number, size, at + 1

    def _distance(self, at: int) -> tuple[int, int]:
        byte = self._byte(at)
        distance = byte & 127
        while byte & 128 and distance < 1 << 56:
            at += 1
            byte = self._byte(at)
            distance = distance + 1 << 7 | byte & 127
        return distance, at + 1

    def _inflated(self, at: int, size: int) -> bytes:
        self.made += size
        return inflated(self._pack[at:], size, self._path.with_suffix(".pack"))


def patched(base: bytes, delta: bytes) -> bytes:
    """A text made of parts of another and of new bytes, as a delta says."""
    expected, at = _size(delta, 0)
    result, at = _size(delta, at)
    if expected != len(base) or result > LARGEST:
        raise Unreadable("a difference between two objects does not fit, or makes too much")
    made = bytearray()
    try:
        while at < len(delta):
            sign = delta[at]
            at += 1
            if sign & 128:
                numbers = [0] * 7
                for bit in range(7):
                    if sign & 1 << bit:
                        numbers[bit] = delta[at]
                        at += 1
                start = int.from_bytes(bytes(numbers[:4]), "little")
                size = int.from_bytes(bytes(numbers[4:]), "little") or 1 << 16
                made += base[start : start + size]
            else:
                made += delta[at : at + sign]
                at += sign
            if not sign or len(made) > result:
                break
    except IndexError:
        made.clear()
    if len(made) != result:
        raise Unreadable("a difference between two objects is damaged")
    return bytes(made)


def _size(delta: bytes, at: int) -> tuple[int, int]:
    size = 0
    for shift in range(0, 63, 7):
        if at >= len(delta):
            break
        size |= (delta[at] & 127) << shift
        at += 1
        if not delta[at - 1] & 128:
            return size, at
    raise Unreadable("a difference between two objects is damaged")


def _mapped(path: Path) -> memoryview:
    try:
        if not path.is_file():
            raise Unreadable(f"{path} is missing")
        with path.open("rb") as file:
            return memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
    except (OSError, ValueError) as error:
        raise Unreadable(f"{path} cannot be read ({error})") from error
