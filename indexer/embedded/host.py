"""What a finder of regions may ask of the document it looks at."""

from __future__ import annotations

from typing import Protocol

from tree_sitter import Node

from indexer.blocks.commonmark import Scan
from indexer.languages.registry import Language
from indexer.syntax.statements.tracker import StatementTracker
from indexer.syntax.structure import Structure
from indexer.text.document_text import Text


class Host(Protocol):
    """A document, as far as finders need it. All of it is there anyway or worked out once."""

    @property
    def text(self) -> Text: ...
    @property
    def language(self) -> Language | None: ...
    @property
    def structure(self) -> Structure | None: ...
    @property
    def tracker(self) -> StatementTracker | None: ...
    @property
    def scan(self) -> Scan: ...
    @property
    def is_broken(self) -> bool:
        """Whether the text has an error, to its grammar."""

    @property
    def root(self) -> Node | None:
        """The root of a tree of the whole text, whatever errors it has."""
