"""A document: one version of an open text and everything that can be said about it.

A document is a value. An edit makes a new one that remembers what the old one had worked out and the range that
changed since; nothing is parsed until it is asked for, so a burst of keystrokes costs one parse. Whatever the edits
were, every answer equals that of a document opened with the final text.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from indexer.extract.folds import folds, heredoc_folds
from indexer.extract.selection import nested, node_spans, word_at
from indexer.extract.statements import tree_statements
from indexer.extract.symbols import symbols
from indexer.languages.registry import Language
from indexer.model import Boundary, Fold, Heredoc, Span, Statement, Symbol
from indexer.syntax.statements.lexers import lexer_for, may_hold_heredoc
from indexer.syntax.statements.mask import FILLERS, mask
from indexer.syntax.statements.tracker import StatementTracker
from indexer.syntax.structure import Structure
from indexer.text.document_text import Edit, Text


@dataclass(frozen=True)
class Document:
    """One version of a text in a language. `version` is the editor's."""

    language: Language | None
    text: Text
    version: int = 0
    _parsed: tuple[Document, Edit] | None = field(default=None, repr=False, compare=False)

    @classmethod
    def of(cls, language: Language | None, data: bytes, version: int = 0) -> Document:
        return cls(language, Text.of(data), version)

    def edited(self, start: int, end: int, new: bytes, version: int) -> Document:
        """The document after the bytes [start, end) were replaced."""
        text, edit = self.text.spliced(start, end, new)
        if self._parsed is None or "structure" in self.__dict__ or "tracker" in self.__dict__:
            return Document(self.language, text, version, (self, edit))
        # Nobody asked about this version: what is known is about an older one, and the two edits become one.
        base, before = self._parsed
        return Document(self.language, text, version, (base, before.then(edit)))

    @cached_property
    def structure(self) -> Structure | None:
        """The pieces and their items, or None for a language without a usable grammar."""
        language = self.language
        if language is None or language.grammar is None or language.adapter != "syntax":
            return None
        masked = self._masked
        if self._parsed is not None:
            base, edit = self._parsed
            before: Structure | None = base.__dict__.get("structure")
            if before is not None:
                old = base._masked
                if old is not base.text.data or masked is not self.text.data:
                    edit = Edit.between(old, masked)
                return before.edited(old, masked, edit)
        return Structure.parse(language.grammar, masked)

    @cached_property
    def tracker(self) -> StatementTracker | None:
        """The statement tracker, for languages that have a statement lexer."""
        lexer = lexer_for(self.language)
        if lexer is None:
            return None
        text = self.text
        if self._parsed is not None:
            base, edit = self._parsed
            before: StatementTracker | None = base.__dict__.get("tracker")
            if before is not None:
                first = base.text.lines.row_of(max(edit.start - 1, 0))
                old_end = base.text.lines.row_of(edit.end) + 1
                new_end = old_end + len(text.lines) - len(base.text.lines)
                return before.edited(text.data, text.lines, first, old_end, new_end)
        return StatementTracker.scan(lexer, text.data, text.lines)

    @cached_property
    def _masked(self) -> bytes:
        """The text that the grammar sees: without heredocs."""
        data = self.text.data
        if self.language is None or not may_hold_heredoc(self.language, data):
            return data
        tracker = self.tracker
        assert tracker is not None and self.language.lexer is not None
        return mask(data, tracker, self.text.lines, FILLERS[self.language.lexer])

    def symbols(self) -> list[Symbol]:
        """The definitions in document order."""
        return symbols(self.text, list(self.structure.items())) if self.structure else []

    def folds(self) -> list[Fold]:
        """What can be collapsed, ordered by row, never crossing."""
        if self.structure is None:
            return []
        heredocs = heredoc_folds(self.tracker.heredocs()) if self._masked is not self.text.data and self.tracker else []
        return folds(self.text, self.structure.items(), heredocs)

    def statements(self) -> list[Statement]:
        """The statements in document order, each with its depth."""
        return self.tracker.statements() if self.tracker else self._tree_statements[0]

    def boundaries(self) -> list[Boundary]:
        """Where blocks of code open and close, ordered by start."""
        return self.tracker.boundaries() if self.tracker else self._tree_statements[1]

    def heredocs(self) -> list[Heredoc]:
        """The heredocs, ordered by declaration."""
        return self.tracker.heredocs() if self.tracker else []

    @cached_property
    def _tree_statements(self) -> tuple[list[Statement], list[Boundary]]:
        return tree_statements(self.text, self.structure.trees(self._masked)) if self.structure else ([], [])

    def selections(self, offset: int) -> list[Span]:
        """The spans around an offset, innermost first, the whole file last."""
        data = self.text.data
        offset = min(max(offset, 0), len(data))
        spans = [Span(0, len(data))]
        word = word_at(data, offset)
        if word is not None:
            spans.append(word)
        if self.structure is not None:
            found = self.structure.tree_at(self._masked, offset)
            if found is not None:
                spans += node_spans(*found, offset)
        return nested(spans)

    def selections_at(self, offsets: list[int]) -> list[list[Span]]:
        """The spans around each of several offsets."""
        return [self.selections(offset) for offset in offsets]
