"""Brings an index up to what is on disk: text first, so that search is complete in seconds, then what is defined, so
that names are, then all of the structure.

Size and time stamp decide whether a file is read, its hash decides whether anything is done about it. Everything is
written in small transactions, so that whoever asks meanwhile sees a state that was true, and a stop loses nothing.
"""

from __future__ import annotations

import json
import logging
import time
import uuid
from collections.abc import Callable, Container, Iterable, Iterator
from dataclasses import astuple, dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from indexer.embedded.finders import may_embed
from indexer.files.walk import Entry, Scan, Walk, is_utf8
from indexer.grammars.trust import is_fuzzed, is_guarded, why_unsafe
from indexer.index import makers
from indexer.index.file_reader import read_names, read_structure, read_text
from indexer.index.tasks import TextBatch, texts
from indexer.index.workers import Failed, Pool, Task
from indexer.languages.registry import by_name
from indexer.settings import Settings
from indexer.store.donors import Content, known_structures
from indexer.store.layout import EVERYTHING, NAMES
from indexer.store.reader import FileState, is_as_read
from indexer.store.records import PackedStructure, Structure, packed
from indexer.store.writer import SEGMENT, TEXT, SegmentState, Writer

if TYPE_CHECKING:
    from indexer.blocks.keywords import Keywords

log = logging.getLogger(__name__)

BATCH = 48 * 1024 * 1024  # source bytes in one segment
UNSEGMENTED = 400  # files that are searched without a segment before they get one
FEW_BYTES = 2 * 1024 * 1024  # so little is read here rather than in workers
FEW_TO_PARSE = 128 * 1024
NAMES_FIRST = 8 * 1024 * 1024  # of less, all of the structure is there in a second or two, and is made in one go
KNOWN_FIRST = 1024 * 1024  # of less, all is parsed sooner than other indexes are asked
SEGMENTS = 40  # more than this are merged
SMALL = 2  # likewise of small ones: each has the same trigrams again, and a search asks each
MANY = 50  # files parsed at once, so that there may be something new to learn
TEACHERS = 50  # files of each language that words are learned from
POOLED = ""  # what all languages together teach is kept under no language's name
UNNAMED = 200_000  # symbols that a search takes from the files' own records before they get a table of names
# Notes of which installation has last compared what it makes with what is here, how that tells languages, and which the
# settings say some files are in.
STAMP, _DETECTION, LANGUAGES = "made by", "detection", "languages"
_COMMIT_FILES = 400
_COMMIT_SECONDS = 0.5


class Progress(NamedTuple):
    """How far an update has come."""

    stage: str  # "scanning", "text", "names", "structure"
    done: int
    total: int


@dataclass
class Summary:
    """What an update did."""

    changed: int = 0
    unchanged: int = 0
    removed: int = 0
    skipped: int = 0
    problems: list[tuple[str, str]] = field(default_factory=list)


class Stopped(Exception):
    """The update was told to stop. What was done is kept."""


Report = Callable[[Progress], None]


def _silent(progress: Progress) -> None:
    pass


