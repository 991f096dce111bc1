"""Brings the index of a root up to date once, in this process, for a command that asks and ends.

A sealed index that has every file as it is needs no writer: nothing is locked, nothing is written, and several commands
can look at once.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from indexer.files.walk import Entry, Scan, Walk
from indexer.index import makers
from indexer.index.indexer import LANGUAGES, STAMP, UNSEGMENTED, Indexer, Progress, Report, Summary
from indexer.index.workers import Pool
from indexer.settings import Settings
from indexer.store.database import Unusable, problem_of
from indexer.store.layout import EVERYTHING
from indexer.store.place import noted
from indexer.store.reader import FileRow, FileTable, Snapshot, Store, is_as_read
from indexer.store.records import Damaged
from indexer.store.seal import Seal, check_files, read_seal
from indexer.store.writer import Writer

# So much is parsed before an answer even if the question does not need it: it takes a few seconds, once.
SOON_PARSED = 32 * 1024 * 1024


@dataclass
class Updated:
    """What came of it."""

    summary: Summary = field(default_factory=Summary)
    changed: frozenset[str] = frozenset()  # files that the index does not have as they are
    elsewhere: bool = False  # another process writes this index
    indexed: bool = True  # there is something to read
    problem: str | None = None  # why no index can be kept


class Update(NamedTuple):
    """What is to be brought up to date, and how far."""

    root: Path
    settings: Settings
    store: Store
    report: Report
    structure: bool = True  # of all files; else that of a large tree is left for when it is needed
    rebuild: bool = False  # from nothing

    def run(self) -> Updated:
        seal = None if self.rebuild else read_seal(self.store.folder)
        scan = None
        try:
            if seal is not None and (table := self._whole_table(seal)) is not None:
                scan = self._scan()
                if _has_all(table, scan):
                    return Updated(Summary(unchanged=len(scan.found), skipped=scan.skipped, problems=scan.problems))
            summary = self._written(seal, scan, self.rebuild)
        except Unusable as problem:
            return self._looked_through(Updated(indexed=False, problem=str(problem)))
        return self._looked_through(Updated(elsewhere=True)) if summary is None else Updated(summary)

    def _scan(self) -> Scan:
        walk = Walk(self.root, self.settings.max_file_size, self.settings.ignore)
        return walk.finished(lambda number: self.report(Progress("scanning", number, 0)))

    def _whole_table(self, seal: Seal) -> FileTable | None:
        """The files of a sealed index, if all that could be done about them without a change on disk is done."""
        try:
            if not os.access(self.store.folder, os.W_OK):  # it is said at once, not at the next change
                return None
            check_files(self.store.folder, seal)
            with self.store.snapshot() as snapshot:
                return snapshot.table if self._is_finished(snapshot) else None
        except (Damaged, OSError):
            return None

    def _is_finished(self, snapshot: Snapshot) -> bool:
        table = snapshot.table
        pending = table.left(EVERYTHING)
        return (
            snapshot.has_all_texts()
            and snapshot.meta("root") == noted(self.root)
            and snapshot.meta(LANGUAGES) == self.settings.noted_languages()
            and snapshot.meta(STAMP) == makers.stamp()
            and len(table.unsegmented_places) <= UNSEGMENTED
            and not self._is_soon_parsed(pending)
        )

    def _is_soon_parsed(self, pending: int) -> bool:
        return pending > 0 and (self.structure or pending <= SOON_PARSED)

    def _written(self, seal: Seal | None, scan: Scan | None, anew: bool) -> Summary | None:
        """Writes what is missing, and makes an index anew that turns out to be damaged; None if another process does.

        What was found holds if nobody has written since: the index still has the seal that it had before.
        """
        writer = Writer.open(self.store.folder, self.root, anew)
        if writer is None:
            return None
        try:
            return self._filled(writer, scan if writer.seal == seal else None)
        except (Unusable, Damaged, sqlite3.Error, OSError) as error:
            problem = problem_of(error)
            if isinstance(problem, Unusable) or anew:
                raise Unusable(str(problem)) from error
        return self._written(None, None, anew=True)

    def _filled(self, writer: Writer, scan: Scan | None) -> Summary:
        pool = Pool(self.settings.workers or None)
        indexer = Indexer(self.root, self.settings, writer, pool)
        try:
            summary = indexer.update(self.report, structure=False, scan=scan)
            if self._is_soon_parsed(sum(size for _, _, size, _, _ in writer.before(EVERYTHING))):
                known = indexer.add_known(self.report)
                indexer.add_names(self.report)
                indexer.add_structure(self.report, summary, known)
                indexer.arrange()
            return summary
        finally:
            pool.stop()
            writer.close()

    def _looked_through(self, updated: Updated) -> Updated:
        """Finds what an index that cannot be written here has not got as it is, to be searched directly."""
        known: Mapping[str, FileRow] = {}
        if updated.indexed:
            try:
                with self.store.snapshot() as snapshot:
                    known = snapshot.table.by_path
            except Damaged:  # whoever writes it has only just begun
                updated.indexed = False
        scan = self._scan()
        updated.changed = frozenset(entry.path for entry in scan.found if not _is_known(entry, known))
        updated.summary = Summary(problems=scan.problems)
        return updated


def _is_known(entry: Entry, known: Mapping[str, FileRow]) -> bool:
    return is_as_read(entry.size, entry.mtime_ns, known.get(entry.path))


def _has_all(table: FileTable, scan: Scan) -> bool:
    """Whether an index has every file that was found as it is, and no other."""
    return len(table.rows) == len(scan.found) and all(_is_known(entry, table.by_path) for entry in scan.found)
