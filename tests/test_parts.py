"""Code patterns in parts of a text, and hits from parts of a packed outline: the same as from all of it."""

from __future__ import annotations

import sysconfig
from functools import partial
from pathlib import Path

import pytest

from indexer.blocks.nesting import header_of
from indexer.documents import Document
from indexer.index.reading import structure_of
from indexer.languages.registry import by_name
from indexer.patterns import Pattern, compile_pattern, matches_in
from indexer.search.nodes import Nodes
from indexer.store.columns import PackedOutline
from indexer.store.records import packed
from indexer.syntax.grammars import parser, whole_kinds
from indexer.syntax.parts import trees_of_parts

LIBRARY = Path(sysconfig.get_path("stdlib"))
FILES = ["argparse.py", "queue.py", "shutil.py", "typing.py"]
C = b"""#include <a.h>

static struct foo { int a; } bar = MAKE(1);

#ifdef A
static int
one(int x)
{
\tlist_for_each(a, b) {
\t\tkfree_skb(x);
\t}
\treturn 1;
}
#endif
EXPORT(one);
int two(void) { return dev_kfree_skb(y) + 1; }
int three = kfree_skb(z);
"""
CASES = [
    *(("python", "isinstance($A, str)", name) for name in FILES),
    *(("python", "raise $E($$$)", name) for name in FILES),
    *(("python", "@$D\ndef $F($$$): return $X", name) for name in FILES),
    *(("python", "class $A($B): $$$", name) for name in FILES),
    ("c", "kfree_skb($A)", ""),
    ("c", "$A = MAKE(1)", ""),
    ("c", "int $F(void) { $$$ }", ""),
    ("c", "return $A", ""),
]


def document(language: str, name: str) -> Document:
    return Document.of(by_name(language), (LIBRARY / name).read_bytes() if name else C)


@pytest.mark.parametrize(("language", "source", "name"), CASES)
def test_parts_have_the_matches_of_the_whole(language: str, source: str, name: str) -> None:
    text = document(language, name)
    data = text.text.data
    shape, parse = compile_pattern(source, language), parser(language)
    assert isinstance(shape, Pattern) and parse is not None
    kinds = whole_kinds(language)
    tops = [symbol.span for symbol in text.symbols() if symbol.parent is None and symbol.kind in kinds]
    whole = matches_in(shape, [(parse.parse(data), 0)], data)
    if shape.words_of_parts:
        trees = trees_of_parts(language, data, [(span.start, span.end) for span in tops], shape.words_of_parts)
        assert matches_in(shape, trees, data).matches == whole.matches
    found = Document.of(text.language, data).pattern_matches(source)
    assert [(span.start, span.end) for span, _ in found.matches] == [(one.start, one.end) for one in whole.matches]


@pytest.mark.parametrize("name", FILES)
def test_a_part_of_an_outline_tells_what_is_around_a_row(name: str) -> None:
    text = document("python", name)
    structure = structure_of(text)
    stored = packed(structure)
    outline = PackedOutline(stored.symbols, stored.blocks)
    everything = Nodes(text.text, dict(enumerate(structure.symbols)), structure.blocks)
    assert everything.all
    for row in range(0, len(text.text.lines), 7):
        symbols, blocks = outline.around([row], partial(header_of, text.text))
        assert all(structure.symbols[at] == symbol for at, symbol in symbols.items())
        part = Nodes(text.text, symbols, blocks)
        for offset in range(*text.text.row_span(row), 9):
            expected = [everything.all[at] for at in everything.around(offset)]
            assert [part.all[at] for at in part.around(offset)] == expected
