"""The files of a commit: what each is called, and the name of its content."""

from __future__ import annotations

from typing import NamedTuple

from indexer.git.objects import ObjectStore, Unreadable
from indexer.git.packs import MOST_MADE

_DEEPEST = 64  # folders in folders
_MOST = 2_000_000  # files and folders of a commit
_LONGEST = 256 << 20  # bytes of all their paths: folders can share what is in them, and not what it is called
_FOLDER, _REPOSITORY = 0o040000, 0o160000


class Files(NamedTuple):
    """Paths are bytes, as git has them."""

    blobs: dict[bytes, bytes]  # the name of the content of each file
    repositories: tuple[bytes, ...]  # folders that are repositories of their own


def files_of(store: ObjectStore, tree: bytes) -> Files:
    blobs: dict[bytes, bytes] = {}
    repositories: list[bytes] = []
    left = [(b"", tree, 0)]
    seen = written = 0
    begun = store.made
    while left:
        folder, name, depth = left.pop()
        if depth > _DEEPEST:
            raise Unreadable(f"its folders are nested more than {_DEEPEST} deep")
        data = store.read(name, "tree").data
        if store.made - begun > MOST_MADE:
            raise Unreadable("the folders of a commit take too much to unpack")
        for mode, entry, content in _entries(data):
            seen += 1
            written += len(folder) + len(entry)
            if seen > _MOST or written > _LONGEST:
                raise Unreadable(f"a commit has more than {_MOST:,} files, or their names are too long")
            if mode == _FOLDER:
                left.append((folder + entry + b"/", content, depth + 1))
            elif mode == _REPOSITORY:
                repositories.append(folder + entry + b"/")
            else:
                blobs[folder + entry] = content
    return Files(blobs, tuple(repositories))


def _entries(data: bytes) -> list[tuple[int, bytes, bytes]]:
    found, at = [], 0
    while at < len(data):
        blank = data.find(b" ", at)
        end = data.find(b"\0", blank)
        if not (0 < blank - at < 8 and end > 0 and end + 21 <= len(data)):
            raise Unreadable("a tree of a commit is damaged")
        name = data[blank + 1 : end]
        if not name or b"/" in name or name in (b".", b".."):
            raise Unreadable("a tree of a commit has a name that leads elsewhere")
        try:
            found.append((int(data[at:blank], 8), name, data[end + 1 : end + 21]))
        except ValueError as error:
            raise Unreadable("a tree of a commit is damaged") from error
        at = end + 21
    return found
