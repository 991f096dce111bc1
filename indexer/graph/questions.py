"""All that can be asked of the graph: what a name means, who uses it, who calls whom, what a file imports.

Every question is answered from the files as they are now and from open documents; what is worked out of texts is kept
by their content. All may be asked from another thread than the one that documents change on.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Protocol, TypeVar

from indexer.documents import Document
from indexer.graph.analysis import Analysis, analysis
from indexer.graph.asked_uses import asked_uses
from indexer.graph.calls import At, CallGraph, Node, Place, Told, Walk, affected
from indexer.graph.definitions import Definition, definitions, described
from indexer.graph.edges import Edges
from indexer.graph.files import FileGraph, Known
from indexer.graph.highlights import highlights
from indexer.graph.kinship import Kinship
from indexer.graph.layers import Layer
from indexer.graph.links import Link, links_of
from indexer.graph.meaning import Meaning
from indexer.graph.navigate import FileImport, imports_of
from indexer.graph.reach import Reach, reach
from indexer.graph.renames import Renameable, Renaming
from indexer.graph.renaming import Renamer
from indexer.graph.resolve import Resolver
from indexer.graph.sources import KnownTexts, Sources
from indexer.graph.uses import FoundReference, references_at
from indexer.model import Limits, Occurrence, Problem
from indexer.safe_reader import SafeReader
from indexer.search.run.corpus import Corpus
from indexer.text.document_text import Text

T = TypeVar("T")
Related = Callable[[Kinship, Node], list[Node]]


class Asking(Protocol):
    """How a question is asked of all that can be searched."""

    def __call__(self, ask: Callable[[Sequence[Corpus]], T], /) -> T: ...


class GraphQuestions:
    """The questions, with what is known from the last ones."""

    def __init__(self, asking: Asking, path_of: Callable[[str], Path | None], reader: SafeReader) -> None:
        self._asking = asking
        self._path_of = path_of  # of an open document, by its key
        self._reader = reader
        self._imports_known: dict[Path, Known] = {}
        self._texts = KnownTexts()

    # What the name at an offset of an open document means

    def definitions(self, key: str, document: Document, offset: int, limits: Limits) -> list[Definition]:
        """What it may be defined as, the likeliest first."""
        return self._at(
            key, document, limits, lambda resolver, corpus, path: definitions(resolver, corpus, path, offset)
        )

    def type_definitions(self, key: str, document: Document, offset: int, limits: Limits) -> list[Definition]:
        """The types of it, where they can be told."""

        def types(resolver: Resolver, corpus: Corpus, path: str) -> list[Definition]:
            return list(described(resolver, resolver.types_at(corpus, path, offset)))

        return self._at(key, document, limits, types)

    def references(self, key: str, document: Document, offset: int, limits: Limits) -> list[FoundReference]:
        """The places that refer to it."""
        return self._at(
            key,
            document,
            limits,
            lambda resolver, corpus, path: list(references_at(resolver, corpus, path, offset, limits)),
        )

    def occurrences(self, key: str, document: Document, offset: int) -> list[Occurrence]:
        """The places of the document that mean the same; where no scopes tell, that have the name."""
        alone = Corpus(Path("/"), None, self._reader, live={key: document})
        found = highlights(document, Meaning(Sources(alone, self._texts)), key, offset)
        return self._reader.ask(key, document, Document.occurrences, offset).result if found is None else found

    def places(self, key: str, document: Document, offset: int, limits: Limits) -> list[Place]:
        """The definitions that it means, as places of the graph."""
        return self._kin(key, document, offset, limits, lambda _, node: [node])

    def implementations(self, key: str, document: Document, offset: int, limits: Limits) -> list[Place]:
        """The types below it, or the members of its name there."""
        return self._kin(key, document, offset, limits, lambda kinship, node: kinship.implementations(node))

    def prepare_rename(self, key: str, document: Document, offset: int, limits: Limits) -> Renameable | Problem:
        """Whether it can have another name."""
        return self._at(
            key,
            document,
            limits,
            lambda resolver, corpus, path: Renamer(resolver, corpus, path, offset, limits).prepared(),
        )

    def rename(self, key: str, document: Document, offset: int, new: str, limits: Limits) -> Renaming | Problem:
        """The places to change for another name of it."""
        return self._at(
            key,
            document,
            limits,
            lambda resolver, corpus, path: Renamer(resolver, corpus, path, offset, limits).renaming(new),
        )

    # What belongs to a name

    def references_to(self, name: str, limits: Limits) -> list[FoundReference]:
        """The places that refer to a name, each with what it means."""

        def asked(corpora: Sequence[Corpus]) -> list[FoundReference]:
            resolver = self.resolver(corpora, limits)
            return list(asked_uses(name, resolver, limits))

        return self._asking(asked)

    def callers(self, name: str, depth: int, limits: Limits, at: At | None = None) -> Told:
        """Who calls the definitions of a name, step by step."""
        return self._called(lambda graph: graph.callers(graph.named(name, at), depth, limits), limits)

    def callees(self, name: str, depth: int, limits: Limits, at: At | None = None) -> Told:
        """What the definitions of a name call, step by step."""
        return self._called(lambda graph: graph.callees(graph.defined(name, at), depth, limits), limits)

    def impact(self, name: str, depth: int, limits: Limits, at: At | None = None) -> Told:
        """What may break when the definitions of a name change, tests first."""
        return self._called(lambda graph: affected(graph.users(graph.named(name, at), depth, limits)), limits)

    def way(self, start: str, end: str, depth: int, limits: Limits) -> Told:
        """The fewest calls that lead from the definitions of one name to those of another."""
        return self._called(lambda graph: graph.way(graph.defined(start), graph.named(end), depth, limits), limits)

    def supertypes(self, name: str, at: At, limits: Limits) -> list[Place]:
        """The types that one inherits from."""
        return self._related(name, at, limits, lambda kinship, node: kinship.above(node))

    def subtypes(self, name: str, at: At, limits: Limits) -> list[Place]:
        """The types that inherit from one."""
        return self._related(name, at, limits, lambda kinship, node: kinship.below(node))

    # What files import

    def imports(self, path: Path) -> list[FileImport]:
        """The imports of a file, each with the files of the same folder that it leads to."""
        return self._of_file(path, imports_of) or []

    def reach(self, path: Path, reverse: bool = False, depth: int = 1) -> Reach | None:
        """What a file's imports lead to, or which lead to it; None for what is no file of the folders."""
        return self._of_file(path, lambda graph, file: reach(graph, file, reverse, depth))

    def analysis(self, asked: Collection[str], layers: list[Layer] | None, limits: Limits) -> list[Analysis]:
        """What the imports of the files say of each folder."""
        return self._asking(
            lambda corpora: [analysis(self._imported(corpus), asked, layers, limits.cancelled) for corpus in corpora]
        )

    def links(self, key: str) -> tuple[Path, Text, list[Link]] | None:
        """What of an open document can be followed to a file of the same folder, and its text."""
        path = self._path_of(key)
        return None if path is None else self._of_file(path, lambda graph, file: (graph.root, *links_of(graph, file)))

    # How they are asked

    def edges(self, corpora: Sequence[Corpus]) -> Edges:
        """The graph as one search sees it."""
        return Edges(corpora, self._texts)

    def resolver(self, corpora: Sequence[Corpus], limits: Limits | None = None, guess: bool = True) -> Resolver:
        return Resolver(corpora, self._texts, limits, guess)

    def _at(self, key: str, document: Document, limits: Limits, ask: Callable[[Resolver, Corpus, str], T]) -> T:
        """An answer about a document among the files of its folder; alone, where it is of none."""

        def asked(corpora: Sequence[Corpus]) -> T:
            path = self._path_of(key)
            for corpus in corpora:
                if path is not None and path != corpus.root and path.is_relative_to(corpus.root):
                    return ask(self.resolver(corpora, limits), corpus, path.relative_to(corpus.root).as_posix())
            alone = Corpus(Path("/") if path is None else path.parent, None, self._reader, live={key: document})
            return ask(self.resolver([*corpora, alone], limits), alone, key)

        return self._asking(asked)

    def _kin(self, key: str, document: Document, offset: int, limits: Limits, ask: Related) -> list[Place]:
        def found(resolver: Resolver, corpus: Corpus, path: str) -> list[Place]:
            graph = CallGraph(resolver)
            targets = resolver.targets(corpus, path, offset)
            nodes = [node for target in targets if (node := graph.node(target)) is not None]
            return [graph.place(one) for node in nodes for one in ask(Kinship(graph, limits), node)]

        return self._at(key, document, limits, found)

    def _related(self, name: str, at: At, limits: Limits, ask: Related) -> list[Place]:
        def found(corpora: Sequence[Corpus]) -> list[Place]:
            graph = CallGraph(self.resolver(corpora, limits))
            nodes = graph.defined(name, at)
            return [graph.place(one) for node in nodes for one in ask(Kinship(graph, limits), node)]

        return self._asking(found)

    def _called(self, ask: Callable[[CallGraph], Walk], limits: Limits) -> Told:
        def told(corpora: Sequence[Corpus]) -> Told:
            graph = CallGraph(self.resolver(corpora, limits))
            return graph.told(ask(graph))

        return self._asking(told)

    def _of_file(self, path: Path, ask: Callable[[FileGraph, str], T]) -> T | None:
        """What the imports of the folder that a file is in say of the file."""

        def asked(corpora: Sequence[Corpus]) -> T | None:
            for corpus in corpora:
                if path != corpus.root and path.is_relative_to(corpus.root):
                    graph = self._imported(corpus)
                    file = path.relative_to(corpus.root).as_posix()
                    return ask(graph, file) if file in graph.following.tree else None
            return None

        return self._asking(asked)

    def _imported(self, corpus: Corpus) -> FileGraph:
        """The imports of a root, with what is known of them from the last time."""
        return FileGraph(corpus, self._imports_known.setdefault(corpus.root, Known()))
