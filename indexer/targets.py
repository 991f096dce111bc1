"""The folders and files that a command was asked to look through, each with its index brought up to date once.

A server has a `Workspace` in its place, whose indexes another process keeps.
"""

from __future__ import annotations

import os
import posixpath
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from indexer.documents import Document
from indexer.files.walk import notes_on_left_out
from indexer.index.indexer import Report
from indexer.index.updating import Update, Updated
from indexer.looking import exists, is_file
from indexer.query.paths import lies_in
from indexer.safe_reader import SafeReader
from indexer.search.run.corpus import Corpus
from indexer.settings import Settings, load
from indexer.store.place import DATABASE, cache_folder, index_folder
from indexer.store.reader import Store
from indexer.store.records import Damaged
from indexer.store.writer import DamagedIndex


@dataclass(frozen=True)
class Target:
    """A folder or file that was asked for, and the root it lies in."""

    root: Path
    below: str  # what of the root was asked for: nothing for all of it, a folder with a slash at its end, or a file
    typed: str  # as it was asked for
    settings: Settings
    store: Store
    index: Updated  # what came of bringing the root's index up to date

    @contextmanager
    def corpus(self, reader: SafeReader) -> Iterator[Corpus]:
        with ExitStack() as stack:
            try:
                snapshot = stack.enter_context(self.store.snapshot()) if self.index.indexed else None
                yield Corpus(self.root, snapshot, reader, {}, self.index.changed, self.settings.languages, self.below)
            except Damaged as damage:
                raise DamagedIndex(self.root, self.store.folder, damage) from damage

    @property
    def folder(self) -> Path:
        """The folder that was asked for, or that of the file that was."""
        return self.root / self.below[: self.below.rfind("/") + 1]

    def covers(self, root: Path, path: str) -> bool:
        """Whether a file lies in what was asked for."""
        return root == self.root and lies_in(path, self.below)

    def relative(self, path: str) -> str:
        """A file's path from the folder that was asked for, or from the folder of the file that was."""
        before = self.below[: self.below.rfind("/") + 1]
        return path.removeprefix(before) if path.startswith(before) else posixpath.relpath(path, before)

    def shown(self, path: str) -> str:
        """A file's path as one can type it where one stands."""
        if path == self.below:
            return self.typed
        if not lies_in(path, self.below):  # a name may lead out of what was asked for
            return Path(os.path.relpath(self.root / path)).as_posix()
        folder = Path(self.typed).as_posix()
        return self.relative(path) if folder == "." else f"{folder.rstrip('/')}/{self.relative(path)}"

    def problems(self) -> list[tuple[str, str]]:
        """The files of what was asked for that cannot be searched, and why."""
        return [(path, reason) for path, reason in self.index.summary.problems if lies_in(path, self.below)]


class Targets:
    """All that a command was asked to look through."""

    def __init__(self, reader: SafeReader) -> None:
        self.all: list[Target] = []
        self.wrong_settings: list[str] = []
        self._reader = reader

    def open(
        self,
        path: Path,
        typed: str,
        report: Report,
        structure: bool = True,
        exactly: bool = False,
        rebuild: bool = False,
    ) -> None:
        """Adds a folder or file whose path is absolute, unless it lies in another target.

        `structure` means that it is needed of all files, `exactly` this folder's own index and not one of a folder
        around it, `rebuild` one made from nothing.
        """
        if any(path.is_relative_to(target.root / target.below) for target in self.all):
            return
        settings = self._settings(path if path.is_dir() else path.parent)
        cache = cache_folder(settings.cache_dir)
        root = path if exactly else root_for(path, cache)
        if root != path:
            settings = self._settings(root)
        below = "" if root == path else path.relative_to(root).as_posix() + ("/" if path.is_dir() else "")
        store = Store(index_folder(root, cache))
        index = Update(root, settings, store, report, structure, rebuild).run()
        self.all.append(Target(root, below, typed, settings, store, index))

    def _settings(self, root: Path) -> Settings:
        loaded = load(root)
        self.wrong_settings += loaded.problems
        return loaded.settings

    def holding(self, root: Path, path: str) -> Target:
        """The first target that a file lies in; for one that a name leads to, the first of the same root."""
        around = [target for target in self.all if target.root == root]
        return next((target for target in around if target.covers(root, path)), around[0])

    @contextmanager
    def corpora(self, live: Mapping[Path, Document], indexed: bool = True) -> Iterator[Sequence[Corpus]]:
        """What there is to search, one corpus a target."""
        with ExitStack() as stack:
            yield [stack.enter_context(target.corpus(self._reader)) for target in self.all]

    def incomplete(self, asked: float | None = None) -> list[str]:
        """Why an answer may take long or lack something. Indexes are whole before anything is asked."""
        problems = dict.fromkeys(target.index.problem for target in self.all if target.index.problem is not None)
        return [f"no index can be kept ({problem}); every file is read" for problem in problems]

    def left_out(self, found: bool) -> list[str]:
        """What an answer has to say of files that cannot be searched."""
        notes = (
            notes_on_left_out(target.problems(), found, "`outcrop files --skipped` lists them") for target in self.all
        )
        return list(dict.fromkeys(note for some in notes for note in some))

    def stop(self) -> None:
        self._reader.stop()


def root_for(path: Path, cache: Path) -> Path:
    """The nearest folder around a path that has an index, or else the path itself, or the folder of a file.

    The folder of a repository is the outermost that counts: an index of all the home folder does not swallow it.
    """
    nearest = path if path.is_dir() else path.parent
    for folder in (nearest, *nearest.parents):
        if is_file(index_folder(folder, cache) / DATABASE):
            return folder
        if exists(folder / ".git"):
            break
    return nearest
