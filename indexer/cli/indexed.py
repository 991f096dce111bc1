"""What the commands that search do first: find the root, bring its index up to date, show progress on a terminal."""

from __future__ import annotations

import sqlite3
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from indexer.cli.outcome import Failure
from indexer.files.walk import Walk, notes_on_left_out
from indexer.index.indexer import Indexer, Progress, Report, Summary
from indexer.index.workers import Pool
from indexer.query.paths import lies_in
from indexer.safe_reader import SafeReader
from indexer.search.run.corpus import Corpus
from indexer.settings import Loaded, Settings, load
from indexer.store.database import Unusable, problem_of
from indexer.store.place import DATABASE, cache_folder, index_folder
from indexer.store.reader import FileState, Snapshot, Store, is_as_read
from indexer.store.records import Damaged
from indexer.store.writer import Writer

# So much is parsed before an answer even if the question does not need it: it takes a few seconds, once.
SOON_PARSED = 32 * 1024 * 1024
_STAGES = {"scanning": "Looking for files", "text": "Reading", "structure": "Parsing"}


class DamagedIndex(Failure):
    """An index turned out to be damaged while it was read. Nothing has been printed yet."""

    def __init__(self, root: Path, folder: Path, damage: Damaged) -> None:
        super().__init__(f"the index of {root} is damaged ({damage}); `outcrop index --rebuild` makes it anew")
        self._root = root
        self._folder = folder

    def mended(self) -> bool:
        """Makes it anew, empty, for the next look to fill; not while another process writes it, which does the same."""
        try:
            writer = Writer.open(self._folder, self._root, anew=True)
        except Unusable:
            return False
        if writer is not None:
            writer.close()
        return writer is not None


@dataclass
class Prepared:
    """A folder or file that was asked for, and the root it lies in, whose index is as the files are."""

    root: Path
    below: str  # what of the root was asked for: nothing for all of it, a folder with a slash at its end, or a file
    given: str  # as it was typed
    settings: Settings
    store: Store
    summary: Summary
    changed: frozenset[str] = frozenset()  # what could not be written into the index
    elsewhere: bool = False  # another process writes this index
    unindexed: bool = False  # no index can be kept
    notes: list[str] = field(default_factory=list)

    @contextmanager
    def corpus(self) -> Iterator[Corpus]:
        """What there is to search."""
        reader = SafeReader()
        try:
            if self.unindexed:
                yield self._corpus(None, reader)
                return
            try:
                with self.store.snapshot() as snapshot:
                    yield self._corpus(snapshot, reader)
            except Damaged as damage:
                raise DamagedIndex(self.root, self.store.folder, damage) from damage
        finally:
            reader.stop()

    @contextmanager
    def snapshot(self) -> Iterator[Snapshot]:
        """The index itself, for commands that are about it."""
        if self.unindexed and self.notes:
            raise Failure(self.notes[0].replace("; every file is read", ""))
        try:
            with self.store.snapshot() as snapshot:
                yield snapshot
        except Damaged as damage:
            raise DamagedIndex(self.root, self.store.folder, damage) from damage

    def notes_for(self, found: bool) -> list[str]:
        """Why an answer may lack something. What was left out on purpose counts only when there is nothing else."""
        below = [(path, reason) for path, reason in self.summary.problems if lies_in(path, self.below)]
        return [*self.notes, *notes_on_left_out(below, found, "`outcrop files --skipped` lists them")]

    @property
    def folder(self) -> Path:
        """The folder that was asked for, or that of the file that was."""
        return self.root / self.below[: self.below.rfind("/") + 1]

    def covers(self, root: Path, path: str) -> bool:
        """Whether a file lies in what was asked for."""
        return root == self.root and lies_in(path, self.below)

    def relative(self, path: str) -> str:
        """A file's path from the folder that was asked for, or from the folder of the file that was."""
        return path.removeprefix(self.below[: self.below.rfind("/") + 1])

    def shown(self, path: str) -> str:
        """A file's path as one can type it where one stands."""
        if self.below and not self.below.endswith("/"):
            return self.given
        folder = Path(self.given).as_posix()
        return self.relative(path) if folder == "." else f"{folder.rstrip('/')}/{self.relative(path)}"

    def _corpus(self, snapshot: Snapshot | None, reader: SafeReader) -> Corpus:
        return Corpus(self.root, snapshot, reader, {}, self.changed, self.settings.languages, self.below)


class Chosen:
    """All that a command was asked to look through, one or several folders and files."""

    def __init__(self, parts: list[Prepared]) -> None:
        self.parts = parts

    @contextmanager
    def corpora(self) -> Iterator[list[Corpus]]:
        with ExitStack() as stack:
            yield [stack.enter_context(part.corpus()) for part in self.parts]

    def part(self, root: Path, path: str) -> Prepared:
        """The first part that a file lies in."""
        return next(part for part in self.parts if part.covers(root, path))

    def notes_for(self, found: bool) -> list[str]:
        return list(dict.fromkeys(note for part in self.parts for note in part.notes_for(found)))


