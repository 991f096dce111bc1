"""Queries that are compiled without a proof find the same, and that proof is here."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import pytest
from tree_sitter import Query, QueryCursor, Tree

from indexer.engine import Document, read_document
from indexer.grammars.compiling import unproved
from indexer.grammars.parsers import grammar, parser
from indexer.grammars.queries import query_source, split_patterns
from indexer.grammars.strings import string_patterns
from indexer.graph.bindings import query_source as scopes_source
from indexer.languages.registry import languages
from tests.paths import CASES

GRAMMARS = sorted({language.grammar for language in languages() if language.grammar and grammar(language.grammar)})

SOURCE = b"""
struct point { int x, y; int *z; unsigned flags : 3; };
static int first(int a, char *b) { return second(a, third("b"), 4); }
int alone; int several, of = 2, them[3];
typedef struct { int a; } named; typedef int number;
int broken( { ;
"""

PATTERNS = (
    "(declaration declarator: (identifier) @name)",
    "(declaration type: (_) @type . declarator: (_) @name)",
    "(declaration type: (_) declarator: [(identifier) @name (init_declarator declarator: (_) @name)] @whole)",
    "(declaration (identifier) @name .) @whole",
    "(declaration . (primitive_type) @type . (identifier) @name .) @whole",
    "(declaration !type declarator: (_) @name)",
    "(field_declaration type: (_) . declarator: [(field_identifier) @name (_ (_) @name)] . (bitfield_clause)? @bits)",
    "(call_expression function: (_) @name arguments: (argument_list . (_) @first (_)* @others))",
    "(call_expression arguments: (argument_list (call_expression (argument_list (string_literal)))) @whole)",
    '(call_expression function: (identifier) @name (#eq? @name "third")) @whole',
    '(argument_list "," @comma . (number_literal) @number)',
    '((call_expression (identifier) @name) (#match? @name "^s"))',
    "(translation_unit (declaration) @one . (declaration (identifier) @name) @other)",
    "[(type_definition type: (struct_specifier)) (type_definition type: (primitive_type))] @whole",
    "(function_definition (function_declarator (parameter_list (parameter_declaration (_) @name)+)))",
    "(_ (identifier) @name) @whole",
    "((declaration (identifier) @name) @one . (declaration) @other)",
    "(ERROR (_) @inside)",
)


@pytest.mark.parametrize("pattern", PATTERNS)
def test_the_same_is_found(pattern: str) -> None:
    language, parse = grammar("c"), parser("c")
    assert language is not None and parse is not None
    tree = parse.parse(SOURCE)
    assert found(Query(language, unproved(language, pattern)), tree) == found(Query(language, pattern), tree)


def test_only_what_is_captured_goes_without_proof() -> None:
    language = grammar("c")
    assert language is not None
    assert "MISSING" not in unproved(language, "(_ (declaration (identifier)) . (comment) @comment)")
    assert "MISSING" in unproved(language, "(_ (declaration (identifier)) @declaration)")


@pytest.mark.parametrize("name", GRAMMARS)
def test_every_pattern_of_a_query_file_can_be_found(name: str) -> None:
    language = grammar(name)
    assert language is not None
    patterns = patterns_of(name)
    plain = Query(language, "\n".join(patterns))
    Query(language, "\n".join(split_patterns(scopes_source(name))))
    without = Query(language, "\n".join(unproved(language, pattern) for pattern in patterns))
    for tree in trees(name):
        assert found(without, tree) == found(plain, tree)


def patterns_of(name: str) -> list[str]:
    language = grammar(name)
    assert language is not None
    return [*split_patterns(query_source(name)[0]), *string_patterns(name, language)]


def found(query: Query, tree: Tree) -> list[object]:
    """What a query finds; it does not matter in which order."""
    matches = QueryCursor(query).matches(tree.root_node)
    return sorted(
        (pattern, sorted((name, [(node.type, node.byte_range) for node in nodes]) for name, nodes in captures.items()))
        for pattern, captures in matches
    )


@cache
def documents() -> list[Document]:
    read = [read_document(path) for path in sorted((CASES / "outline").iterdir()) if path.suffix != ".outline"]
    return [document for document in read if isinstance(document, Document)]


def trees(name: str) -> Iterator[Tree]:
    """Trees of whole and of broken texts."""
    parse = parser(name)
    assert parse is not None
    for document in documents():
        if document.language is not None and document.language.grammar == name:
            data = document.text.data
            yield parse.parse(data)
            yield parse.parse(data[len(data) // 3 :] + b"\n" + data[: len(data) // 2])
