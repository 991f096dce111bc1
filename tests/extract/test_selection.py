"""Expand-selection: what it selects around a place."""

from __future__ import annotations

from itertools import pairwise

from indexer.documents import Document
from indexer.languages.registry import by_name

HASKELL = b"""\
largest shapes = case shapes of
  [] -> Nothing
  (x : _)
    | otherwise -> Just limit
  where
    limit = 10
"""


def selected(name: str, source: bytes, at: int) -> list[bytes]:
    spans = Document.of(by_name(name), source).selections(at)
    assert all(inner != outer and outer.start <= inner.start <= at for inner, outer in pairwise(spans))
    assert all(span.end >= at for span in spans)
    return [source[span.start : span.end] for span in spans]


def test_blanks_behind_a_node_are_not_selected() -> None:
    texts = selected("haskell", HASKELL, HASKELL.index(b"Just") + 2)
    assert any(text.startswith(b"case shapes of") and text.endswith(b"Just limit") for text in texts)
    assert all(text == text.rstrip() for text in texts[:-1])


def test_where_there_is_no_tree_a_row_grows_to_its_paragraph_and_its_sections() -> None:
    page = b"# One\n\n## Part\n\n  a word\nand more\n \n# Two\n"
    assert selected("markdown", page, page.index(b"word") + 1) == [
        b"word",
        b"a word",
        b"a word\nand more",
        b"## Part\n\n  a word\nand more",
        page[: page.index(b"\n \n")],
        page,
    ]
    assert selected("markdown", b"one", 3) == [b"one"]
    assert selected("markdown", b"", 0) == [b""]
    assert selected("markdown", b"\n\none\n", 0) == [b"\n\none\n"]
    assert selected("markdown", b"one\n\ntwo\n", 4) == [b"one\n\ntwo\n"]
