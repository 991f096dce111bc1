"""Cython in Python's words: what a key changes far below it is seen."""

from __future__ import annotations

from indexer.documents import Document
from indexer.languages.profiles.cython import in_python
from indexer.languages.registry import by_name
from tests.paths import CASES

TEXT = (CASES / "outline" / "cython.pyx").read_bytes()


def test_a_translation_is_as_long_as_its_text_and_has_no_error() -> None:
    assert len(in_python(TEXT)) == len(TEXT)
    structure = Document.of(by_name("cython"), TEXT).structure
    assert structure is not None and structure.clean


def test_a_key_that_changes_the_words_of_rows_below_it() -> None:
    """Without its colon, what stands below a struct is no list of fields."""
    document = Document.of(by_name("cython"), TEXT)
    before = document.symbols()
    at = TEXT.index(b"ctypedef struct Point:") + len(b"ctypedef struct Point")
    for version, (start, end, new) in enumerate(
        [(at, at + 1, b""), (at, at, b":"), (at, at, b"\n"), (at, at + 1, b"")], 2
    ):
        document = document.edited(start, end, new, version)
        fresh = Document.of(by_name("cython"), document.text.data)
        assert document.symbols() == fresh.symbols()
        assert document.folds() == fresh.folds()
    assert document.symbols() == before
