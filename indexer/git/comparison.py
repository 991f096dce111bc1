"""What changed in the texts below a folder since a commit, between two, or what is staged of them."""

from __future__ import annotations

import os
from collections.abc import Callable
from hashlib import sha1
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

from indexer.git.diff import LineChanges, carried, line_changes, lines_of
from indexer.git.index_file import Entry, read_index
from indexer.git.objects import Unreadable, read_regular
from indexer.git.repository import repository_around
from indexer.git.trees import files_of
from indexer.text.decoding import to_utf8

STAGED = "staged"
RANGE = ".."  # between two revisions
_HEAD = "HEAD"


class Cut(NamedTuple):
    """A place where lines are gone."""

    offset: int
    indent: int  # of the first of them


class Changes(NamedTuple):
    """Ranges of a text, in bytes, and places in it."""

    spans: tuple[tuple[int, int], ...] = ()
    cuts: tuple[Cut, ...] = ()
    any: bool = False  # an empty text can have changed, too


UNCHANGED = Changes()


class State(NamedTuple):
    """How a file on disk looks from outside."""

    size: int
    mtime: int


class Comparison:
    """One folder against a commit, by a revision; against HEAD for what is staged.

    With two revisions, `v1..v2`, what changed from one to the other counts, as far as it is still in the texts.
    """

    def __init__(self, folder: Path, revision: str) -> None:
        repository = repository_around(folder)
        inside = folder.relative_to(repository.work_tree).as_posix()
        self._before = b"" if inside == "." else os.fsencode(inside) + b"/"
        self._store = repository.store
        self._staged = revision == STAGED
        old, between, new = (_HEAD, "", "") if self._staged else revision.partition(RANGE)
        self._files = files_of(self._store, repository.tree_of(old or _HEAD))
        self._later = files_of(self._store, repository.tree_of(new)) if between and new else None
        self._entries, self._seen = self._index(repository.folder / "index")

    def _index(self, path: Path) -> tuple[dict[bytes, Entry], int]:
        """The entries of the index, and when git wrote it."""
        try:
            data = read_regular(path)
            return (read_index(data), path.stat().st_mtime_ns) if data is not None else ({}, 0)
        except (Unreadable, OSError) as error:
            if self._staged:
                raise Unreadable(f"{path}: {error}") from error
            return {}, 0  # it only spares reading files

    def changes(self, path: str, state: State | None, raw: Callable[[], bytes], text: Callable[[], bytes]) -> Changes:
        """What changed in a text. `state` and `raw` are of its file, `text` is what is searched of it."""
        name = self._before + os.fsencode(path)
        old, entry = self._files.blobs.get(name), self._entries.get(name)
        if name.startswith(self._files.repositories):
            return UNCHANGED  # of another repository
        if self._staged or self._later is not None:
            staged = None if entry is None else entry.content
            later = staged if self._later is None else self._later.blobs.get(name)
            return UNCHANGED if later is None or later == old else self._carried(old, later, text())
        if old is None:
            return _changes(text(), LineChanges([(0, len(lines_of(text())))], []), [])
        if state is not None and entry is not None and entry.content == old and self._is_as_seen(entry, state):
            return UNCHANGED
        data = raw()
        if _blob_name(data) == old:
            return UNCHANGED
        before = self._text(old)
        if before == text():
            return UNCHANGED
        lines, now = lines_of(before), lines_of(text())
        changed = line_changes(lines, _with_ends_of(lines, now))
        return _changes(text(), changed, lines) if changed.new or changed.gaps else UNCHANGED

    def _is_as_seen(self, entry: Entry, state: State) -> bool:
        """Whether git would trust that a file is as it was staged: it was not written since, nor at that moment."""
        return entry.size == state.size & 0xFFFFFFFF and entry.mtime == state.mtime and entry.mtime < self._seen

    def _text(self, blob: bytes) -> bytes:
        decoded = to_utf8(self._store.read(blob, "blob").data)
        return b"" if decoded is None else decoded[0]

    def _carried(self, old: bytes | None, later: bytes, text: bytes) -> Changes:
        """What changed from one content to a later one, where it is in a text that may be later still."""
        before = [] if old is None else lines_of(self._text(old))
        middle = lines_of(self._text(later))
        changed = line_changes(before, middle)
        return _changes(text, carried(changed, middle, _with_ends_of(middle, lines_of(text))), before)


def _blob_name(data: bytes) -> bytes:
    return sha1(b"blob %d\0" % len(data) + data, usedforsecurity=False).digest()


def _with_ends_of(old: list[bytes], new: list[bytes]) -> list[bytes]:
    """New lines to compare with old ones: CRLF behind all lines of a text where the other has none is no change."""
    if any(line.endswith(b"\r\n") for line in old) or not all(line.endswith(b"\r\n") for line in new[:-1]):
        return new
    return [line[:-2] + b"\n" if line.endswith(b"\r\n") else line for line in new]


def _changes(text: bytes, changed: LineChanges, old: list[bytes]) -> Changes:
    starts = list(accumulate(map(len, lines_of(text)), initial=0))
    cuts = []
    for gap in changed.gaps:
        written = next((line for line in old[gap.first : gap.last] if line.strip()), b"")
        cuts.append(Cut(starts[gap.before], len(written) - len(written.lstrip()) if written else 0))
    return Changes(tuple((starts[first], starts[end]) for first, end in changed.new), tuple(cuts), True)
