"""A document: one version of an open text and everything that can be said about it.

A document is a value. An edit makes a new one that remembers what the old one had worked out and the range that
changed since; nothing is parsed until it is asked for, so a burst of keystrokes costs one parse. Whatever the edits
were, every answer equals that of a document opened with the final text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from indexer.extract.folds import folds, heredoc_folds
from indexer.extract.selection import nested, node_spans, word_at
from indexer.extract.statements import tree_statements
from indexer.extract.symbols import symbols
from indexer.languages.registry import Language, by_name
from indexer.model import Block, Boundary, Fold, Heredoc, Span, Statement, Symbol
from indexer.syntax.statements.lexers import lexer_for, may_hold_heredoc
from indexer.syntax.statements.mask import FILLERS, mask
from indexer.syntax.statements.tracker import StatementTracker
from indexer.syntax.structure import Structure
from indexer.text.document_text import Edit, Text

# The block adapters compile many patterns when they are imported, so they are when a document first needs them.
if TYPE_CHECKING:
    from indexer.blocks.keywords import Keywords

_LONE_RETURN = re.compile(rb"\r(?!\n)")


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
        """The text that the grammar sees: without heredocs, and with rows where the protocol has them."""
        data = self.text.data
        if self.language is not None and may_hold_heredoc(self.language, data):
            tracker = self.tracker
            assert tracker is not None and self.language.lexer is not None
            data = mask(data, tracker, self.text.lines, FILLERS[self.language.lexer])
        if b"\r" in data and data.count(b"\r") != data.count(b"\r\n"):
            data = _LONE_RETURN.sub(b"\n", data)  # to a grammar it is no line end
        return data

    def symbols(self) -> list[Symbol]:
        """The definitions in document order."""
        if self.structure is not None:
            return symbols(self.text, list(self.structure.items()))
        from indexer.blocks.layout import layout_symbols
        from indexer.blocks.markdown import section_symbols

        if self._has_headings:
            return section_symbols(self.text, self.language)
        return layout_symbols(self.blocks()[1], self.text)

    def folds(self) -> list[Fold]:
        """What can be collapsed, ordered by row, never crossing."""
        if self.structure is not None:
            heredocs = heredoc_folds(self.heredocs()) if self._masked is not self.text.data else []
            return folds(self.text, self.structure.items(), heredocs)
        from indexer.blocks.layout import layout_folds
        from indexer.blocks.markdown import section_folds

        if self._has_headings:
            return section_folds(self.text, self.language)
        return layout_folds(self.blocks()[1], self.text)

    def blocks(self, keywords: Keywords | None = None) -> tuple[str, list[Block]]:
        """The adapter that served and the nested blocks it found, fenced code with blocks of its own."""
        from indexer.blocks.select import layout_blocks
        from indexer.blocks.syntax import syntax_blocks

        if self.structure is not None:
            return "syntax", syntax_blocks(self.text, self.structure.items())
        adapter, found = layout_blocks(self.text, self.language, keywords)
        return adapter, self._with_embedded(found) if self._has_headings else found

    @property
    def _has_headings(self) -> bool:
        return self.language is not None and self.language.adapter == "markdown"

    def _with_embedded(self, outer: list[Block]) -> list[Block]:
        """The blocks with those of the code in fences, each inside its fence."""
        found: list[Block] = []
        place: list[int] = []  # where each outer block went
        for block in outer:
            parent = None if block.parent is None else place[block.parent]
            place.append(len(found))
            found.append(replace(block, parent=parent))
            language = by_name(block.name) if block.kind == "fence" and block.name else None
            if language is None or language.adapter == "markdown":
                continue
            first, after = block.row_start + 1, block.row_end
            code = Document.of(language, self.text.data[self.text.lines[first] : self.text.lines[after]])
            at = len(found)
            found += [
                replace(
                    inner,
                    level=inner.level + block.level + 1,
                    row_start=inner.row_start + first,
                    row_end=inner.row_end + first,
                    parent=place[-1] if inner.parent is None else at + inner.parent,
                )
                for inner in code.blocks()[1]
                if inner.row_end + first < after
            ]
        return found

    def statements(self) -> list[Statement]:
        """The statements in document order, each with its depth."""
        return self.tracker.statements() if self.tracker else self._tree_statements[0]

    def boundaries(self) -> list[Boundary]:
        """Where blocks of code open and close, ordered by start."""
        return self.tracker.boundaries() if self.tracker else self._tree_statements[1]

    def heredocs(self) -> list[Heredoc]:
        """The heredocs, ordered by declaration."""
        return self.tracker.heredocs() if self.tracker else []

    def all_statements(self) -> tuple[list[Statement], list[Boundary], list[Heredoc]]:
        return self.statements(), self.boundaries(), self.heredocs()

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