class Indexer:
    """Keeps one root's index. Not for several threads at once."""

    def __init__(self, root: Path, settings: Settings, writer: Writer, pool: Pool) -> None:
        self.root = root
        self._root = str(root)
        self._writer = writer
        self._pool = pool
        self._settings = settings
        self.between: Callable[[], None] = lambda: None  # called often; may raise Stopped

    def update(self, report: Report = _silent, structure: bool = True, scan: Scan | None = None) -> Summary:
        """Reconciles the index with the whole root, whose files may have been found already."""
        if scan is None:
            scan = self._walk().finished(partial(self._scanned, report, self._writer.meta(TEXT) is None))
        summary = Summary(problems=scan.problems, skipped=scan.skipped)
        languages = self._settings.noted_languages()
        anew = self._writer.meta(LANGUAGES) not in (None, languages) or self._detects_otherwise()
        self._apply(scan.found, self._writer.states(), summary, report, anew)
        self._writer.set_meta(LANGUAGES, languages)
        self._writer.set_meta(TEXT, "complete")
        self._redo_outdated()
        self.arrange()
        if structure:
            known = self.add_known(report)
            self.add_names(report)
            self.add_structure(report, summary, known)
            self._writer.write_names()
        return summary

    def _scanned(self, report: Report, first_time: bool, number: int) -> None:
        """So many files were found."""
        if first_time and number:
            self._pool.prepare()
        self.between()
        report(Progress("scanning", number, 0))

    def _detects_otherwise(self) -> bool:
        """Whether files may be in other languages now than when they were read."""
        if self._writer.meta(STAMP) in (None, makers.stamp()):
            return False
        return self._writer.meta(_DETECTION) != makers.detection()

    def _redo_outdated(self) -> None:
        """What another Outcrop parsed, and this one would parse otherwise, is parsed again."""
        stamp = makers.stamp()
        if self._writer.meta(STAMP) == stamp:
            return
        known = self._writer.makers()
        present = self._writer.structured_languages()
        outdated = [language for language in sorted(present) if known.get(language) != makers.digest(language or None)]
        self._writer.note_makers({language: makers.digest(language or None) for language in outdated}, outdated)
        self._writer.set_meta(_DETECTION, makers.detection())
        self._writer.set_meta(STAMP, stamp)

    def _note_makers(self, languages: set[str]) -> None:
        new = languages - self._writer.makers().keys()
        if new:
            self._writer.note_makers({language: makers.digest(language or None) for language in new})

    def learn_keywords(self) -> None:
        """Learns the words that open and close blocks from files with a tree, for files in languages nobody knows."""
        from indexer.blocks.keywords import Counts, Keywords, learned, merged

        unknown = self._writer.count_unknown()
        if not unknown:
            return
        samples: dict[str, list[tuple[str, bytes, str]]] = {}
        for path, hash, language in self._writer.parsed():
            sample = samples.setdefault(language, [])
            if len(sample) < TEACHERS:
                sample.append((path, hash, language))
        tasks = [Task("keywords", 50_000 * len(files), (self._root, files)) for files in samples.values()]
        counted: dict[str, Counts] = {
            task.arguments[1][0][2]: counts for task, counts in self._pool.run(tasks) if not isinstance(counts, Failed)
        }
        pooled = Keywords.of(merged(counted[name] for name in sorted(counted)))
        said = {
            name: json.dumps(
                {side: [list(astuple(token)) for token in tokens] for side, tokens in learned(counts).items()}
            )
            for name, counts in sorted(counted.items())
        }
        said[POOLED] = json.dumps([sorted(pooled.header), sorted(pooled.footer)])
        if said != self._writer.keywords():
            self._writer.set_keywords(said)
            self._writer.unstructure_unknown()

    def _walk(self) -> Walk:
        return Walk(self.root, self._settings.max_file_size, self._settings.ignore)

    def update_paths(self, paths: Iterable[str], report: Report = _silent) -> Summary:
        """Reconciles the index with some files and folders, given relative to the root."""
        summary = Summary()
        found: dict[str, Entry] = {}
        affected: dict[str, FileState] = {}
        for path in paths:
            if not is_utf8(path):
                continue  # no walk finds it
            for entry in self._walk().at(path):
                found[entry.path] = entry
            affected.update(self._writer.states(path))
        self._apply(found.values(), affected, summary, report)
        if self._writer.count_unsegmented() > UNSEGMENTED:
            self.arrange()
        self.add_structure(report, summary, only=found.keys())
        return summary

    def _apply(
        self,
        found: Iterable[Entry],
        known: dict[str, FileState],
        summary: Summary,
        report: Report,
        anew: bool = False,
    ) -> None:
        """Reads what is new or may have changed, or with `anew` everything, and forgets what is gone."""
        gone = known.copy()
        pending: list[Entry] = []
        for entry in found:
            state = gone.pop(entry.path, None)
            if anew or not is_as_read(entry.size, entry.mtime_ns, state):
                pending.append(entry)
            else:
                summary.unchanged += 1
        if gone:
            self._writer.remove(list(gone))
            summary.removed += len(gone)
        done = 0
        report(Progress("text", 0, len(pending)))
        for batch in self._read(pending, {} if anew else known):
            self.between()
            self._writer.add_texts(batch.records, batch.segment)
            self._writer.touch(
                (record.size, record.mtime_ns, record.read_ns, known[record.path].id) for record in batch.unchanged
            )
            vanished = [path for path, reason in batch.problems if path in known]
            if vanished:
                self._writer.remove(vanished)
            summary.changed += len(batch.records)
            summary.unchanged += len(batch.unchanged)
            summary.problems += batch.problems
            done += len(batch.records) + len(batch.unchanged) + len(batch.problems)
            report(Progress("text", done, len(pending)))

    def _read(self, pending: list[Entry], known: dict[str, FileState]) -> Iterator[TextBatch]:
        size = sum(entry.size for entry in pending)
        languages = self._settings.languages
        first = self._writer.reserve(len(pending)) if pending else 0
        if size <= FEW_BYTES and len(pending) <= UNSEGMENTED:
            for at in range(0, len(pending), 50):
                paths = [entry.path for entry in pending[at : at + 50]]
                yield texts(self._root, first + at, paths, _hashes(known, paths), None, languages)
            return
        tasks: list[Task] = []
        limit = min(BATCH, max(size // (4 * self._pool.count), 1024 * 1024))
        for batch in _batches(pending, limit):
            paths = [entry.path for entry in batch]
            segment = str(self._writer.folder / f"{uuid.uuid4().hex}{SEGMENT}")
            arguments = (self._root, first, paths, _hashes(known, paths), segment, languages)
            tasks.append(Task("texts", sum(entry.size for entry in batch) // 10, arguments))
            first += len(batch)
        failed: list[Task] = []
        for task, answer in self._pool.run(tasks):
            if isinstance(answer, Failed):
                log.error("reading %d files failed and is tried again: %s", len(task.arguments[2]), answer.reason)
                failed.append(task)
            else:
                yield answer
        # One file may have cost the others their place: now each is on its own, and without a segment.
        for task, answer in self._pool.run(_one_by_one(failed)):
            if isinstance(answer, Failed):
                yield TextBatch([], [], [(task.arguments[2][0], answer.reason)], None)
            else:
                yield answer

    def add_known(self, report: Report = _silent) -> int:
        """Takes the structure of contents that this index or another one has, if so much is new that it is worth it.

        How many files that was. An index that somebody wants made anew owes nothing to others.
        """
        left = [file for file in self._writer.before(EVERYTHING) if file[4] is not None]
        if self._writer.anew or sum(size for _, _, size, _, _ in left) < KNOWN_FIRST:
            return 0
        files: dict[Content, list[int]] = {}
        for id, _, _, hash, language in left:
            if language is not None:
                files.setdefault(Content(hash, language), []).append(id)
        self._note_makers({content.language for content in files})
        known = known_structures(self._writer.folder, files, makers.digest)
        return self._write("structure", ((files[content], made) for content, made in known), len(left), report)

    def add_names(self, report: Report = _silent) -> None:
        """Finds what the files define that have only their text yet, if they are so many that it is worth a stage.

        A file that cannot be read so, for whatever reason, is left for the next stage.
        """
        left = self._writer.before(NAMES)
        if sum(size for _, _, size, _, _ in left) < NAMES_FIRST:
            return
        keywords = self._keywords()
        wanted = [
            Task("names", size, (self._root, path, hash, language, None if language else keywords), id)
            for id, path, size, hash, language in left
        ]
        self._note_makers({task.arguments[3] or "" for task in wanted})
        self._added("names", wanted, report)
        self._writer.write_names()

    def add_structure(
        self,
        report: Report = _silent,
        summary: Summary | None = None,
        known: int = 0,
        again: bool = True,
        only: Container[str] | None = None,
    ) -> None:
        """Parses the files of which not everything is known yet, all of them or some; `known` ones came just before."""
        keywords = self._keywords()
        wanted = [
            Task("structure", size, (self._root, path, hash, language, False, None if language else keywords), id)
            for id, path, size, hash, language in self._writer.before(EVERYTHING)
            if only is None or path in only
        ]
        if wanted:
            self._note_makers({task.arguments[3] or "" for task in wanted})
        failed: list[Task] = []
        for task, reason in self._added("structure", wanted, report):
            failed.append(task)
            log.warning("%s: %s", task.arguments[1], reason)
            if summary is not None:
                summary.problems.append((task.arguments[1], reason))
        self._add_by_layout(failed)
        if known + len(wanted) >= MANY and again and only is None:
            self.learn_keywords()
            self.add_structure(report, summary, again=False)
        report(Progress("structure", len(wanted), len(wanted)))

    def _added(self, stage: str, wanted: list[Task], report: Report) -> list[tuple[Task, str]]:
        """Writes what becomes of tasks; those that failed, with the reason. The same content is read once."""
        alike: dict[tuple[bytes, str | None], list[Task]] = {}
        for task in wanted:
            alike.setdefault(task.arguments[2:4], []).append(task)
        failed: list[tuple[Task, str]] = []
        again: list[Task] = []

        def made() -> Iterator[tuple[list[int], PackedStructure]]:
            for task, answer in self._parse([first for first, *_ in alike.values()]):
                same = alike[task.arguments[2:4]]
                if isinstance(answer, Failed):
                    self.between()
                    failed.extend((one, answer.reason) for one in same)
                elif answer is None:  # the file has changed, and the others may not
                    again.extend(same[1:])
                else:
                    yield [one.key for one in same], answer

        report(Progress(stage, 0, len(wanted)))
        self._write(stage, made(), len(wanted), report)
        return failed + (self._added(stage, again, report) if again else [])

    def _write(self, stage: str, made: Iterable[tuple[list[int], PackedStructure]], total: int, report: Report) -> int:
        """Writes structures as they come, some at a time, each for all files that it is of; how many those are."""
        ready: list[tuple[int, PackedStructure, str | None]] = []
        since = time.monotonic()
        done = unnamed = 0
        for ids, structure in made:
            self.between()
            ready.extend((id, structure, None) for id in ids)
            done += len(ids)
            unnamed += structure.symbol_count * len(ids)
            if len(ready) >= _COMMIT_FILES or time.monotonic() - since > _COMMIT_SECONDS:
                self._writer.add_structures(ready)
                ready, since = [], time.monotonic()
                if unnamed > UNNAMED:
                    self._writer.write_names()
                    unnamed = 0
                report(Progress(stage, done, total))
        self._writer.add_structures(ready)
        return done

    def _keywords(self) -> Keywords | None:
        from indexer.blocks.keywords import Keywords

        pooled = self._writer.keywords().get(POOLED)
        return None if pooled is None else Keywords(*(frozenset(words) for words in json.loads(pooled)))

    def _parse(self, tasks: list[Task]) -> Iterator[tuple[Task, Any]]:
        """Each task with its answer. A few small files in languages that are safe are not worth a process."""
        if sum(task.size for task in tasks) > FEW_TO_PARSE or not all(_safe(task.arguments[3]) for task in tasks):
            yield from self._pool.run(tasks)
            return
        for task in tasks:
            try:
                yield task, (read_names if task.what == "names" else read_structure)(*task.arguments)
            except OSError as error:
                yield task, Failed(error.strerror or str(error))

    def _add_by_layout(self, failed: list[Task]) -> None:
        """A file that its grammar could not read keeps what its layout tells, until its content changes."""
        tasks = [task._replace(arguments=(*task.arguments[:4], True, task.arguments[5])) for task in failed]
        for task, answer in self._pool.run(tasks):
            made = packed(Structure([], [], "window", [])) if isinstance(answer, Failed) else answer
            if made is not None:
                self._writer.add_structures([(task.key, made, "its grammar failed; it is read by its layout")])

    def arrange(self) -> None:
        """Gives a segment to files that have none, and merges segments when there are many or much of them is dead."""
        loose = self._writer.unsegmented()
        if len(loose) > UNSEGMENTED:
            self._gather([], [id for id, _ in loose], dict(loose))
        segments = self._writer.segments()
        small = [
            segment for segment in segments if segment.alive < UNSEGMENTED * 4 or segment.alive * 2 < segment.files
        ]
        if len(segments) > SEGMENTS or len(small) > SMALL:
            self._gather(small or segments, [], {})
        self._writer.write_names()
        self._writer.sweep()

    def _gather(self, old: list[SegmentState], loose: list[int], paths: dict[int, str]) -> None:
        """One segment from several old ones, or from files that had none."""
        from indexer.store.segment_builder import SegmentBuilder
        from indexer.store.segment_writer import merge
        from indexer.store.segments import Segment

        name = f"{uuid.uuid4().hex}{SEGMENT}"
        path = self._writer.folder / name
        if old:
            ids = self._writer.segment_ids([segment.id for segment in old])
            if ids:
                merge(path, [Segment.open(self._writer.folder / segment.name) for segment in old], ids)
            self._writer.replace_segments([segment.id for segment in old], name if ids else None, ids)
            return
        built = SegmentBuilder()
        kept: list[int] = []
        for id in loose:
            try:
                record, text = read_text(self._root, paths[id], self._settings.languages)
            except OSError:
                continue  # it is gone; the next look at the disk finds out
            if self._writer.has(id, record.hash):
                built.add(id, text)
                kept.append(id)
        if built.written(path) is not None:
            self._writer.replace_segments([], name, kept)


def _hashes(known: dict[str, FileState], paths: list[str]) -> list[bytes | None]:
    return [known[path].hash if path in known else None for path in paths]


def _one_by_one(batches: list[Task]) -> Iterator[Task]:
    for batch in batches:
        root, first, paths, hashes, _, languages = batch.arguments
        for at, path in enumerate(paths):
            yield Task("texts", FEW_BYTES, (root, first + at, [path], [hashes[at]], None, languages))


def _safe(language: str | None) -> bool:
    known = by_name(language) if language else None
    if known is None:
        return True
    if is_guarded(known.grammar) or may_embed(known):
        return False  # whether it is safe depends on the text
    return known.grammar is None or is_fuzzed(known.grammar) or bool(why_unsafe(known.grammar))


def _batches(entries: list[Entry], limit: int) -> Iterator[list[Entry]]:
    batch: list[Entry] = []
    size = 0
    for entry in entries:
        batch.append(entry)
        size += entry.size
        if size >= limit:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch
