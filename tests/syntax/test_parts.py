"""Code patterns in parts of a text, and hits from parts of a packed outline: the same as from all of it."""

from __future__ import annotations

import random
import zlib

import pytest
from tree_sitter import Tree

from indexer.documents import Document
from indexer.grammars.parsers import parser
from indexer.index.file_reader import structure_of
from indexer.languages.profile import profile_of
from indexer.languages.registry import by_name
from indexer.model import Span
from indexer.patterns.pattern import Pattern, compile_pattern, matches_in
from indexer.query.tree import Name, Query, Sym
from indexer.search.match.hits import Found
from indexer.search.match.matches import definition_hits, match
from indexer.search.plan.plan import plan_of
from indexer.store.columns import PackedOutline
from indexer.store.records import Damaged, packed, unpack_lexical
from indexer.syntax.parts import trees_of_parts
from tests.corpus import module
from tests.search.facts import DocumentFacts

FILES = ["db/models/query.py", "http/multipartparser.py", "utils/functional.py", "template/base.py"]
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
    return Document.of(by_name(language), module(name).read_bytes() if name else C)


@pytest.mark.parametrize(("language", "source", "name"), CASES)
def test_parts_have_the_matches_of_the_whole(language: str, source: str, name: str) -> None:
    text = document(language, name)
    data = text.text.data
    shape, parse = compile_pattern(source, language), parser(language)
    assert isinstance(shape, Pattern) and parse is not None
    kinds = profile_of(language).structure.whole_kinds
    tops = [symbol.span for symbol in text.symbols() if symbol.parent is None and symbol.kind in kinds]
    whole = matches_in(shape, [(parse.parse(data), 0)], data)
    if shape.words_of_parts:
        trees = trees_of_parts(
            language, data, [(span.start, span.end) for span in tops], shape.words_of_parts, {}, shape.runs_of_parts
        )
        assert matches_in(shape, trees, data).matches == whole.matches
    found = Document.of(text.language, data).pattern_matches(source)
    assert [(span.start, span.end) for span, *_ in found.matches] == [(one.start, one.end) for one in whole.matches]


NULLS = b"""int plain(int *a)
{
\tif (a == NULL) return 1;
}
int commented(int *a)
{
\tif (a == /* none */ NULL) return 1;
}
int below(int *a)
{
\tif (a == // none
\t    NULL) return 1;
}
int behind(int *a)
{
\tif (a == NULL /* none ** */) // so \\
\t\tthere is nothing
\t\treturn 1;
}
int other(int *a)
{
\tif (a != NULL) return 1;
\tif (a == b) return sizeof NULL;
}
int later(int *a)
{
\tif (a == NULL) a++; /* x */ else return 1;
\tif (a == NULL || !b) return 1;
}
int broken(int *a)
{
\tfor_each(a) { if (a == \\
\t\tNULL) return 1; }
\tx y z;
}
"""
APART = b"""
def plain(a):
    if a is not None: return 1
def commented(a):
    if (a is # none
        not # at all \\
        None): return 1
def other(a):
    if a is b: return not None
"""


@pytest.mark.parametrize(
    ("language", "data", "source", "parsed", "found"),
    [
        ("c", NULLS, "if ($A == NULL) return $B;", 5, 5),
        ("c", NULLS, "$A != NULL", 1, 1),
        ("c", NULLS, "return sizeof NULL;", 1, 1),
        ("python", APART, "$A is not None", 2, 2),
    ],
)
def test_tokens_that_stand_apart_are_not_parsed(
    language: str, data: bytes, source: str, parsed: int, found: int
) -> None:
    """What stands side by side in the pattern may have comments in between, and nothing else that has a name."""
    text = Document.of(by_name(language), data)
    shape, parse = compile_pattern(source, language), parser(language)
    assert isinstance(shape, Pattern) and parse is not None
    tops = [(symbol.span.start, symbol.span.end) for symbol in text.symbols() if symbol.parent is None]
    whole = matches_in(shape, [(parse.parse(data), 0)], data).matches
    known: dict[tuple[int, int], Tree] = {}
    trees = trees_of_parts(language, data, tops, shape.words_of_parts, known, shape.runs_of_parts)
    assert matches_in(shape, trees, data).matches == whole
    assert (len(known), len(whole)) == (parsed, found)


