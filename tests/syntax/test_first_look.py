"""The first outline of a file is made of less than its structure, and is the one that the structure gives."""

from __future__ import annotations

from pathlib import Path

import pytest

from indexer.documents import Document
from indexer.engine import Encoding
from indexer.extract import structure
from indexer.extract.structure import Items, _items, _matches, _of_file, all_items, completed, extract, outline_items
from indexer.grammars.parsers import parser
from indexer.grammars.queries import structure_query
from indexer.grammars.time_limit import matches, time_limit
from indexer.languages.detect import detect
from indexer.languages.profile import profile_of
from indexer.languages.registry import by_name
from indexer.syntax.tools import Tools
from lsp_server.encoded import folding_ranges, nested_symbols
from tests.paths import CASES

SOURCES = sorted(path for path in (CASES / "outline").iterdir() if path.suffix != ".outline")
BREAKS = (b"", b'"', b"(", b"<<<<<<< HEAD\n", b"/* ")


def opened(path: Path, broken: bytes = b"") -> Document:
    data = path.read_bytes()
    middle = data.find(b"\n", len(data) // 2) + 1
    return Document.of(detect(str(path), data[:8192]), data[:middle] + broken + data[middle:])


def outline(document: Document) -> str:
    return nested_symbols(document.text, document.outline(), Encoding.UTF16).json


def folds(document: Document) -> str:
    return folding_ranges(document.fold_sections()).json


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_the_first_outline_is_that_of_the_structure(path: Path) -> None:
    for broken in BREAKS:
        first, whole = opened(path, broken), opened(path, broken)
        whole.blocks()  # so that there is a structure before anybody asks for the outline
        said = outline(first)
        assert said == outline(whole)
        assert folds(first) == folds(whole)
        assert outline(first) == said  # now that there is a structure


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_what_is_found_in_two_passes_is_what_one_finds(path: Path) -> None:
    for broken in BREAKS:
        document = opened(path, broken)
        grammar = document.language.grammar if document.language is not None else None
        query, parse = (structure_query(grammar), parser(grammar)) if grammar is not None else (None, None)
        if query is None or parse is None:
            return
        data = document.masked
        tree = parse.parse(data)
        whole = _items(query, data, _matches(query.whole, tree))
        assert query.first.others is None or len(query.passes) == 2
        assert extract(tree, query, data) == whole
        known = outline_items(tree, query, data, in_bits=False)
        assert known.definitions == whole.definitions
        assert _comments(known) == _comments(whole)
        assert completed(known, tree, query, data, in_bits=False) == whole


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_patterns_of_the_file_find_nothing_further_in(path: Path) -> None:
    for broken in BREAKS:
        document = opened(path, broken)
        grammar = document.language.grammar if document.language is not None else None
        query, parse = (structure_query(grammar), parser(grammar)) if grammar is not None else (None, None)
        if query is None or parse is None or query.whole.of_file is None:
            return
        tree = parse.parse(document.masked)
        anywhere = matches(query.whole.of_file.query, tree.root_node)
        assert len(_of_file(query.whole, tree)) == len(anywhere)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_a_long_text_is_asked_in_bits_and_has_the_items_it_has_at_once(path: Path) -> None:
    document = opened(path)
    grammar = document.language.grammar if document.language is not None else None
    tools = Tools.of(grammar) if grammar is not None else None
    if tools is None or not tools.local or grammar is None or profile_of(grammar).grammar.unsteady:
        return
    once = document.masked + b"\n"
    data = once * (60_000 // len(once) + 1)
    tree = tools.parse.parse(data)
    at_once = all_items(tree, tools.query, data, in_bits=True)  # nobody waits
    with time_limit(60):
        assert all_items(tree, tools.query, data, in_bits=True) == at_once


def _comments(items: Items) -> list[tuple[int, int]]:
    return [(spot.start, spot.end) for spot in items.spots if spot.kind == "comment"]


def test_a_key_before_anybody_asked_for_folds_makes_use_of_the_first_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    text = b"".join(b"def function_%d():\n    return %d\n\n\n" % (at, at) for at in range(400))
    document = Document.of(detect("a.py", text), text)
    outline(document)
    parsed: list[int] = []
    parse = type(parser("python")).parse

    def counted(self: object, data: bytes, *rest: object) -> object:
        parsed.append(len(data))
        return parse(self, data, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(type(parser("python")), "parse", counted)
    edited = document.edited(len(text) // 2, len(text) // 2, b"x", 2)
    assert outline(edited) == outline(Document.of(document.language, edited.text.data))
    assert parsed[0] < len(text) // 4


PAGE = b"""<!DOCTYPE html>
<html lang="en"><head><TITLE>Names</TITLE><script id=code src="a.js"></script><style ID = "look"></style></head>
<body data-id="none" class='id="no"'>
<h1 id="top">Top <em>of</em> all</h1><H2>Second</H2><p>an id="text", a name=, h3</p>
<a name="here" id></a><A NAME='There' class="title">x</A><img id="shown" alt="h2"/>
<div
  data-name="a > b"
  id="far"><h3><span>In</span> here</h3></div><input name="field"><!-- <h4 id="gone">Gone</h4> -->
</body></html>
"""
LISP = b"""(require 'cl-lib)
(cl-defun asked (a &key b) "default" (defalias 'inner #'asked))
( ; between
 ert-deftest tells () (should (default-value 'x)))
(let ((x 1)) (defcustom chosen x "doc" :type 'def) (undefined 'def))
(cl-defstruct (shape (:constructor nil)) side)
"(defface no)" ; (defgroup no)
"""


@pytest.mark.parametrize(("name", "data"), [("a.html", PAGE), ("a.el", LISP)])
def test_what_is_looked_for_near_its_text_is_what_is_found_everywhere(name: str, data: bytes) -> None:
    tools = Tools.of(str(detect(name, data).grammar))  # type: ignore[union-attr]
    assert tools is not None and tools.query.first.near is not None
    tree = tools.parse.parse(data)
    everywhere = _items(tools.query, data, _matches(tools.query.whole, tree)).definitions
    assert len(everywhere) >= 4
    assert outline_items(tree, tools.query, data, in_bits=False).definitions == everywhere


def test_a_long_text_is_asked_in_a_few_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """To come to its rows a query goes by all nodes before them, so many turns in a flat text take their square."""
    real, spans = structure._found, []

    def found(part: object, tree: object, span: tuple[int, int] | None, depth: int | None = None) -> object:
        spans.append(span)
        return real(part, tree, span, depth)  # type: ignore[arg-type]

    monkeypatch.setattr(structure, "_found", found)
    monkeypatch.setattr(structure, "_BIT", 1024)
    document = Document.of(by_name("c"), b"#define A 1\n" * 10_000)
    with time_limit(60):
        assert len(document.symbols()) == 10_000
    assert 2 < len(spans) < 5 * structure._BITS


def test_the_outline_of_a_page_of_php_needs_no_structure() -> None:
    document = Document.of(by_name("php"), b"<?php\nfunction f() {}\n?>\n<h1>It</h1>\n<p id='x'>y</p>\n")
    assert document.outline() and document.regions()
    assert document.known_structure is None