def chosen(given: list[str], everything: bool = True) -> Chosen:
    """The folders and files that were named behind a query, or the current folder, each with its index up to date."""
    parts: list[Prepared] = []
    for name in given or ["."]:
        path = existing(name, after_query=True)
        if not any(path.is_relative_to(part.root / part.below) for part in parts):
            parts.append(prepared(path, name, everything))
    return Chosen(parts)


def folder_of(given: str) -> Path:
    path = existing(given)
    if not path.is_dir():
        raise Failure(f"{given}: not a folder")
    return path


def existing(given: str, after_query: bool = False) -> Path:
    path = Path(given)
    if not path.exists():
        hint = "; a query of several words goes in quotes" if after_query else ""
        raise Failure(f"{given}: no such file or folder{hint}")
    return path.resolve()


def settings_for(root: Path) -> Loaded:
    """The settings, with a line on standard error for each that is wrong."""
    loaded = load(root)
    for problem in loaded.problems:
        print(f"outcrop: {problem}", file=sys.stderr)
    return loaded


def root_for(path: Path, cache: Path) -> Path:
    """The nearest folder around a path that has an index, or else the path itself, or the folder of a file.

    The folder of a repository is the outermost that counts: an index of all the home folder does not swallow it.
    """
    nearest = path if path.is_dir() else path.parent
    for folder in (nearest, *nearest.parents):
        if (index_folder(folder, cache) / DATABASE).is_file():
            return folder
        if (folder / ".git").exists():
            break
    return nearest


def prepared(path: Path, given: str, everything: bool = True, exactly: bool = False, rebuild: bool = False) -> Prepared:
    """The index that a folder or file is in, up to date.

    `everything` means that structure is needed of all files; else that of a large tree is left for when it is needed.
    `exactly` means this folder's own index and not one of a folder around it; `rebuild`, one made from nothing.
    """
    settings = settings_for(path if path.is_dir() else path.parent).settings
    cache = cache_folder(settings.cache_dir)
    root = path if exactly else root_for(path, cache)
    if root != path:
        settings = settings_for(root).settings
    folder = index_folder(root, cache)
    below = "" if root == path else path.relative_to(root).as_posix() + ("/" if path.is_dir() else "")
    store = Store(folder)
    ready = Prepared(root, below, given, settings, store, Summary())
    try:
        summary = _updated(root, settings, folder, everything, rebuild)
    except Unusable as problem:
        ready.notes = [f"no index can be kept ({problem}); every file is read"]
        ready.unindexed = True
        _look_through(ready, {})
        return ready
    if summary is not None:
        ready.summary = summary
        return ready
    # Somebody else, a language server perhaps, writes this index. What it has not got yet is searched directly.
    ready.elsewhere = True
    try:
        with store.snapshot() as snapshot:
            known = snapshot.states()
    except Damaged:  # it has only just begun
        known, ready.unindexed = {}, True
    _look_through(ready, known)
    return ready


def _updated(root: Path, settings: Settings, folder: Path, everything: bool, anew: bool) -> Summary | None:
    """Brings the index up to date, and makes it anew where it turns out to be damaged; None if another process does."""
    writer = Writer.open(folder, root, anew)
    if writer is None:
        return None
    try:
        return _written(root, settings, writer, everything)
    except (Unusable, Damaged, sqlite3.Error, OSError) as error:
        problem = problem_of(error)
        if isinstance(problem, Unusable) or anew:
            raise Unusable(str(problem)) from error
    return _updated(root, settings, folder, everything, anew=True)


def _written(root: Path, settings: Settings, writer: Writer, everything: bool) -> Summary:
    pool = Pool(settings.workers or None)
    indexer = Indexer(root, settings, writer, pool)
    try:
        with progress_bar() as report:
            summary = indexer.update(report, structure=False)
            pending = sum(size for _, _, size, _, _ in writer.unstructured())
            if everything or pending <= SOON_PARSED:
                indexer.add_structure(report, summary)
                indexer.arrange()
        return summary
    finally:
        pool.stop()
        writer.close()


def _look_through(ready: Prepared, known: Mapping[str, FileState]) -> None:
    """Finds the files that an index does not have as they are, and those that cannot be searched."""
    entries = Walk(ready.root, ready.settings.max_file_size, ready.settings.ignore)
    ready.changed = frozenset(
        entry.path for entry in entries if not is_as_read(entry.size, entry.mtime_ns, known.get(entry.path))
    )
    ready.summary.problems += entries.all_problems()


@contextmanager
def progress_bar() -> Iterator[Report]:
    """A bar on standard error for what takes longer than a moment; nothing where nobody is looking."""
    if not sys.stderr.isatty():
        yield lambda progress: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
    from rich.progress import Progress as Bar

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("Looking for files", total=None)

        def report(progress: Progress) -> None:
            bar.update(
                task,
                description=_STAGES.get(progress.stage, progress.stage),
                completed=progress.done,
                total=progress.total or None,
            )

        yield report
