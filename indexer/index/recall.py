"""What an index knows of a text that was just opened, so that its outline and folds are there before it is parsed.

A file that somebody opens is nearly always as it was when it was indexed. What the index has of it counts if that is of
this very content in this language, and if what made it is what would make it here: then it is what parsing the text
would tell (`tests/index/test_recall.py`). An index is a file that anything may have happened to, so what does not fit
the text is damage.
"""

from __future__ import annotations

from typing import NamedTuple

from indexer.documents import Document
from indexer.extract.sections import Section
from indexer.index import makers
from indexer.index.file_reader import content_hash
from indexer.index.indexer import STAMP
from indexer.model import Fold, Symbol
from indexer.store.reader import Snapshot
from indexer.store.records import Damaged, unpack_folds, unpack_symbols
from indexer.text.decoding import to_utf8
from indexer.text.document_text import Text


class Recalled(NamedTuple):
    """A text as an index knows it. It answers as its document would, and raises Damaged where the index is."""

    text: Text
    packed_symbols: bytes
    packed_folds: bytes

    def symbols(self) -> list[Symbol]:
        """The definitions in document order."""
        end = len(self.text.data)
        try:
            found = unpack_symbols(self.packed_symbols)
        except (IndexError, ValueError) as error:
            raise Damaged(f"packed records: {error}") from error
        if any(symbol.span.end > end or symbol.name_span.end > end or (symbol.parent or 0) < 0 for symbol in found):
            raise Damaged("packed records: a definition is not in its text")
        return found

    def outline(self) -> list[Symbol]:
        return self.symbols()

    def fold_sections(self) -> list[tuple[Section | None, int, list[Fold]]]:
        """The folds in order, of no section in particular."""
        found = unpack_folds(self.packed_folds)
        if found and found[-1].row_end >= len(self.text.lines):
            raise Damaged("packed records: a fold is not in its text")
        return [(None, 0, found)]


def recalled(snapshot: Snapshot, path: str, document: Document) -> Recalled | None:
    """What an index has of a document that is at a path inside its root, if that is what parsing it would tell."""
    data = document.text.data
    decoded = to_utf8(data)
    if decoded is None or decoded[0] != data:  # a file with these bytes is another text
        return None
    language = document.language.name if document.language is not None else None
    packed = snapshot.packed_answers(path, content_hash(data), language)
    if packed is None or snapshot.meta(STAMP) != makers.stamp():
        return None
    return Recalled(document.text, *packed)
