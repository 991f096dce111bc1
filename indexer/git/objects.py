"""Objects of a repository: loose ones, those in packs, and those of the repositories it borrows from."""

from __future__ import annotations

import os
import re
import stat
import zlib
from pathlib import Path
from typing import NamedTuple

LARGEST = 64 << 20  # bytes of an object, and of a file of git's that is read whole
_BORROWED = 8  # object folders that are borrowed from, at most
_HEADER = 64
_BIT = 16 << 10  # bytes that zlib is given at once
_LOOSE = re.compile(r"[0-9a-f]{38}\Z")


class Unreadable(Exception):
    """A repository, or what was asked of it, cannot be read; the message says why."""


class GitObject(NamedTuple):
    kind: str  # commit, tree, blob or tag
    data: bytes


def read_regular(path: Path, limit: int = LARGEST) -> bytes | None:
    """The bytes of a regular file; None where there is none."""
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except (OSError, ValueError):
        return None
    try:
        state = os.fstat(handle)
        if not stat.S_ISREG(state.st_mode):
            return None
        if state.st_size > limit:
            raise Unreadable(f"{path} is larger than {limit >> 20} MiB")
        with open(handle, "rb", closefd=False) as file:
            return file.read(limit)
    except OSError as error:
        raise Unreadable(f"{path}: {error.strerror}") from error
    finally:
        os.close(handle)


def inflated(data: bytes | memoryview, size: int, what: object) -> bytes:
    """What zlib made smaller, if it is as long as it says it is."""
    if size > LARGEST:
        raise Unreadable(f"{what} says it has {size:,} bytes, which is too many")
    reader, unpacked, at = zlib.decompressobj(), bytearray(), 0
    try:
        # zlib copies all that follows in what it is given, which in a pack is all objects behind this one.
        while not reader.eof and len(unpacked) <= size and at < len(data):
            unpacked += reader.decompress(data[at : at + _BIT], size + 1 - len(unpacked))
            at += _BIT
    except zlib.error as error:
        raise Unreadable(f"{what} is damaged ({error})") from error
    if len(unpacked) != size:
        raise Unreadable(f"{what} is not as long as it says")
    return bytes(unpacked)


class ObjectStore:
    """All objects that a repository can name."""

    def __init__(self, folder: Path) -> None:
        from indexer.git.packs import Pack

        self._folders = _object_folders(folder)
        self._packs: list[Pack] = []
        for each in self._folders:
            found = sorted((each / "pack").glob("*.idx")) if (each / "pack").is_dir() else []
            self._packs += map(Pack, found)

    def read(self, name: bytes, kind: str | None = None) -> GitObject:
        """An object by its name; of a kind, where one is given."""
        found = self._loose(name)
        for pack in self._packs if found is None else ():
            found = pack.read(name)
            if found is not None:
                break
        if found is None:
            raise Unreadable(f"the object {name.hex()} is missing; the repository may be a partial or shallow clone")
        if kind is not None and found.kind != kind:
            raise Unreadable(f"the object {name.hex()} is a {found.kind}, not a {kind}")
        return found

    @property
    def made(self) -> int:
        """The bytes that were unpacked so far, those in between included."""
        return sum(pack.made for pack in self._packs)

    def names_like(self, prefix: str) -> set[bytes]:
        """The objects whose hexadecimal name begins so; two are enough to know that it is not one."""
        found: set[bytes] = set()
        for folder in self._folders:
            below = folder / prefix[:2]
            for path in below.iterdir() if below.is_dir() else ():
                if _LOOSE.match(path.name) and path.name.startswith(prefix[2:]):
                    found.add(bytes.fromhex(prefix[:2] + path.name))
        for pack in self._packs:
            found.update(pack.names_like(prefix))
        return found

    def _loose(self, name: bytes) -> GitObject | None:
        digits = name.hex()
        for folder in self._folders:
            path = folder / digits[:2] / digits[2:]
            data = read_regular(path)
            if data is not None:
                return _unpacked(data, path)
        return None


def _unpacked(data: bytes, path: Path) -> GitObject:
    try:
        header = zlib.decompressobj().decompress(data, _HEADER)
    except zlib.error as error:
        raise Unreadable(f"{path} is damaged ({error})") from error
    said, ended, _ = header.partition(b"\0")
    kind, _, size = said.decode("latin-1").partition(" ")
    if not ended or kind not in ("commit", "tree", "blob", "tag") or not size.isdecimal():
        raise Unreadable(f"{path} is no object of git")
    return GitObject(kind, inflated(data, len(said) + 1 + int(size), path)[len(said) + 1 :])


def _object_folders(first: Path) -> list[Path]:
    """The folder of objects and those it borrows from."""
    folders = [first]
    for folder in folders:
        borrowed = read_regular(folder / "info" / "alternates", 1 << 16) or b""
        for line in borrowed.decode("utf-8", "surrogateescape").splitlines():
            path = folder / line.strip()
            if line.strip() and not line.startswith(("#", '"')) and path not in folders and len(folders) < _BORROWED:
                folders.append(path)
    return folders
