"""Everything a front end may call: open documents, and answers about them and about files on disk.

Offsets are bytes. A front end converts positions with `offset_of` and `position_of`, and nothing else of the engine is
its business. Documents change on the caller's thread; an answer is about the document as it was when asked.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from indexer.documents import Document
from indexer.isolation import GrammarFailed, Isolation
from indexer.languages.detect import detect
from indexer.languages.registry import Language, languages
from indexer.languages.registry import by_name as language_named
from indexer.model import Block, Boundary, Fold, Heredoc, Problem, Span, Statement, Symbol
from indexer.syntax.grammars import TRUSTED, UNSAFE
from indexer.syntax.queries import query_source
from indexer.text.decoding import to_utf8
from indexer.text.positions import Encoding, decode, encode, offset_of, position_of

__all__ = [
    "Block",
    "Boundary",
    "Document",
    "Encoding",
    "Engine",
    "Fold",
    "Heredoc",
    "Language",
    "Problem",
    "Span",
    "Statement",
    "Symbol",
    "Unreadable",
    "decode",
    "detect",
    "encode",
    "language_named",
    "languages",
    "offset_of",
    "position_of",
    "quarantine",
    "read_document",
    "support",
]

log = logging.getLogger(__name__)

# Above this size a parse takes long enough to be felt at the keyboard, so it runs in the child process.
LARGE = 1024 * 1024
HEAD = 8192


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Why a file has no document."""

    reason: str


def read_document(path: Path, language: Language | None = None) -> Document | Unreadable:
    """A document from a file on disk."""
    try:
        data = path.read_bytes()
    except OSError as error:
        return Unreadable(error.strerror or str(error))
    text = to_utf8(data)
    if text is None:
        return Unreadable("binary file")
    return Document.of(language or detect(str(path), text[0][:HEAD]), text[0])


def support(language: Language) -> str:
    """How well a language is known: "exact" by a query written for it, "generic" by one derived, else "layout"."""
    if language.adapter != "syntax" or language.grammar is None or language.grammar in UNSAFE:
        return "headings" if language.adapter == "markdown" else "layout"
    return "exact" if query_source(language.grammar)[1] else "generic"


def quarantine() -> dict[str, str]:
    """The grammars that are never used, each with the reason."""
    return dict(UNSAFE)


class Engine:
    """The open documents of one server."""

    def __init__(self) -> None:
        self._documents: dict[str, Document] = {}
        self._isolation = Isolation()
        self.quarantined: dict[str, str] = dict(UNSAFE)
        self._given_up: set[str] = set()  # keys of documents that were too much for a trusted grammar

    def open(self, key: str, path: str, editor_id: str, text: str, version: int) -> Document:
        data = encode(text)
        document = Document.of(detect(path, data[:HEAD], editor_id), data, version)
        self._documents[key] = document
        self._given_up.discard(key)
        return document

    def change(self, key: str, start: int, end: int, new: bytes, version: int) -> Document:
        document = self._documents[key].edited(start, end, new, version)
        self._documents[key] = document
        return document

    def close(self, key: str) -> None:
        self._documents.pop(key, None)
        self._isolation.forget(key)

    def document(self, key: str) -> Document | None:
        return self._documents.get(key)

    def needs_isolation(self, document: Document) -> bool:
        """Whether answering may take long or end badly, so that it must not happen on the caller's thread."""
        grammar = document.language.grammar if document.language else None
        if grammar is None or grammar in self.quarantined:
            return False
        return grammar not in TRUSTED or len(document.text.data) > LARGE

    def symbols(self, key: str, document: Document) -> list[Symbol]:
        found: list[Symbol] = self._ask(key, document, "symbols")
        return found

    def folds(self, key: str, document: Document) -> list[Fold]:
        found: list[Fold] = self._ask(key, document, "folds")
        return found

    def selections(self, key: str, document: Document, offsets: list[int]) -> list[list[Span]]:
        found: list[list[Span]] = self._ask(key, document, "selections_at", offsets)
        return found

    def blocks(self, key: str, document: Document) -> tuple[str, list[Block]]:
        found: tuple[str, list[Block]] = self._ask(key, document, "blocks")
        return found

    def statements(self, key: str, document: Document) -> tuple[list[Statement], list[Boundary], list[Heredoc]]:
        found: tuple[list[Statement], list[Boundary], list[Heredoc]] = self._ask(key, document, "all_statements")
        return found

    def _ask(self, key: str, document: Document, method: str, *arguments: object) -> Any:
        """An answer from the document itself or, where parsing may go wrong, from the child process.

        What comes out of the child has the type that the document's own method has.
        """
        grammar = document.language.grammar if document.language else None
        if grammar is None or not self.needs_isolation(document):
            return getattr(self._by_layout(document) if grammar in self.quarantined else document, method)(*arguments)
        if key not in self._given_up:
            try:
                return self._isolation.ask(key, document, method, *arguments)
            except GrammarFailed as failure:
                if grammar in TRUSTED:  # it was this text that was too much
                    log.warning("%s is read by its layout alone: %s", key, failure)
                    self._given_up.add(key)
                else:
                    log.warning("the grammar %s is out of use: %s", grammar, failure)
                    self.quarantined[grammar] = str(failure)
        return getattr(self._by_layout(document), method)(*arguments)

    def _by_layout(self, document: Document) -> Document:
        """The same text, read without its grammar."""
        assert document.language is not None
        language = replace(document.language, grammar=None, adapter="keyword")
        return Document(language, document.text, document.version)

    def shutdown(self) -> None:
        self._isolation.stop()
