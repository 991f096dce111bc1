"""A text that is given to a parser in bits is the text, and nobody reads more of it than is needed."""

from __future__ import annotations

import sys
from random import Random

from indexer.grammars.bits import Bits
from indexer.grammars.parsers import parser
from indexer.grammars.time_limit import SHORT, time_limit

LONG = b"/* " + b"a long comment " * 100_000 + b"*/\nint answer;\n"


def test_bits_are_the_text_in_whatever_order_they_are_read() -> None:
    data = bytes(Random(17).choices(range(256), k=30_000))
    bits, random = Bits(data), Random(4)
    for turn in range(3_000):
        bits.is_parsed = turn > 1_500
        at = random.choice((random.randrange(len(data) + 1), 0, turn * 10))
        bit = bits(at, None)
        assert data.startswith(bit, at) and (bit or at >= len(data))


def test_the_text_of_a_long_node_takes_a_few_bits() -> None:
    bits = Bits(LONG)
    bits.is_parsed = True
    at = reads = 0
    while at < len(LONG):
        at += len(bits(at, None))
        reads += 1
    assert reads < 20


def test_a_row_that_is_read_again_is_not_copied_again() -> None:
    bits = Bits(LONG)
    bits(0, None)
    assert bits(100, None) is bits(100, None)
    assert len(bits(100, None)) < 1_000


def test_parsers_that_look_back_see_the_same_text() -> None:
    for grammar, row in (("d", "int a%d(int b) { return b /+ x /+ y +/ z +/ + %d; }\n"), ("scala", "def a%d = %d\n")):
        data = "".join(row % (at, at) for at in range(3_000)).encode()
        parse = parser(grammar)
        assert parse is not None
        at_once = parse.parse(data)
        with time_limit(60):
            in_bits = parse.parse(data)
        assert str(in_bits.root_node) == str(at_once.root_node)
        last = in_bits.root_node.children[-1]
        assert last.text == data[last.start_byte : last.end_byte]


def test_a_text_that_was_read_in_bits_does_not_stay_in_memory() -> None:
    """tree-sitter's binding holds on to what it reads; a key in a long text would cost as much memory as the text."""
    parse = parser("python")
    assert parse is not None
    text = b"value = [1, 2, 3]\n" * (2 * SHORT // 18)
    bits = [text[at : at + 4096] for at in range(0, len(text), 4096)]

    class Watched(bytes):
        def __getitem__(self, part: object) -> bytes:  # the same object each time, so that who holds it can be counted
            assert isinstance(part, slice)
            return bits[part.start // 4096] if part.start % 4096 == 0 and part.start < len(text) else text[part]

    before = [sys.getrefcount(bit) for bit in bits]
    with time_limit(60):
        for _ in range(5):
            assert not parse.parse(Watched(text)).root_node.has_error
    assert [sys.getrefcount(bit) for bit in bits] == before


def test_a_tree_that_reads_its_text_at_once_is_the_same_tree() -> None:
    parse = parser("css")
    assert parse is not None
    data = b"".join(b".a%d > b { color: red; --c: %d }\n" % (at, at) for at in range(2_000))
    with time_limit(60):
        in_bits = parse.parse(data)
        at_once = parse.reading_at_once(in_bits, data)
    assert str(at_once.root_node) == str(in_bits.root_node)
    last = at_once.root_node.children[-1]
    assert last.text == data[last.start_byte : last.end_byte]
