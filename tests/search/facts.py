"""A text as a query sees it, with nothing of the index."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import pairwise

from indexer.documents import Document
from indexer.git.comparison import Changes, Cut
from indexer.languages.detect import detect
from indexer.model import Block, Boundary, CapturedMatch, Heredoc, Reference, Span, Statement, Symbol
from indexer.text.document_text import Text


class DocumentFacts:
    """A document as a query sees it."""

    packed = None

    def stopped(self) -> bool:
        return False

    def is_incomplete(self, why: str) -> None:
        raise AssertionError(why)

    def lacks(self, literal: bytes) -> bool:
        return literal not in self.text.data

    def __init__(self, path: str, data: bytes) -> None:
        language = detect(path, data)
        self.path = path
        self.language = language.name if language else None
        self.document = Document.of(language, data)
        self.text: Text = self.document.text

    @cached_property
    def _symbols(self) -> list[Symbol]:
        return self.document.symbols()

    @cached_property
    def _blocks(self) -> list[Block]:
        return self.document.blocks()[1]

    @cached_property
    def _comments(self) -> list[Span]:
        return self.document.comments()

    @cached_property
    def _strings(self) -> list[Span]:
        return self.document.strings()

    def symbols(self) -> Sequence[Symbol]:
        return self._symbols

    def blocks(self) -> Sequence[Block]:
        return self._blocks

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

    def ts_matches(self, source: str) -> Sequence[CapturedMatch]:
        return self.document.ts_matches(source).matches