NESTED = {
    "a.c": C,
    "b.c": b"""struct a { struct { int x, y; } in; union { int z; }; } b, *c;
enum { A, B = 2, };
#define M(x) do { } while (0)
""",
    "a.js": b"""const a = { b: function c() { class D { e() {} } }, f: () => { var g; } }; class I { j = 1 }
export default class {
  k() { function k() {} }
}
function k() { function k() {
} }
""",
    "a.py": b"""class A:
    class A:
        def A(self): return lambda: 1
    x = y = 1
if 1:
    for x in y:
        def A(): pass
        class A: z = 2; w = 3
""",
    "a.go": b"""package a
type (
	A struct {
		B, C int
	}
	D interface { E() }
)
func (a *A) F() { x := func() {} }
""",
}


@pytest.mark.parametrize("name", [*FILES, *NESTED])
def test_comments_strings_headers_and_bodies_are_kept(name: str) -> None:
    facts = DocumentFacts(name, NESTED[name] if name in NESTED else module(name).read_bytes())
    stored = packed(structure_of(facts.document)).lexical
    document = facts.document
    assert unpack_lexical(stored) == (document.comments(), document.strings(), *document.halves())
    with pytest.raises(Damaged):
        unpack_lexical(stored[:-1])


@pytest.mark.parametrize("name", [*FILES, *NESTED])
def test_a_definition_by_its_number_is_the_hit_that_the_whole_text_has(name: str) -> None:
    facts = DocumentFacts(name, NESTED[name] if name in NESTED else module(name).read_bytes())
    structure = structure_of(facts.document)
    stored = packed(structure)
    outline = PackedOutline(stored.symbols, stored.blocks)
    assert [outline.symbol(at) for at in range(len(structure.symbols))] == structure.symbols
    indexed = DocumentFacts(name, facts.text.data)
    indexed.packed = outline
    names = {symbol.name for symbol in structure.symbols}
    assert names
    inside = [f"{structure.symbols[one.parent].name} {one.name}" for one in structure.symbols if one.parent is not None]
    hits = 0
    for typed in [*sorted(names), *inside]:
        wanted = Name("fuzzy", typed, ignore_case=True)
        query = Query(Sym(wanted, Span(0, 0)), "symbol", None, typed)
        whole = match(query, facts)
        found = definition_hits(plan_of(query), indexed, range(len(structure.symbols)))
        assert sorted(found, key=by_symbol) == sorted(whole, key=by_symbol), typed
        hits += len(found)
    assert hits >= len(structure.symbols)


def by_symbol(hit: Found) -> int:
    assert hit.symbol is not None
    return hit.symbol


def test_a_damaged_outline_is_called_damaged_and_ends_nothing_else() -> None:
    stored = packed(structure_of(Document.of(by_name("python"), b'def f():\n    "doc"\n\nclass C:\n    x = 1\n' * 9)))
    raw = zlib.decompress(stored.symbols)
    chance = random.Random(1)
    damaged = 0
    for _ in range(300):
        torn = bytearray(raw)
        torn[chance.randrange(40)] = chance.randrange(256)
        try:
            PackedOutline(zlib.compress(bytes(torn[: chance.randint(0, len(torn))])), stored.blocks).symbol_columns()
        except Damaged:
            damaged += 1
    assert damaged > 200
    with pytest.raises(Damaged):  # fewer strings than records
        PackedOutline(zlib.compress(raw[:4] + bytes(4) + raw[8:]), stored.blocks).symbol_columns()
