"""A parser that stops at an error has read little behind it, and gives back all that it was given to read."""

from __future__ import annotations

import tracemalloc

import pytest
from tree_sitter import Tree

from indexer.grammars.parsers import grammar
from indexer.grammars.time_limit import GrammarParser, Patience, TooSlow, time_limit
from indexer.syntax.edited_trees import edited_tree
from indexer.text.document_text import Edit

LUA = b"local t = {\n" + b"".join(b'  call("a", %d),\n' % n for n in range(6000)) + b"}\n"
C = b"".join(b"int f%d(void)\n{\n    return g(1);\n}\n\n" % n for n in range(3000))


def parser_of(name: str) -> GrammarParser:
    loaded = grammar(name)
    assert loaded is not None
    return GrammarParser(loaded)


def typed(parser: GrammarParser, text: bytes, at: int, new: bytes) -> tuple[bytes, Tree]:
    """A text with something typed into it, and the tree that it had, with that noted."""
    data = text[:at] + new + text[at:]
    return data, edited_tree(parser.parse(text), text, data, Edit(at, at, len(new)))


@pytest.mark.parametrize(("name", "text", "new"), [("c", C, b"] ("), ("c", C, b"1 2"), ("lua", LUA, b"[,")])
def test_it_is_told_how_far_a_text_has_to_stay_for_its_error_to_stay(name: str, text: bytes, new: bytes) -> None:
    parser = parser_of(name)
    at = text.index(b"(", len(text) // 2) + 1
    data, before = typed(parser, text, at, new)
    settled = parser.parse_until_error(data, before, at, Patience.NONE)
    assert isinstance(settled, int) and at < settled
    for behind in (b"", b"}\n", text[:100]):
        assert parser.parse(data[:settled] + behind).root_node.has_error
    if name == "c":  # that of Lua looks for the end of a long string
        assert settled < at + 4000


@pytest.mark.parametrize("new", [b"", b"x", b"1, ", b" /* it */ "])
def test_a_text_without_an_error_has_the_tree_that_it_has(new: bytes) -> None:
    parser = parser_of("c")
    at = C.index(b"1);", len(C) // 2)
    data, before = typed(parser, C, at, new)
    found = parser.parse_until_error(data, before, at, Patience.NONE)
    assert isinstance(found, Tree) and not found.root_node.has_error
    assert str(found.root_node) == str(parser.parse(data).root_node)
    assert found.root_node.text == data


def test_an_error_far_behind_is_in_the_tree() -> None:
    parser = parser_of("c")
    text = b"int f(void)\n{\n" + b"    g(1);\n" * 20_000 + b"}\n"
    data, before = typed(parser, text, text.index(b"    g"), b"{\n")
    found = parser.parse_until_error(data, before, 14, Patience.NONE)
    assert isinstance(found, int) or found.root_node.has_error


def test_the_next_text_is_read_as_if_there_had_been_none_before() -> None:
    parser = parser_of("c")
    at = C.index(b"1);", len(C) // 2)
    for new in (b"] (", b"1, ", b"1 2", b""):
        data, before = typed(parser, C, at, new)
        found = parser.parse_until_error(data, before, at, Patience.NONE)
        assert isinstance(found, int) == parser.parse(data).root_node.has_error
        unlikely = parser.parse_until_error(data, before, at, Patience.LITTLE)  # the clock says which of the two it is
        assert isinstance(unlikely, int) or unlikely.root_node.has_error == isinstance(found, int)


def test_it_keeps_to_its_time() -> None:
    parser = parser_of("c")
    text = b"int f(void) { return 1; }\n" * 2000
    data, before = typed(parser, text, 0, b"a()\n" * 15_000 + b"}")
    with pytest.raises(TooSlow), time_limit(0.2):
        while True:  # it may see the error at once
            parser.parse_until_error(data, before, len(data), Patience.NONE)
    data, before = typed(parser, text, 0, b"int a;\n")
    found = parser.parse_until_error(data, before, 0, Patience.NONE)
    assert isinstance(found, Tree) and not found.root_node.has_error


def test_what_was_read_is_given_back() -> None:
    parser = parser_of("lua")
    at = LUA.index(b"(", len(LUA) // 2) + 1
    data, before = typed(parser, LUA, at, b"[,")
    parser.parse_until_error(data, before, at, Patience.NONE)
    tracemalloc.start()
    try:
        for _ in range(30):
            parser.parse_until_error(data, before, at, Patience.NONE)
        assert tracemalloc.get_traced_memory()[0] < len(data) * 3
    finally:
        tracemalloc.stop()
