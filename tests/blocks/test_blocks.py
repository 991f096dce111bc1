"""The layout adapters and the syntax adapter: cases, the laws of blocks for any text, and cost on hostile input.

A case in tests/cases/blocks names its rule in comment lines, then gives a source in a language (none for a text of an
unknown kind) and its blocks, one a line: `LEVEL KIND NAME? START-END`, rows counted from 1. With OUTCROP_UPDATE_CASES=1
the expectations are rewritten to what is found.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from indexer.blocks.indent import indent_blocks, tab_width
from indexer.blocks.keyword import keyword_blocks
from indexer.blocks.keywords import Counts, Keywords, count_tokens, learned, merged
from indexer.blocks.layout import layout_folds, layout_symbols
from indexer.blocks.markdown import markdown_blocks
from indexer.blocks.select import layout_blocks, line_map
from indexer.blocks.syntax import syntax_blocks
from indexer.blocks.window import row_count, window_blocks
from indexer.documents import Document
from indexer.languages.registry import by_name
from indexer.model import Block
from indexer.store.records import Damaged, Structure, packed, unpack_blocks
from indexer.text.document_text import Text
from tests.paths import CASES

FOLDER = CASES / "blocks"
UPDATE = os.environ.get("OUTCROP_UPDATE_CASES") == "1"
CASE = re.compile(r"((?:#.*\n)+)--- source *(\S*)\n(.*)--- blocks\n(.*)", re.DOTALL)
HEADED = ("markdown", "mdx", "rst", "org", "asciidoc", "gemtext", "rdoc")


def render(blocks: Sequence[Block]) -> str:
    return "".join(
        f"{b.level} {b.kind} {'' if b.name is None else b.name + ' '}{b.row_start + 1}-{b.row_end + 1}\n"
        for b in blocks
    )


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.case")), ids=lambda path: path.stem)
def test_case(path: Path) -> None:
    match = CASE.fullmatch(path.read_text())
    assert match is not None, "comment, source and blocks"
    comment, language, source, expected = match.groups()
    _, blocks = layout_blocks(Text.of(source.encode()), by_name(language) if language else None)
    found = render(blocks)
    if UPDATE and found != expected:
        path.write_text(f"{comment}--- source {language}".rstrip() + f"\n{source}--- blocks\n{found}")
    else:
        assert found == expected


def parsed(language: str, source: str) -> list[Block]:
    document = Document.of(by_name(language), source.encode())
    assert document.structure is not None
    return syntax_blocks(document.text, document.structure.items())


def test_syntax_blocks_of_the_seed_example() -> None:
    source = "module Foo\n  def bar\n    do_something\n  end\n\n  def baz\n    do_other\n  end\nend\n"
    assert render(parsed("ruby", source)) == "0 module Foo 1-9\n1 method bar 2-4\n1 method baz 6-8\n"


def test_syntax_blocks_are_definitions_control_structures_and_groups() -> None:
    source = "class A:\n  x = 1\n  def f(self):\n    if self:\n      return [\n        1,\n      ]\n"
    assert render(parsed("python", source)) == "0 class A 1-7\n1 method f 3-7\n2 if 4-7\n3 group 5-7\n"


def test_a_row_that_ends_one_branch_and_begins_the_next_belongs_to_the_next() -> None:
    source = "int f(int a) {\n  if (a) {\n    b();\n  } else {\n    c();\n  }\n}\n"
    blocks = parsed("c", source)
    assert render(blocks) == "0 function f 1-7\n1 if 2-6\n2 else 4-6\n"
    assert line_map(blocks, 7) == [0, 1, 1, 2, 2, 2, 0]


def test_of_two_definitions_on_a_row_the_first_is_kept() -> None:
    assert render(parsed("c", "int f() { return 1; } int g() { return 2; }\n")) == "0 function f 1-1\n"


def test_header_is_cut_at_eighty_characters() -> None:
    (block,) = parsed("python", "def f(): return '" + "ä" * 200 + "'\n")
    assert len(block.header) == 80
    assert block.header.endswith("ä")


@pytest.mark.parametrize(
    ("source", "width"),
    [
        ("a\n    b\n        c\n", 4),
        ("a\n  b\n", 2),
        ("a\n b\n  c\nd\n   e\n", 1),
        ("a\nb\n", 2),
        ("a\n\tb\n\t\tc\n", 2),
    ],
)
def test_tab_width(source: str, width: int) -> None:
    assert tab_width(Text.of(source.encode())) == width


def test_windows_overlap_and_the_map_takes_the_first() -> None:
    text = Text.of(b"x\n" * 120)
    blocks = window_blocks(text)
    assert [(b.row_start, b.row_end) for b in blocks] == [(0, 49), (40, 89), (80, 119)]
    assert line_map(blocks, 120) == [0] * 50 + [1] * 40 + [2] * 30


def test_symbols_and_folds_of_layout_blocks() -> None:
    text = Text.of(b"Sub A()\n  x = 1\nEnd Sub\n\nClass B\n  Function C()\n    y\n  End Function\nEnd Class\n")
    blocks = keyword_blocks(text, by_name("vb"))
    symbols = layout_symbols(blocks, text)
    assert [(s.name, s.kind, s.row_start, s.row_end, s.parent) for s in symbols] == [
        ("A", "function", 0, 2, None),
        ("B", "class", 4, 8, None),
        ("C", "method", 5, 7, 1),
    ]
    assert [text.data[s.name_span.start : s.name_span.end] for s in symbols] == [b"A", b"B", b"C"]
    assert [(f.row_start, f.row_end) for f in layout_folds(blocks, text)] == [(0, 1), (4, 7), (5, 6)]


def test_keywords_are_learned_from_exact_blocks_in_any_order() -> None:
    ruby = "".join(f"class C{n}\n  def m{n}\n    {n}\n  end\nend\n" for n in range(3))
    document = Document.of(by_name("ruby"), ruby.encode())
    one = count_tokens(parsed("ruby", ruby), document.text)
    assert (one.header_rows, one.footer_rows, one.header["def"], one.footer["end"]) == (6, 6, 3, 6)
    counts = merged([one, Counts(), one])
    assert counts == merged([one, one])
    found = learned(counts)
    assert [(t.token, t.ratio, t.count) for t in found["header"]] == [("class", 0.5, 6), ("def", 0.5, 6)]
    assert [(t.token, t.ratio, t.count) for t in found["footer"]] == [("end", 1.0, 12)]


def test_a_token_below_three_percent_or_five_rows_is_not_learned() -> None:
    counts = Counts(200, 200, {"rare": 5, "often": 6, "few": 4}, {})
    assert [token.token for token in learned(counts)["header"]] == ["often"]


def test_learned_words_open_and_close_blocks() -> None:
    text = Text.of(b"widget main\nx = 1\ngadget\nwidget other\ny = 2\ngadget\n")
    assert keyword_blocks(text, None) == []
    keywords = Keywords(frozenset(("widget",)), frozenset(("gadget",)))
    assert render(keyword_blocks(text, None, keywords)) == "0 layout 1-3\n0 layout 4-6\n"


def test_packed_blocks_that_are_damaged_are_refused() -> None:
    made = packed(Structure([], [], "syntax", [Block("a", "b", 0, 0, 1, "header", None)]))
    symbols, stored = made.symbols, made.blocks
    assert unpack_blocks(symbols, stored, lambda row: "header") == (
        "syntax",
        [Block("a", "b", 0, 0, 1, "header", None)],
    )
    for damaged in (stored[:-3], b"", stored[:5] + b"?" + stored[6:]):
        with pytest.raises(Damaged):
            unpack_blocks(symbols, damaged, lambda row: "")


WORDS = (
    "def f|class A|end|}|{|(|)|if x|else|    |\t|  |\n|\r\n|# |```|> |- |---|===|\n\n|\"|'|/*|*/|<<EOF|EOF|* |= |::"
    '|.. code::|:x|Sub A|End Sub|1. |<!--|-->|[a]: b|ä|\0|@x|#define X|\\|\ufeff|"""|catch|;|function g(|\r'
)
PIECES = st.sampled_from(WORDS.split("|"))
TEXTS = st.lists(PIECES, max_size=60).map("".join)


