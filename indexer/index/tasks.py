"""What a worker can be told to do."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from indexer.index.file_reader import count_keywords, find_shapes, read_names, read_structure, read_text
from indexer.index.workers import READY
from indexer.languages.detect import detect
from indexer.store.records import TextRecord

if TYPE_CHECKING:
    from indexer.store.segment_builder import SegmentBuilder


class TextBatch(NamedTuple):
    """The texts of a batch of files: what was read, and what could not be."""

    records: list[tuple[int, TextRecord]]
    unchanged: list[TextRecord]
    problems: list[tuple[str, str]]
    segment: str | None


def texts(
    root: str,
    first_id: int,
    paths: Sequence[str],
    hashes: Sequence[bytes | None],
    segment: str | None,
    languages: Mapping[str, str],
) -> TextBatch:
    """Reads files, giving them ids from `first_id` on, and writes the segment with their trigrams.

    A file whose content has the hash given for it is unchanged.
    """
    records: list[tuple[int, TextRecord]] = []
    unchanged: list[TextRecord] = []
    problems: list[tuple[str, str]] = []
    built = _segment() if segment is not None else None
    for id, (path, hash) in enumerate(zip(paths, hashes, strict=True), first_id):
        try:
            record, text = read_text(root, path, languages)
        except OSError as error:
            problems.append((path, error.strerror or str(error)))
            continue
        if record.hash == hash:
            unchanged.append(record)
            continue
        records.append((id, record))
        if built is not None and record.skipped is None:
            built.add(id, text)
    name = built.written(Path(segment)) if built is not None and segment is not None else None
    return TextBatch(records, unchanged, problems, name)


def prepare() -> str:
    """Imports what `texts` takes."""
    with suppress(ImportError):  # which is told where there is something to read
        _segment()
        detect("", b"")
    return READY


def _segment() -> SegmentBuilder:
    # numpy takes long to import, and a few files do without a segment
    from indexer.store.segment_builder import SegmentBuilder

    return SegmentBuilder()


TASKS: dict[str, Callable[..., Any]] = {
    "keywords": count_keywords,
    "names": read_names,
    "prepare": prepare,
    "shapes": find_shapes,
    "structure": read_structure,
    "texts": texts,
}
