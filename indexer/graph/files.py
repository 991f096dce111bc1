"""The graph of files: an edge from each file to those that its imports lead to.

The references come from the index as they are packed there, open documents and changed files lie over it. What a text
says is kept by the text, so that an edit costs the edges of its own file.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from indexer.graph.imports.importing import Import, Imports
from indexer.graph.imports.resolver import Certainty, Mention, Written
from indexer.graph.imports.surroundings import surroundings
from indexer.graph.imports.tree import MOST_BYTES, Tree
from indexer.lazy import lazy
from indexer.query.paths import lies_in
from indexer.search.run.corpus import Candidate, Corpus, Gone, candidates
from indexer.store.columns import mentions_of_imports


class Known:
    """What is kept of a root from one question to the next: the imports of each text, and who follows them."""

    def __init__(self) -> None:
        self.written: dict[str, tuple[object, list[Written]]] = {}  # of each file, with what tells its text
        self.state: object = None  # what the rest was made from
        self.following: Imports | None = None


class Edge(NamedTuple):
    """An import that leads from one file to another."""

    source: str
    target: str
    start: int  # where it is written
    text: str  # how
    evidence: Certainty


class FileGraph:
    """The imports of the files of one root."""

    def __init__(self, corpus: Corpus, known: Known | None = None) -> None:
        self.corpus = corpus
        self._known = Known() if known is None else known
        self._imports: dict[str, list[Import]] = {}
        self.unread: dict[str, str] = {}  # the files whose imports could not be read, each with the reason

    @property
    def root(self) -> Path:
        return self.corpus.root

    @lazy
    def files(self) -> dict[str, Candidate]:
        """The files of the root by path, also those that lie out of the part that is asked about."""
        rows = self.corpus.snapshot.table.rows if self.corpus.snapshot is not None else []
        everywhere = Corpus(
            self.corpus.root,
            self.corpus.snapshot,
            self.corpus.reader,
            self.corpus.live,
            self.corpus.changed,
            self.corpus.languages,
        )
        return {each.path: each for each in candidates(everywhere, rows)}

    def file(self, path: str) -> Candidate:
        """One file, without looking at all the others."""
        if "files" in self.__dict__:
            return self.files[path]
        rows = self.corpus.snapshot.table.by_path if self.corpus.snapshot is not None else {}
        return self._single.setdefault(path, Candidate(self.corpus, path, rows.get(path)))

    @lazy
    def _single(self) -> dict[str, Candidate]:
        return {}

    @lazy
    def following(self) -> Imports:
        """Who follows the imports of this root: as before, while there are the same files that say the same."""
        corpus, known = self.corpus, self._known
        table = corpus.snapshot.table if corpus.snapshot is not None else None
        over = sorted({*corpus.live, *corpus.changed})
        # What an open document imports is asked of it; what it says of the project may be kept from before.
        said = [(path, each.version) for path, each in corpus.live.items() if _says_layout(path)]
        state = (None if table is None else (table.generation, len(table.rows)), over, said)
        if known.following is None or known.state != state:
            tree = Tree([*(table.by_path if table is not None else ()), *over], self._read)
            known.following = Imports(tree, surroundings(self.root))
            known.state = state
        known.following.tree.read = self._read
        return known.following

    def _read(self, path: str) -> bytes | None:
        """A file of the root as it is now, if it is short and no link leads out of the root."""
        live = self.corpus.live.get(path)
        if live is not None:
            return live.text.data
        file = self.root / path
        try:
            if file.stat().st_size > MOST_BYTES or not file.resolve().is_relative_to(self.root.resolve()):
                return None
            return file.read_bytes()
        except OSError:
            return None

    def asked(self) -> Iterator[str]:
        """The files of the part that is asked about."""
        return (path for path in self.files if lies_in(path, self.corpus.below))

    def language(self, path: str) -> str | None:
        try:
            return self.file(path).language
        except (KeyError, Gone):
            return None

    def imports(self, path: str) -> list[Import]:
        """The imports of a file, each with where it leads."""
        known = self._imports.get(path)
        if known is None:
            known = self._imports[path] = self._imports_of(path)
        return known

    def _imports_of(self, path: str) -> list[Import]:
        file = self.file(path)
        try:
            resolver = self.following.resolver(file.language)
            if resolver is None:
                return []
            content = file.content
            told, written = self._known.written.get(path, (None, []))
            if told is None or told != content:
                mentions = _mentions(file)
                written = list(resolver.written(file.text.data, mentions)) if mentions else []
                self._known.written[path] = content, written
        except Gone:
            self.unread[path] = "it is gone, or no text"
            return []
        if file.failure is not None:
            self.unread[path] = file.failure
        return [self.following.led(path, resolver, each) for each in written]

    def edges(self, path: str) -> list[Edge]:
        """The edges that go out from a file, one for each file that an import leads to."""
        found: dict[str, Edge] = {}
        for each in self.imports(path):
            for target in each.edges():
                known = found.get(target)
                if target != path and (known is None or (known.evidence == "name" != each.evidence)):
                    found[target] = Edge(path, target, each.start, each.path, each.evidence)
        return list(found.values())

    def external(self, path: str) -> list[str]:
        """The imports of a file that lead to no file of the root, as written."""
        return list(dict.fromkeys(each.path for each in self.imports(path) if not each.edges()))

    @lazy
    def out(self) -> dict[str, list[Edge]]:
        """The edges of all files of the root, by where they begin."""
        return {path: edges for path in self.files if (edges := self.edges(path))}

    @lazy
    def back(self) -> dict[str, list[Edge]]:
        """The same edges by where they end, in the order of where they begin."""
        found: dict[str, list[Edge]] = {}
        for edges in self.out.values():
            for edge in edges:
                found.setdefault(edge.target, []).append(edge)
        return found

    def row(self, edge: Edge) -> int:
        """The row in which the import of an edge stands."""
        return self.file(edge.source).text.lines.row_of(edge.start)


def _says_layout(path: str) -> bool:
    return path.endswith((".json", ".toml", ".mod", ".work", ".cfg", ".yaml", ".kt", ".scala"))


def _mentions(file: Candidate) -> list[Mention]:
    packed = file.packed_references
    if packed is not None:
        return [Mention(*each) for each in mentions_of_imports(packed)]
    return [Mention(each.name, *each.span) for each in file.references() if each.kind == "import"]
