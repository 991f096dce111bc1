"""A text as a query sees it, with nothing of the index."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import pairwise
from pathlib import Path

from indexer.documents import Document
from indexer.git.comparison import Changes, Cut
from indexer.graph.edges import Edges
from indexer.graph.sources import KnownTexts
from indexer.languages.detect import detect
from indexer.lazy import lazy
from indexer.model import Block, Boundary, CapturedMatch, Heredoc, Reference, Span, Statement, Symbol
from indexer.query.tree import Ref, Related, Unused
from indexer.query.tree import Text as Wanted
from indexer.safe_reader import SafeReader
from indexer.search.run.corpus import Candidate, Corpus
from indexer.store.columns import PackedOutline
from indexer.store.records import pack_outline
from indexer.text.document_text import Text

_READER = SafeReader()


def together(texts: Mapping[str, str]) -> dict[str, DocumentFacts]:
    """Files that know each other."""
    files = {path: DocumentFacts(path, text.encode()) for path, text in texts.items()}
    for facts in files.values():
        facts.beside = {path: other.document for path, other in files.items()}
    return files


class DocumentFacts:
    """A document as a query sees it."""

    packed = None
    beside: Mapping[str, Document] | None = None  # all files there are, where there are more than this

    def stopped(self) -> bool:
        return False

    def is_incomplete(self, why: str) -> None:
        raise AssertionError(why)

    def lacks(self, term: Wanted) -> bool:
        is_plain = not term.regex and not term.ignore_case and term.text.isprintable()
        return is_plain and term.text.encode() not in self.text.data

    def __init__(self, path: str, data: bytes) -> None:
        language = detect(path, data)
        self.path = path
        self.language = language.name if language else None
        self.document = Document.of(language, data)
        self.text: Text = self.document.text

    @lazy
    def _symbols(self) -> list[Symbol]:
        return self.document.symbols()

    @lazy
    def _blocks(self) -> list[Block]:
        return self.document.blocks()[1]

    @lazy
    def _comments(self) -> list[Span]:
        return self.document.comments()

    @lazy
    def _strings(self) -> list[Span]:
        return self.document.strings()

    def symbols(self) -> Sequence[Symbol]:
        return self._symbols

    def blocks(self) -> Sequence[Block]:
        return self._blocks

    @lazy
    def outline(self) -> PackedOutline:
        return PackedOutline(*pack_outline(self.symbols(), self.blocks()))

    def comments(self) -> Sequence[Span]:
        return self._comments

    def strings(self) -> Sequence[Span]:
        return self._strings

    def halves(self) -> tuple[Sequence[Span], Sequence[Span]]:
        return self.document.halves()

    def references(self, wanted: Callable[[str], bool] | None = None) -> Sequence[Reference]:
        return [one for one in self.document.references() if wanted is None or wanted(one.name)]

    def heredocs(self) -> Sequence[Heredoc]:
        return self.document.heredocs()

    def pattern_matches(self, source: str) -> Sequence[CapturedMatch]:
        return self.document.pattern_matches(source).matches

    def statements(self) -> tuple[Sequence[Statement], Sequence[Boundary]]:
        found, boundaries, _ = self.document.all_statements()
        return found, boundaries

    def measures(self) -> Sequence[CapturedMatch]:
        return self.document.measures().matches

    def changes(self, since: str) -> Changes:
        """Lines with a TODO are new since `main`; since any other revision, some are, and some are gone."""
        data, starts = self.text.data, list(self.text.lines.starts())
        rows = list(pairwise([*starts, len(data)]))
        if since == "main":
            spans = [row for row in rows if b"TODO" in data[slice(*row)]]
            return Changes(tuple(spans), (), bool(spans))
        cuts = [Cut(start, at % 4 * 4) for at, (start, _) in enumerate(rows) if at % 6 == 4]
        spans = [row for at, row in enumerate(rows) if at % 9 == 7 and row[0] < row[1]]
        return Changes(tuple(spans), tuple(cuts), bool(spans or cuts))

    @lazy
    def _graph(self) -> Edges:
        return Edges([Corpus(Path("/"), None, _READER, self.beside or {self.path: self.document})], KnownTexts())

    @property
    def _candidate(self) -> Candidate:
        return Candidate(next(iter(self._graph.corpora)), self.path, None)

    def in_graph(self, term: Related | Unused, symbols: Sequence[int]) -> Collection[int]:
        return self._graph.holding(self._candidate, term, symbols)

    def evidence(self, term: Ref, references: Sequence[Reference]) -> Sequence[str]:
        return self._graph.evidence(self._candidate, term, references)

    def ts_matches(self, source: str) -> Sequence[CapturedMatch]:
        return self.document.ts_matches(source).matches


class PackedFacts(DocumentFacts):
    """The same, with what the index has of it."""

    @lazy
    def packed(self) -> PackedOutline:  # type: ignore[override]
        return self.outline
