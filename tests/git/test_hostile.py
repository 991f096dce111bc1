"""Repositories made to hurt: each is told as unreadable, within bounds."""

from __future__ import annotations

import hashlib
import os
import struct
import tracemalloc
import zlib
from pathlib import Path

import pytest

from indexer.git import packs, trees
from indexer.git.comparison import Comparison
from indexer.git.index_file import read_index
from indexer.git.objects import ObjectStore, Unreadable, read_regular
from indexer.git.packs import patched
from indexer.git.trees import files_of

ZERO = b"\0" * 20


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    git = tmp_path / ".git"
    (git / "objects" / "pack").mkdir(parents=True)
    (git / "refs" / "heads").mkdir(parents=True)
    (git / "HEAD").write_text("ref: refs/heads/main\n")
    return git


def stored(git: Path, kind: str, data: bytes, size: int | None = None) -> bytes:
    whole = f"{kind} {len(data) if size is None else size}\0".encode() + data
    name = hashlib.sha1(whole, usedforsecurity=False).hexdigest()
    path = git / "objects" / name[:2] / name[2:]
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(zlib.compress(whole))
    return bytes.fromhex(name)


def committed(git: Path, tree: bytes) -> None:
    commit = stored(git, "commit", b"tree " + tree.hex().encode() + b"\n\nx")
    (git / "refs" / "heads" / "main").write_text(commit.hex())


def compared(git: Path, revision: str = "HEAD") -> Comparison:
    return Comparison(git.parent, revision)


def test_references_in_a_circle(folder: Path) -> None:
    (folder / "refs" / "heads" / "main").write_text("ref: refs/heads/other\n")
    (folder / "refs" / "heads" / "other").write_text("ref: refs/heads/main\n")
    with pytest.raises(Unreadable, match="lead to each other"):
        compared(folder)


@pytest.mark.parametrize("name", ["../../etc/passwd", "/etc/passwd", "refs/../../x", "config", "x\0y", "a b", "@{-1}"])
def test_names_that_lead_elsewhere_are_no_revisions(folder: Path, name: str) -> None:
    with pytest.raises(Unreadable):
        compared(folder, name)


def test_tags_in_a_circle_and_of_no_commit(folder: Path) -> None:
    blob = stored(folder, "blob", b"x")
    tag = stored(folder, "tag", b"object " + blob.hex().encode() + b"\n")
    (folder / "refs" / "heads" / "main").write_text(tag.hex())
    with pytest.raises(Unreadable, match="is a blob, not a commit"):
        compared(folder)


@pytest.mark.parametrize("size", [10, 1 << 40])
def test_an_object_that_grows_beyond_what_it_says(folder: Path, size: int) -> None:
    name = stored(folder, "tree", b"\0" * (80 << 20), size)
    committed(folder, name)
    with pytest.raises(Unreadable):
        compared(folder)


def test_an_object_that_is_no_object(folder: Path) -> None:
    name = stored(folder, "tree", b"x")
    path = folder / "objects" / name.hex()[:2] / name.hex()[2:]
    committed(folder, name)
    for data in (b"", b"junk", zlib.compress(b"tree"), zlib.compress(b"tree 1\0x")):
        path.write_bytes(data)
        with pytest.raises(Unreadable):
            compared(folder)


def size_of(number: int) -> bytes:
    made = bytearray()
    while number > 127:
        made.append(number & 127 | 128)
        number >>= 7
    return bytes([*made, number])


@pytest.mark.parametrize(
    "delta",
    [
        size_of(4) + size_of(1 << 40),
        size_of(5) + size_of(4),
        size_of(4) + size_of(1 << 25) + b"\xff" * 7 * 3,
        size_of(4) + size_of(4) + b"\x91",
        size_of(4) + size_of(4) + b"\0",
        b"\xff" * 30,
        b"",
    ],
)
def test_differences_that_claim_too_much(delta: bytes) -> None:
    with pytest.raises(Unreadable):
        patched(b"base", delta)


def pack_files(git: Path, name: bytes, offset: int, objects: bytes, large: bool = False) -> None:
    fanout = b"".join(struct.pack(">I", int(name[0] <= at)) for at in range(256))
    index = b"\xfftOc\0\0\0\2" + fanout + name + b"\0" * 4
    index += (
        struct.pack(">I", 1 << 31 if large else offset) + (struct.pack(">Q", offset) if large else b"") + b"\0" * 40
    )
    (git / "objects" / "pack" / "pack-x.idx").write_bytes(index)
    (git / "objects" / "pack" / "pack-x.pack").write_bytes(b"PACK" + struct.pack(">II", 2, 1) + objects + b"\0" * 20)


