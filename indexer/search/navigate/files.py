"""One file of a corpus, to be asked about by name: what a search asks of its candidates, and its chunks."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from indexer.model import Chunk
from indexer.search.run.corpus import Candidate, Corpus, Gone


class File(Candidate):
    """A file as it is now. Gone is raised by whatever must read it when it is not there."""

    @property
    def root(self) -> Path:
        return self._corpus.root

    def chunks(self) -> list[Chunk]:
        from indexer.documents import Document

        return self._ask(Document.chunks, self.path.rpartition("/")[2])

    def neighbours(self) -> list[str]:
        """The paths of all files of the same root that the index knows."""
        return list(self._corpus.snapshot.table.by_path) if self._corpus.snapshot is not None else []


def file_at(path: Path, corpora: Iterable[Corpus]) -> File | None:
    """The file at an absolute path, if it is in a corpus and is text."""
    for corpus in corpora:
        if path != corpus.root and path.is_relative_to(corpus.root):
            inside = path.relative_to(corpus.root).as_posix()
            row = corpus.snapshot.table.by_path.get(inside) if corpus.snapshot is not None else None
            file = File(corpus, inside, row)
            try:
                file.symbols()
            except Gone:
                return None
            return file
    return None