def check_laws(text: Text, blocks: list[Block], overlapping: bool = False) -> None:
    rows = row_count(text)
    assert blocks == sorted(blocks, key=lambda b: (b.row_start, -b.row_end))
    for at, block in enumerate(blocks):
        assert 0 <= block.row_start <= block.row_end < max(rows, 1)
        assert len(block.header) <= 80 and block.header == block.header.strip()
        if block.parent is None:
            assert block.level == 0
        else:
            parent = blocks[block.parent]
            assert block.parent < at and block.level == parent.level + 1
            assert parent.row_start <= block.row_start and block.row_end <= parent.row_end
            assert (parent.row_start, parent.row_end) != (block.row_start, block.row_end)
        if not overlapping:
            later = next((b for b in blocks[at + 1 :] if b.parent == block.parent), None)
            assert later is None or later.row_start > block.row_end
    found = line_map(blocks, rows)
    assert len(found) == rows
    for row, at in enumerate(found):
        holding = [i for i, b in enumerate(blocks) if b.row_start <= row <= b.row_end]
        assert at == ((holding[0] if overlapping else holding[-1]) if holding else None)
    stored = packed(Structure([], [], "x", blocks))
    assert unpack_blocks(stored.symbols, stored.blocks, text.header) == ("x", blocks)