def test_a_pack_is_read_and_places_outside_of_it_are_not(folder: Path) -> None:
    name = b"\x11" * 20
    whole = bytes([0x30 | 4]) + zlib.compress(b"text")
    pack_files(folder, name, 12, whole)
    assert ObjectStore(folder / "objects").read(name) == ("blob", b"text")
    for offset, large in ((1 << 30, False), (1 << 62, True), (500, False)):
        pack_files(folder, name, offset, whole, large)
        with pytest.raises(Unreadable):
            ObjectStore(folder / "objects").read(name)
    index = folder / "objects" / "pack" / "pack-x.idx"
    for data in (b"", b"junk", index.read_bytes()[:1040], b"\xfftOc\0\0\0\2" + b"\xff" * 2000):
        index.write_bytes(data)
        with pytest.raises(Unreadable):
            ObjectStore(folder / "objects").read(name)


def test_objects_that_are_differences_to_themselves(folder: Path) -> None:
    name = b"\x11" * 20
    pack_files(folder, name, 12, bytes([0x70 | 4]) + name + zlib.compress(b"\4\4\1a"))
    with pytest.raises(Unreadable, match="too many differences"):
        ObjectStore(folder / "objects").read(name)
    pack_files(folder, name, 12, bytes([0x70 | 4]) + b"\x22" * 20 + zlib.compress(b"\4\4\1a"))
    with pytest.raises(Unreadable, match="missing"):
        ObjectStore(folder / "objects").read(name)
    for distance in (b"\0", b"\x7f", b"\xff" * 20):
        pack_files(folder, name, 12, bytes([0x60 | 4]) + distance + zlib.compress(b"\4\4\1a"))
        with pytest.raises(Unreadable):
            ObjectStore(folder / "objects").read(name)


def test_an_object_is_read_without_what_is_behind_it(folder: Path) -> None:
    """In a large pack that would be a gigabyte for each object."""
    name = b"\x11" * 20
    pack_files(folder, name, 12, bytes([0x30 | 4]) + zlib.compress(b"text") + bytes(50 << 20))
    store = ObjectStore(folder / "objects")
    tracemalloc.start()
    assert store.read(name) == ("blob", b"text")
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 5 << 20


def test_differences_that_make_much_of_little_again_and_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name, large = b"\x11" * 20, 1 << 20
    whole = b"100644 " + b"x" * (large - 28) + b"\0" + ZERO
    objects, last = bytes([0xB0, 0x80, 0x80, 0x04]) + zlib.compress(whole), 0
    delta = size_of(large) + size_of(large) + b"\xc0\x10"  # 1 MiB from its start
    for _ in range(20):
        at = len(objects)
        objects += bytes([0x60 | len(delta)]) + distance_of(at - last) + zlib.compress(delta)
        last = at
    pack_files(folder, name, 12 + last, objects)
    assert ObjectStore(folder / "objects").read(name) == ("blob", whole)
    monkeypatch.setattr(packs, "MOST_MADE", 10 << 20)
    with pytest.raises(Unreadable, match="too much to unpack"):
        ObjectStore(folder / "objects").read(name)
    monkeypatch.setattr(packs, "MOST_MADE", 100 << 20)
    monkeypatch.setattr(trees, "MOST_MADE", 100 << 20)
    tree = stored(folder, "tree", b"".join(b"40000 %d\0" % at + name for at in range(100)))
    pack_files(folder, name, 12 + last, bytes([objects[0] & 0x8F | 0x20]) + objects[1:])
    with pytest.raises(Unreadable, match="take too much to unpack"):
        files_of(ObjectStore(folder / "objects"), tree)


def distance_of(number: int) -> bytes:
    """How far before it the object is that another is a difference to."""
    made = [number & 127]
    while number := number >> 7:
        number -= 1
        made.append(number & 127 | 128)
    return bytes(reversed(made))


def test_packs_that_borrow_from_each_other_in_a_circle(folder: Path) -> None:
    """Each has a difference to an object that only the other has."""
    one, other = b"\x11" * 20, b"\x22" * 20
    packs = folder / "objects" / "pack"
    pack_files(folder, one, 12, bytes([0x70 | 4]) + other + zlib.compress(b"\4\4\1a"))
    for ending in ("idx", "pack"):
        (packs / f"pack-x.{ending}").rename(packs / f"pack-a.{ending}")
    pack_files(folder, other, 12, bytes([0x70 | 4]) + one + zlib.compress(b"\4\4\1a"))
    with pytest.raises(Unreadable):
        ObjectStore(folder / "objects").read(one)


