"""What is asked of each hostile text: all that an editor, a search or the index asks of a text."""

from __future__ import annotations

from dataclasses import replace

from indexer.documents import Document
from indexer.grammars.time_limit import TooSlow, time_limit
from indexer.languages.registry import Language
from indexer.safe_reader import seconds_for
from indexer.text.decoding import to_utf8
from tests.fuzz.subjects import is_ours

PATTERNS = ("$A($$$B)", "$A = $B", "if ($A) { $$$B }", "$A.$B", "return $A")
TREE_QUERY = "(_) @node"
EDITS = (b"x", b"", b"\n", b"{", b'"', b"'''", b"<<EOF\n", b"/*", b"  ", b")", b"\xc3\xa9")


def exercise(language: Language, data: bytes, number: int) -> None:
    """Reads a text as the server does, and asks everything of it and of a version of it."""
    decoded = to_utf8(data)
    text = data if decoded is None or number % 3 == 0 else decoded[0]
    document = Document.of(language, text)
    in_time = _ask_in_time(document, number)
    if number % 7 == 1:
        new = EDITS[number // 7 % len(EDITS)]
        at = number * 7919 % (len(text) + 1)
        edited = document.edited(at, min(len(text), at + number % 2), new, 1)
        _ask_in_time(edited if in_time else _by_layout(edited), number)
    if number % 31 == 5 and language.adapter == "syntax":
        _ask(_by_layout(document), number)


def _here(document: Document) -> Document:
    """What the server's own process reads of a text; all of it where a child reads it anyway."""
    language = document.language
    if language is None or not is_ours(language):
        return document
    if not document.is_trusted():
        return _by_layout(document)
    return document.alone() if document.embeds_untrusted() else document


def _by_layout(document: Document) -> Document:
    assert document.language is not None
    return Document(replace(document.language, grammar=None, adapter="keyword"), document.text)


def _ask_in_time(document: Document, number: int) -> bool:
    """Asks as the server does: a text that takes its grammar too long is read by its layout, in later versions too."""
    try:
        with time_limit(seconds_for(document)):
            _ask(_here(document), number)
    except TooSlow:
        _ask(_by_layout(document), number)
        return False
    return True


def _ask(document: Document, number: int) -> None:
    document.symbols()
    document.references()
    document.folds()
    document.blocks()
    document.all_statements()
    document.regions()
    document.chunks("name")
    document.strings()
    size = len(document.text.data)
    if number % 5 == 2:
        document.selections_at([0, size // 2, size])
    if number % 23 == 2:
        document.occurrences(size // 2)
        document.heredoc_bodies()
        document.pattern_matches(PATTERNS[number // 23 % len(PATTERNS)])
        document.ts_matches(TREE_QUERY)
