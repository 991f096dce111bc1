"""What is exported of a folder: each file with its text, its records and what its references mean, as it is now.

Where the scopes of a language are known each reference is resolved; elsewhere a name means the definition in its own
file, or the only one there is. What could be several is told as such, and not guessed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from indexer.graph.files import FileGraph
from indexer.graph.navigate import FileImport, imports_of
from indexer.graph.resolve import Evidence, Resolver, Target
from indexer.graph.words import name_offset
from indexer.lazy import lazy
from indexer.model import Block, Chunk, Reference, Span, Symbol
from indexer.search.navigate.files import File
from indexer.search.run.corpus import Corpus, Gone, candidates
from indexer.text.document_text import Text


class Meant(NamedTuple):
    """What a reference means; without a path, something outside of the folder or one of several."""

    evidence: Evidence
    path: str | None = None
    span: Span | None = None  # of the name where it is defined


class Exported:
    """A folder to export. It is asked while its index is open."""

    def __init__(self, corpus: Corpus, resolver: Resolver) -> None:
        self.corpus = corpus
        self.resolver = resolver
        self.graph = FileGraph(corpus)

    @lazy
    def files(self) -> list[ExportedFile]:
        """The files in path order."""
        rows = self.corpus.snapshot.table.rows if self.corpus.snapshot is not None else []
        wanted = [row for row in rows if row.skipped is None and row.path.startswith(self.corpus.below)]
        found = []
        for candidate in candidates(self.corpus, wanted):
            file = ExportedFile(self, candidate.path)
            try:
                _ = file.symbols
            except Gone:
                continue
            found.append(file)
        return found

    @lazy
    def defined(self) -> dict[str, list[tuple[str, Span]]]:
        """Where each name is defined, in the paths of the root."""
        found: dict[str, list[tuple[str, Span]]] = {}
        for file in self.files:
            for symbol in file.symbols:
                found.setdefault(symbol.name, []).append((file.whole_path, symbol.name_span))
        return found


class ExportedFile:
    """One file, asked for its records while the index is open."""

    def __init__(self, folder: Exported, whole_path: str) -> None:
        corpus = folder.corpus
        row = corpus.snapshot.table.by_path.get(whole_path) if corpus.snapshot is not None else None
        self._folder = folder
        self._file = File(corpus, whole_path, row)
        self.whole_path = whole_path  # from the root of the index
        self.path = whole_path.removeprefix(corpus.below)  # from the folder that is exported

    @property
    def language(self) -> str | None:
        return self._file.language

    @property
    def text(self) -> Text:
        return self._file.text

    @property
    def symbols(self) -> Sequence[Symbol]:
        return self._file.symbols()

    @property
    def references(self) -> Sequence[Reference]:
        return self._file.references()

    @property
    def blocks(self) -> Sequence[Block]:
        return self._file.blocks()

    def chunks(self) -> list[Chunk]:
        return self._file.chunks()

    def imports(self) -> list[FileImport]:
        return imports_of(self._folder.graph, self.whole_path)

    def inside(self, path: str) -> str | None:
        """A path of the root as it is from the folder that is exported; None if it is not in there."""
        below = self._folder.corpus.below
        return path.removeprefix(below) if path.startswith(below) else None

    @lazy
    def meant(self) -> list[Meant]:
        """What each reference means."""
        folder = self._folder
        references = self.references
        answers: list[list[Target]] = [[] for _ in references]
        if folder.resolver.meaning(folder.corpus).sources.names(self.whole_path) is not None:
            offsets = [name_offset(reference.span, self.text.data) for reference in references]
            answers = folder.resolver.targets_at(folder.corpus, self.whole_path, offsets)
        return [
            self._meant(targets[0]) if targets else self._by_name(reference.name)
            for reference, targets in zip(references, answers, strict=True)
        ]

    def _meant(self, target: Target) -> Meant:
        path = None if target.corpus is None else self.inside(target.path)
        return Meant(target.evidence) if path is None else Meant(target.evidence, path, target.span)

    def _by_name(self, name: str) -> Meant:
        places = self._folder.defined.get(name, [])
        own = [place for place in places if place[0] == self.whole_path]
        if not places:
            return Meant("external")
        if len(places) == 1 or len(own) == 1:
            path, span = own[0] if own else places[0]
            return Meant("unique" if len(places) == 1 else "name", self.inside(path), span)
        return Meant("name")