def test_trees_that_are_deep_or_wide_without_end(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trees, "_MOST", 2000)
    tree = stored(folder, "tree", b"")
    for _ in range(100):
        tree = stored(folder, "tree", b"40000 d\0" + tree)
    with pytest.raises(Unreadable, match="nested"):
        files_of(ObjectStore(folder / "objects"), tree)
    tree = stored(folder, "tree", b"100644 f\0" + ZERO)
    for _ in range(40):
        tree = stored(folder, "tree", b"40000 a\0" + tree + b"40000 b\0" + tree)
    with pytest.raises(Unreadable, match="more than"):
        files_of(ObjectStore(folder / "objects"), tree)


def test_paths_that_are_long_again_and_again(folder: Path) -> None:
    tree = stored(folder, "tree", b"100644 f\0" + ZERO)
    for _ in range(12):
        long = b"x" * 10_000
        tree = stored(folder, "tree", b"40000 " + long + b"a\0" + tree + b"40000 " + long + b"b\0" + tree)
    with pytest.raises(Unreadable, match="too long"):
        files_of(ObjectStore(folder / "objects"), tree)
    entry = struct.pack(">10I20sH", *[0] * 10, ZERO, 0) + b"\0"  # what was before it, and more
    with pytest.raises(Unreadable):
        read_index(b"DIRC" + struct.pack(">II", 4, 60_000) + (entry + b"abcdefgh\0") * 60_000)


@pytest.mark.parametrize("name", [b"..", b".", b"", b"/etc", b"a/../../b"])
def test_files_whose_names_lead_elsewhere(folder: Path, name: bytes) -> None:
    tree = stored(folder, "tree", b"100644 " + name + b"\0" + ZERO)
    with pytest.raises(Unreadable):
        files_of(ObjectStore(folder / "objects"), tree)


@pytest.mark.parametrize("data", [b"100644 a", b"100644 a\0short", b"\xff" * 40, b"99999x a\0" + ZERO])
def test_damaged_trees(folder: Path, data: bytes) -> None:
    with pytest.raises(Unreadable):
        files_of(ObjectStore(folder / "objects"), stored(folder, "tree", data))


@pytest.mark.parametrize("named", ["gitdir: /etc", "gitdir: ../nowhere", "gitdir:", "junk", "gitdir: \0"])
def test_a_file_that_points_to_no_repository(tmp_path: Path, named: str) -> None:
    (tmp_path / ".git").write_text(named)
    with pytest.raises(Unreadable):
        Comparison(tmp_path, "HEAD")


def test_an_index_that_ends_early_or_lies() -> None:
    entry = struct.pack(">10I20sH", *range(10), ZERO, 1) + b"a\0"
    for data in (
        b"",
        b"DIRC",
        b"DIRC\0\0\0\2\xff\xff\xff\xff",
        b"DIRC\0\0\0\2\0\0\0\2" + entry,
        b"DIRC\0\0\0\x09\0\0\0\0",
    ):
        with pytest.raises(Unreadable):
            read_index(data)
    with pytest.raises(Unreadable):
        read_index(b"DIRC\0\0\0\4\0\0\0\1" + entry[:-2] + b"\x7fa\0")


def test_folders_that_borrow_from_each_other(folder: Path) -> None:
    (folder / "objects" / "info").mkdir()
    (folder / "objects" / "info" / "alternates").write_text(
        "../objects\n.\n/nowhere\n" + "../objects/../objects\n" * 50
    )
    with pytest.raises(Unreadable, match="missing"):
        ObjectStore(folder / "objects").read(ZERO)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes here")
def test_a_pipe_is_not_waited_for(folder: Path) -> None:
    (folder / "HEAD").unlink()
    os.mkfifo(folder / "HEAD")
    assert read_regular(folder / "HEAD") is None
    with pytest.raises(Unreadable):
        compared(folder)


def test_files_among_the_objects_that_are_none(folder: Path) -> None:
    name = stored(folder, "blob", b"x")
    (folder / "objects" / name.hex()[:2] / (name.hex()[2:6] + "z" * 34)).write_bytes(b"")
    assert ObjectStore(folder / "objects").names_like(name.hex()[:6]) == {name}
