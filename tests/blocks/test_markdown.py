"""Markdown as CommonMark has it: single rules here, thousands of real files with `python -m tests.oracles.markdown`."""

from __future__ import annotations

import pytest

from indexer.blocks.commonmark import Container, scan
from indexer.blocks.markdown import fence_language, plain, section_folds, section_symbols, sections
from indexer.blocks.markdown import scan as scan_any
from indexer.languages.registry import by_name
from indexer.text.document_text import Text
from tests.corpus import PACKAGES, corpus
from tests.judges import missing
from tests.oracles import markdown as oracle
from tests.paths import ROOT


def headings(source: str) -> list[tuple[int, int, int, str]]:
    return [(h.level, h.row, h.row_end, h.written) for h in scan(Text.of(source.encode())).headings()]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("# a ##", [(1, 0, 0, "a")]),
        ("#a\n#\n####### b", [(1, 1, 1, "")]),
        ("   ### c #d#", [(3, 0, 0, "c #d#")]),
        ("    # code", []),
        ("a\nb\n==", [(1, 0, 2, "a b")]),
        ("a\n\n---", []),
        ("- a\n---", []),
        ("> a\n---", []),
        ("- a\n  ---", [(2, 0, 1, "a")]),
        ("[a]: b\n===", []),
        ("[a]: b\nc\n===", [(1, 1, 2, "c")]),
        ("```\n# a\n```\n# b", [(1, 3, 3, "b")]),
        ("~~~~\n~~~\n# a\n~~~~\n# b", [(1, 4, 4, "b")]),
        ("<div>\n# a\n\n# b", [(1, 3, 3, "b")]),
        ("<!--\n\n# a\n-->\n# b", [(1, 4, 4, "b")]),
        ("1. a\n\n   # b", [(1, 2, 2, "b")]),
        ("-\n\n  # a", [(1, 2, 2, "a")]),
        ("- \ta\n\n\t# b", [(1, 2, 2, "b")]),
        ("| a |\n| --- |\nb\n---", []),
        ("\ufeff# a", [(1, 0, 0, "a")]),
        ("---\na: b\n---\n# c", [(1, 3, 3, "c")]),
        ("---\n# a\n\nprose\n---", [(1, 1, 1, "a"), (2, 3, 4, "prose")]),
        ("# a\r# b\r\n# c", [(1, 0, 0, "a"), (1, 1, 1, "b"), (1, 2, 2, "c")]),
    ],
)
def test_headings(source: str, expected: list[tuple[int, int, int, str]]) -> None:
    assert headings(source) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("```py\nx\n```", [(0, 2, "py", True)]),
        ("```` md\n```\n````", [(0, 2, "md", True)]),
        ("``` a`b\n```", [(1, 1, "", False)]),
        ("> ```\n> x\ny", [(0, 1, "", False)]),
        ("- ~~~\n  x\n\n  y\n  ~~~", [(0, 4, "", True)]),
        ("   ```\n   ```   ", [(0, 1, "", True)]),
        ("a\n```\nb", [(1, 2, "", False)]),
    ],
)
def test_fences(source: str, expected: list[tuple[int, int, str, bool]]) -> None:
    found = scan(Text.of(source.encode())).fences
    assert [(f.row, f.row_end, f.info, f.closed) for f in found] == expected


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("a `b*c*` **d** _e_ f_g_h", "a b*c* d e f_g_h"),
        ("[link](http://x/(y)) and ![image][ref]", "link and image"),
        ("[![badge](a)](b) Name", "badge Name"),
        ("<a id='x'></a>Title &amp; more \\*", "Title & more *"),
        ("Section {#anchor .class}", "Section"),
        ("2 * 3 * 4", "2 * 3 * 4"),
        ("__init__ of `__main__`", "init of __main__"),
    ],
)
def test_names_are_headings_without_markup(written: str, name: str) -> None:
    assert plain(written) == name


@pytest.mark.parametrize(
    ("info", "language"),
    [("python title=x", "python"), ("{.rust .numbered}", "rust"), ("{r, echo=FALSE}", "r"), ("", None)],
)
def test_language_of_a_fence(info: str, language: str | None) -> None:
    (fence,) = scan(Text.of(f"~~~{info}\n~~~\n".encode())).fences
    assert fence_language(fence) == language


def test_sections_end_before_the_next_heading_of_their_rank_and_without_blank_rows() -> None:
    text = Text.of(b"# a\n\n## b\nx\n\n\n# c\n\n")
    found = sections(text, scan(text))
    assert [(s.name, s.row, s.row_end, s.parent) for s in found] == [
        ("a", 0, 3, None),
        ("b", 2, 3, 0),
        ("c", 6, 6, None),
    ]
    assert text.data[found[0].span.start : found[0].span.end] == b"# a\n\n## b\nx"
    assert text.data[found[1].name_span.start : found[1].name_span.end] == b"b"


def test_a_heading_in_a_container_ends_no_section_outside() -> None:
    text = Text.of(b"## a\n> # b\n> c\n\nd\n")
    assert [(s.name, s.row, s.row_end, s.parent) for s in sections(text, scan(text))] == [
        ("a", 0, 4, None),
        ("b", 1, 2, 0),
    ]
    assert [event for event in scan(text).events if isinstance(event, Container)] == [
        Container(1, True),
        Container(3, False),
    ]


def test_symbols_and_folds() -> None:
    text = Text.of(b"# a\n\n```x\ny\n```\n\n# b\n")
    language = by_name("markdown")
    assert [(s.name, s.kind, s.row_start, s.row_end) for s in section_symbols(text, language)] == [
        ("a", "section", 0, 4),
        ("b", "section", 6, 6),
    ]
    assert [(f.row_start, f.row_end) for f in section_folds(text, language)] == [(0, 4), (2, 3)]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("A\n=\n\nB\n-\n\nC\n=", [(1, "A"), (2, "B"), (1, "C")]),
        ("==\nA\n==\n\nB\n==", [(1, "A"), (2, "B")]),
        ("Too short\n===\n\ntext", []),
        ("A longer title\n=====\n\ntext", [(1, "A longer title")]),
        ("text\nmore\n----", []),
        ("A\n=\n\nB\n-\n\nC\n~\n\nD\n^\n\nE\n-", [(1, "A"), (2, "B"), (3, "C"), (4, "D"), (2, "E")]),
        ("1. One\n======", [(1, "1. One")]),
        ("日本\n====", [(1, "日本")]),
        ("日本\n===", []),
        (":func:`a.b` and ``c``\n=====================", [(1, "a.b and c")]),
    ],
)
def test_rst_titles(source: str, expected: list[tuple[int, str]]) -> None:
    text = Text.of(source.encode())
    assert [(s.level, s.name) for s in sections(text, scan_any(text, by_name("rst")))] == expected


def test_agrees_with_a_commonmark_parser_on_real_files() -> None:
    judge = oracle.judge()
    if judge is None:
        missing("markdown-it-py")
    paths = [
        *oracle.files([corpus(name) for name in PACKAGES]),
        *oracle.files([ROOT / "docs", ROOT / "tests" / "cases"]),
    ]
    assert paths
    for path in paths:
        data = oracle.content(path)
        found, fences, front = oracle.ours(data, names=False)
        assert (found, fences) == oracle.theirs(judge, data, front, names=False), path
