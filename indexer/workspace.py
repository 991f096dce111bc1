"""The roots that a server has open: their indexes, kept by the indexing process, and what is searched.

A root inside another root is served by the outer one, unless that leaves it out (`node_modules`). Documents outside
every root are searched as well, as far as they are open.
"""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from indexer.documents import Document
from indexer.files.walk import enters, notes_on_left_out
from indexer.index.file_reader import chosen
from indexer.index.process import Event, IndexProcess
from indexer.index.recall import Recalled, recalled
from indexer.languages.registry import Language
from indexer.safe_reader import SafeReader
from indexer.search.run.corpus import Corpus
from indexer.settings import Settings
from indexer.store.place import cache_folder, index_folder
from indexer.store.reader import Store
from indexer.store.records import Damaged

log = logging.getLogger(__name__)

_MANY = 100  # files that are not parsed yet: searches will come upon some
_STATES = ("starting", "scanning", "indexing", "ready")


@dataclass
class RootState:
    """One root, as far as the server's process knows."""

    path: Path
    settings: Settings
    store: Store
    state: str = "starting"  # then "scanning", "indexing", "ready"; "failed" when there will be no index
    whole_since: float | None = None  # when all of its texts were there, by `time.monotonic`; None as long as not
    follows: bool = False  # another process writes its index
    done: int = 0
    total: int = 0
    problem: str | None = None
    problems: dict[str, str] = field(default_factory=dict)

    def has_texts(self, all_of_them: bool) -> None:
        """Whether all of its texts are there now."""
        if not all_of_them:
            self.whole_since = None
        elif self.whole_since is None:
            self.whole_since = time.monotonic()


@dataclass(frozen=True)
class Status:
    """What `outcrop/status` tells."""

    state: str
    files: int
    named: int  # files whose definitions are known
    indexed: int  # files of which everything is
    symbols: int
    index_dirs: list[str]
    problems: list[str]