@settings(max_examples=300, deadline=None)
@given(source=TEXTS, name=st.sampled_from(["python", "c", "ruby", "vb", "cobol", "perl", "raku", "javascript", ""]))
def test_laws_of_keyword_blocks(source: str, name: str) -> None:
    text = Text.of(source.encode())
    blocks = keyword_blocks(text, by_name(name) if name else None)
    check_laws(text, blocks)
    for symbol in layout_symbols(blocks, text):
        assert symbol.span.start <= symbol.name_span.start <= symbol.name_span.end <= symbol.span.end
    folds = layout_folds(blocks, text)
    assert all(fold.row_start < fold.row_end for fold in folds)


@settings(max_examples=300, deadline=None)
@given(source=TEXTS, name=st.sampled_from(HEADED))
def test_laws_of_sections(source: str, name: str) -> None:
    text = Text.of(source.encode())
    check_laws(text, markdown_blocks(text, by_name(name)))


@settings(max_examples=200, deadline=None)
@given(source=TEXTS)
def test_laws_of_indented_and_window_blocks(source: str) -> None:
    text = Text.of(source.encode())
    check_laws(text, indent_blocks(text))
    check_laws(text, window_blocks(text), overlapping=True)


@settings(max_examples=200, deadline=None)
@given(source=TEXTS, name=st.sampled_from(["python", "c", "ruby", "javascript", "bash"]))
def test_laws_of_syntax_blocks(source: str, name: str) -> None:
    document = Document.of(by_name(name), source.encode())
    assert document.structure is not None
    check_laws(document.text, syntax_blocks(document.text, document.structure.items()))


@settings(max_examples=200, deadline=None)
@given(data=st.binary(max_size=300), name=st.sampled_from([*HEADED, "python", "perl", "cobol", "yaml", ""]))
def test_no_bytes_raise(data: bytes, name: str) -> None:
    text = Text.of(data)
    adapter, blocks = layout_blocks(text, by_name(name) if name else None)
    check_laws(text, blocks, overlapping=adapter == "window")


HOSTILE = {
    "nested indents": lambda n: "".join(" " * k + "if x:\n" for k in range(int((2 * n) ** 0.5))),
    "one long row": lambda n: "x" * n,
    "brackets in a row": lambda n: "(" * n,
    "brackets in rows": lambda n: "{\n" * (n // 2),
    "closers in rows": lambda n: "}\n" * (n // 2),
    "unclosed quotes": lambda n: "\"\n'\n`\n" * (n // 6),
    "blank row": lambda n: "# " + " " * n + "x",
    "quote marks": lambda n: ">" * n + "\n" + "x\n",
    "list in list": lambda n: "- " * (n // 2) + "\n" + "\n" * (n // 2) + "x",
    "references": lambda n: "[a]: b\n" * (n // 7) + "===\n",
    "underlines": lambda n: "a\n===\n" * (n // 6),
    "open comments": lambda n: "<!--\n/*\n" * (n // 8),
    "headings": lambda n: "# a\n" * (n // 4),
    "open emphasis": lambda n: "# " + "*a _b [" * (n // 7) + "\n",
    "heredocs": lambda n: "a <<EOF\n" * (n // 8),
    "definitions": lambda n: "def f(" * (n // 6),
    "footers": lambda n: "if a\n" * (n // 10) + "end\n" * (n // 10),
    "stars": lambda n: "* " * (n // 2) + "x",
}


@pytest.mark.parametrize("shape", HOSTILE)
@pytest.mark.parametrize(
    "name", ["", "python", "javascript", "perl", "vb", "markdown", "rst", "org", "asciidoc", "conf"]
)
def test_hostile_layout_comes_to_an_end(shape: str, name: str) -> None:
    text = Text.of(HOSTILE[shape](100_000).encode())
    _, blocks = layout_blocks(text, by_name(name) if name else None)
    assert len(line_map(blocks, row_count(text))) == row_count(text)
