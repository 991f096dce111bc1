"""What is exported of a root: each file with its text and its records, as it is now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from indexer.model import Reference, Symbol
from indexer.search.run.corpus import Corpus, Gone, candidates
from indexer.text.document_text import Text


class ExportedFile(NamedTuple):
    path: str
    language: str | None
    text: Text
    symbols: Sequence[Symbol]
    references: Sequence[Reference]


def files(corpus: Corpus) -> Iterator[ExportedFile]:
    """The files of a root in path order."""
    rows = corpus.snapshot.table.rows if corpus.snapshot is not None else []
    wanted = [row for row in rows if row.skipped is None and row.path.startswith(corpus.below)]
    for candidate in candidates(corpus, wanted):
        try:
            found = ExportedFile(
                candidate.path.removeprefix(corpus.below),
                candidate.language,
                candidate.text,
                candidate.symbols(),
                candidate.references(),
            )
        except Gone:
            continue
        yield found
