"""Reading one file for the index: its text first, its structure later. Pure functions of the file and its language."""

from __future__ import annotations

import errno
import hashlib
import os
import stat
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, NamedTuple

from indexer.files.generated import is_generated
from indexer.files.ignore import IgnoreRules
from indexer.languages.detect import detect
from indexer.languages.registry import Language, by_name
from indexer.store.records import (
    LexicalSpans,
    PackedStructure,
    Structure,
    TextRecord,
    pack_outline,
    pack_references,
    packed,
    packed_names,
)
from indexer.text.decoding import to_utf8

if TYPE_CHECKING:
    from indexer.blocks.keywords import Counts, Keywords
    from indexer.documents import Document
    from indexer.shapes import ShapeMatches

_MORE = 1 << 20  # bytes read at a time from a file that has grown
NO_LANGUAGES: Mapping[str, str] = {}
BINARY = "binary"


class Shape(NamedTuple):
    """What a document is asked for: a method, and the text of a pattern or of a query."""

    method: Literal["pattern_matches", "ts_matches", "measures"]
    source: str = ""

    def of(self, document: Document, definitions: Sequence[tuple[int, int]] | None) -> ShapeMatches:
        if self.method == "measures":
            return document.measures()
        if self.method == "ts_matches":
            return document.ts_matches(self.source)
        return document.pattern_matches(self.source, definitions)


class Asked(NamedTuple):
    """A file as the index knows it, for who is to look for shapes in it."""

    root: str
    path: str
    size: int
    hash: bytes
    language: str | None
    definitions: list[tuple[int, int]] | None  # that can be parsed alone, where that is known


class FileText(NamedTuple):
    """A file as it was read at one moment."""

    record: TextRecord
    text: bytes  # UTF-8; empty for what is no text


def content_hash(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=16).digest()


def read_bytes(path: str) -> tuple[bytes, os.stat_result, int]:
    """The bytes, the file's state from before they were read, and the time. A change meanwhile shows next time.

    OSError when it is no file: what was one may be a pipe by now, and reading that could wait for ever.
    """
    now = time.time_ns()
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0))
    try:
        state = os.fstat(descriptor)
        if not stat.S_ISREG(state.st_mode):
            raise OSError(errno.EINVAL, "not a regular file")
        data = os.read(descriptor, state.st_size + 1)
        while len(data) != state.st_size and (more := os.read(descriptor, _MORE)):
            data += more
    finally:
        os.close(descriptor)
    return data, state, now


def read_text(root: str, path: str, languages: Mapping[str, str] = NO_LANGUAGES) -> FileText:
    """A file's text and what the index records of it. OSError when it cannot be read.

    `languages` says which language files of some patterns are in, whatever they look like.
    """
    data, state, now = read_bytes(f"{root}/{path}")
    decoded = to_utf8(data)
    text = b"" if decoded is None else decoded[0]
    language = None if decoded is None else (chosen(path, languages) or detect(path, text))
    ends = text.count(b"\n") + text.count(b"\r") - text.count(b"\r\n")
    lines = ends + (not text.endswith((b"\n", b"\r")) and bool(text))
    record = TextRecord(
        path,
        state.st_size,
        state.st_mtime_ns,
        now,
        content_hash(data),
        language.name if language else None,
        lines,
        is_generated(text, lines),
        BINARY if decoded is None else None,
    )
    return FileText(record, text)


def chosen(path: str, languages: Mapping[str, str]) -> Language | None:
    """The language that the settings say a file is in."""
    return next((by_name(name) for pattern, name in languages.items() if _rules(pattern).cover(path)), None)


@lru_cache(maxsize=1000)
def _rules(pattern: str) -> IgnoreRules:
    return IgnoreRules(pattern)


def read_structure(
    root: str, path: str, hash: bytes, language: str | None, by_layout: bool, keywords: Keywords | None = None
) -> PackedStructure | None:
    """A file's structure, or None when it is not the content that was asked about any more."""
    text = _unchanged(root, path, hash)
    return None if text is None else packed(structure_of(document_of(text, language, by_layout), keywords))


def read_names(
    root: str, path: str, hash: bytes, language: str | None, keywords: Keywords | None = None
) -> PackedStructure | None:
    """What a file defines, or None when it is not the content that was asked about any more.

    Where that takes as long as everything, it is everything.
    """
    text = _unchanged(root, path, hash)
    if text is None:
        return None
    document = document_of(text, language)
    names = document.names()
    return packed(structure_of(document, keywords)) if names is None else packed_names(names)


def find_shapes(asked: Asked, shapes: Sequence[Shape]) -> list[ShapeMatches] | None:
    """Where a file has each of some shapes, or None when it is not the content that was asked about any more."""
    text = _unchanged(asked.root, asked.path, asked.hash)
    if text is None:
        return None
    document = document_of(text, asked.language)
    return [shape.of(document, asked.definitions) for shape in shapes]


def count_keywords(root: str, files: Sequence[tuple[str, bytes, str]]) -> Counts:
    """What files in one language teach about the words that open and close blocks: paths, hashes and language."""
    from indexer.blocks.keywords import count_tokens, merged

    counted = []
    for path, hash, language in files:
        try:
            text = _unchanged(root, path, hash)
        except OSError:
            continue
        document = document_of(text or b"", language)
        adapter, blocks = document.blocks()
        if adapter == "syntax":
            counted.append(count_tokens(blocks, document.text))
    return merged(counted)


def _unchanged(root: str, path: str, hash: bytes) -> bytes | None:
    """A file's text, if it is still the content with that hash."""
    data, _, _ = read_bytes(f"{root}/{path}")
    if content_hash(data) != hash:
        return None
    decoded = to_utf8(data)
    return decoded[0] if decoded else b""


def document_of(text: bytes, language: str | None, by_layout: bool = False) -> Document:
    """A document for indexing; `by_layout` reads it without the grammar that failed on it."""
    from indexer.documents import Document  # parsing imports much that reading does without

    known = by_name(language) if language else None
    return Document.of(without_grammar(known) if by_layout and known else known, text)


def without_grammar(language: Language) -> Language:
    return replace(language, grammar=None, adapter="keyword")


def outline_of(document: Document) -> tuple[bytes, bytes]:
    """The symbols and blocks of a document, packed for who looks at some of them, here or in another process."""
    return pack_outline(document.symbols(), document.blocks()[1])


def references_of(document: Document) -> bytes:
    """The references of a document, packed for the same purpose."""
    return pack_references(document.references())


def structure_of(document: Document, keywords: Keywords | None = None) -> Structure:
    adapter, blocks = document.blocks(keywords)
    spans = LexicalSpans(document.comments(), document.strings(), *document.halves())
    return Structure(document.symbols(), document.references(), adapter, blocks, spans, document.folds())