class Workspace:
    """All roots of one server. Changed on one thread; searched from any."""

    def __init__(self, reader: SafeReader | None = None) -> None:
        self.listener: Callable[[Event], None] = lambda event: None  # called on a thread of its own
        self._process = IndexProcess(self._heard)
        self._roots: dict[Path, RootState] = {}
        self._lock = threading.Lock()
        self._reader = SafeReader() if reader is None else reader

    @property
    def roots(self) -> list[RootState]:
        """The roots, one inside another first."""
        with self._lock:
            return sorted(self._roots.values(), key=lambda root: -len(root.path.parts))

    def open(self, folders: Mapping[Path, Settings]) -> None:
        """Serves these folders from now on, each with its settings, and no others."""
        wanted = {root: folders[root] for root in folders if not _is_served(root, folders)}
        with self._lock:
            gone = [root for root, known in self._roots.items() if wanted.get(root) != known.settings]
            for root in gone:
                del self._roots[root]
            new = {
                root: index_folder(root, cache_folder(settings.cache_dir))
                for root, settings in wanted.items()
                if root not in self._roots
            }
            for root, folder in new.items():
                self._roots[root] = RootState(root, wanted[root], Store(folder))
        for root in gone:
            self._process.close(root)
        for root, folder in new.items():
            self._process.open(root, wanted[root], folder)

    def chosen_language(self, path: Path) -> Language | None:
        """The language that the settings of a file's root say it is in."""
        for root in self.roots:
            inside = relative_to(path, root.path)
            if inside is not None:
                return chosen(inside, root.settings.languages)
        return None

    def changed(self, paths: list[Path]) -> None:
        """Files or folders on disk may have changed, appeared or gone."""
        for root in self.roots:
            inside = [relative for path in paths if (relative := relative_to(path, root.path)) is not None]
            if inside:
                self._process.changed(root.path, inside)

    def refresh(self) -> None:
        """Looks through all files for changes that nobody has reported."""
        for root in self.roots:
            self._process.update(root.path)

    def reindex(self) -> None:
        for root in self.roots:
            self._rebuild(root, None)

    def mend(self, damage: Damaged) -> None:
        """An index turned out to be damaged: all are built anew."""
        for root in self.roots:
            self._rebuild(root, damage)

    def _rebuild(self, root: RootState, damage: Damaged | None) -> None:
        if damage is not None:
            log.error("the index of %s is damaged (%s) and is built anew", root.path, damage)
        root.state, root.follows = "scanning", False
        root.has_texts(False)
        self._process.rebuild(root.path)

    def _heard(self, event: Event) -> None:
        """On the listening thread: an event of the indexing process."""
        with self._lock:
            root = self._roots.get(Path(event.root))
            if root is None:
                return
            if event.what != "settings":
                root.follows = event.what == "follows"
            if event.what == "progress" and event.progress is not None:
                root.state = "scanning" if event.progress.stage == "scanning" else "indexing"
                if event.progress.stage in ("names", "structure"):
                    root.has_texts(True)
                root.done, root.total = event.progress.done, event.progress.total
                if root.total - root.done > _MANY:
                    self._reader.prepare()
            elif event.what in ("ready", "follows"):
                root.state = "ready"
                root.has_texts(event.what == "ready")
                root.problem, root.problems = None, dict(event.problems)
            elif event.what == "problem":
                root.state, root.problem = "failed", event.message
        self.listener(event)

    @contextmanager
    def corpora(self, live: Mapping[Path, Document], indexed: bool = True) -> Iterator[list[Corpus]]:
        """What can be searched now, one corpus a root, each in one state; without `indexed` the open documents."""
        with ExitStack() as stack:
            made: list[Corpus] = []
            rest = dict(live)
            for root in self.roots:
                over: dict[str, Document] = {}
                for path in list(rest):
                    relative = relative_to(path, root.path)
                    if relative is not None:
                        over[relative] = rest.pop(path)
                snapshot, was_whole = None, self._is_whole(root)
                try:
                    snapshot = stack.enter_context(root.store.snapshot()) if indexed else None
                except Damaged as damage:
                    if root.state == "ready":  # it was there and is gone, or torn
                        self._rebuild(root, damage)
                languages, is_whole = root.settings.languages, was_whole and self._is_whole(root)
                made.append(Corpus(root.path, snapshot, self._reader, over, languages=languages, is_whole=is_whole))
            anchors: dict[Path, dict[str, Document]] = {}
            for path, document in rest.items():
                anchors.setdefault(Path(path.anchor), {})[path.relative_to(path.anchor).as_posix()] = document
            made += [Corpus(anchor, None, self._reader, over) for anchor, over in anchors.items()]
            yield made

    def recalled(self, path: Path, document: Document) -> Recalled | None:
        """What the index of a file's root knows of an open document, if that is all that parsing it would tell."""
        for root in self.roots:
            inside = relative_to(path, root.path)
            if inside is None:
                continue
            try:
                with root.store.snapshot() as snapshot:
                    return recalled(snapshot, inside, document)
            except Damaged as damage:
                if root.state == "ready":  # it was there and is gone, or torn
                    self._rebuild(root, damage)
                return None
        return None

    def asked(self) -> float:
        """When something is asked: now, after a look at how far the indexes are that others write."""
        for root in self.roots:
            self._is_whole(root)
        return time.monotonic()

    def incomplete(self, asked: float | None = None) -> list[str]:
        """Why an answer may lack something, if what it answers was asked then or is asked now: one sentence a root."""
        notes = []
        for root in self.roots:
            if root.problem is not None:
                notes.append(f"{root.path}: {root.problem}")
            elif not self._is_whole(root):
                notes.append(f"{root.path}: the index is still being built; files not read yet are not searched")
            elif asked is not None and root.whole_since is not None and root.whole_since > asked:
                notes.append(f"{root.path}: the index was still being built; files not read by then were not searched")
        return notes

    def building(self) -> bool:
        """Whether waiting makes answers more complete."""
        return any(root.problem is None and not self._is_whole(root) for root in self.roots)

    def _is_whole(self, root: RootState) -> bool:
        """Whether all files of a root have been read, by our indexing process or by the one that we follow."""
        if root.follows and root.whole_since is None:
            try:
                with root.store.snapshot() as snapshot:
                    root.has_texts(snapshot.has_all_texts())
            except Damaged:
                return False
        return root.whole_since is not None

    def left_out(self, found: bool) -> list[str]:
        """What an answer has to say of files that cannot be searched: one or two sentences a root."""
        return [
            f"{root.path}: {note}"
            for root in self.roots
            for note in notes_on_left_out(root.problems.items(), found, "the index's status lists them")
        ]

    def state(self) -> str:
        """How far the root is that is furthest behind."""
        return min((root.state for root in self.roots if root.state in _STATES), key=_STATES.index, default="ready")

    def status(self) -> Status:
        roots = self.roots
        files = named = indexed = symbols = 0
        problems: list[str] = []
        for root in roots:
            try:
                with root.store.snapshot() as snapshot:
                    totals = snapshot.totals()
            except Damaged:
                continue
            files += max(totals.files, root.total if root.state != "ready" else 0)
            named += totals.named
            indexed += totals.structured
            symbols += totals.symbols
            problems += [f"{path}: {reason}" for path, reason in totals.problems]
            problems += [f"{path}: {reason}" for path, reason in root.problems.items()]
        problems = [root.problem for root in roots if root.problem] + sorted(set(problems))
        return Status(
            self.state(), files, named, indexed, symbols, [str(root.store.folder) for root in roots], problems
        )

    def stop(self) -> None:
        self._process.stop()
        self._reader.stop()


def _is_served(folder: Path, folders: Mapping[Path, Settings]) -> bool:
    """Whether a folder is in another that does not leave it out."""
    return any(
        other in folder.parents and enters(other, folder.relative_to(other).as_posix(), settings.ignore)
        for other, settings in folders.items()
    )


def relative_to(path: Path, root: Path) -> str | None:
    """A path inside a root, with "/", or None outside it."""
    inner, outer = os.fspath(path), os.fspath(root)
    if inner == outer:
        return ""
    if not inner.startswith(outer if outer.endswith(os.sep) else outer + os.sep):
        return None
    return Path(inner).relative_to(outer).as_posix()
