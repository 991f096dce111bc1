"""Texts made to take the server down or to freeze it: each is answered, and in time."""

from __future__ import annotations

import time
import tracemalloc

import pytest

from indexer.documents import Document
from indexer.engine import Engine
from indexer.grammars.trust import is_fuzzed, is_trusted, parsable
from indexer.languages.profiles.perl import with_line_end
from indexer.languages.registry import by_name
from tests.fuzz.driver import Driver

TRIPLE = b'AR2 = """ "" ""\\" "\\"" \\"\\"\\"\\\\"""'


@pytest.mark.parametrize(
    ("subject", "text"),
    [
        ("perl", b"E\n#s{"),
        ("perl", b"x\n#a"),
        ("perl", b'b#&{m/"#if!~s/=cut\n#'),
        ("python", b'"""a\n' + TRIPLE * 23),
        ("python", b"'''" + TRIPLE * 23),
        ("yaml", b"- " * 256 + b"a\n"),
        ("yaml", b"? " * 300),
        ("yaml", b": " * 300),
        ("yaml", b"\n".join(b" " * depth + b"-" for depth in range(300))),
        ("clojure", b"(\xfe)"),
        ("powershell", b"function \xff {\n}\n[\xc3]"),
        ("embeddedtemplate", b" " * 3000 + b"<%"),
        ("c", b"/*" * 40_000),
        ("ruby", b"".join(b"<<A%d\n" % number for number in range(4000)) + b")"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_hostile_text_is_read_in_time(subject: str, text: bytes) -> None:
    driver = Driver()
    assert [driver.one(subject, text, number) for number in (0, 1, 2, 5)] == [None] * 4
    driver.stop()


NESTED = {
    "c": ("void f() { if (x) {\n", "}\n"),
    "cpp": ("namespace n {\n", "}\n"),
    "csharp": ("class A {\n", "}\n"),
    "go": ("func f() { if x {\n", "}\n"),
    "java": ("class A {\n", "}\n"),
    "javascript": ("function f() {\n", "}\n"),
    "json": ('{"a":\n', "}\n"),
    "lua": ("function f()\n", "end\n"),
    "markdown": ("> # a\n", ""),
    "php": ("<?php function f() {\n", "}\n"),
    "ruby": ("class A\n", "end\n"),
    "rust": ("mod a {\n", "}\n"),
    "typescript": ("namespace n {\n", "}\n"),
}


@pytest.mark.parametrize("name", sorted(NESTED))
def test_deep_nesting_is_cut_into_chunks(name: str) -> None:
    opener, closer = NESTED[name]
    document = Document.of(by_name(name), (opener * 1500 + closer * 1500).encode())
    assert document.chunks("name")


def test_yaml_is_trusted_by_how_deep_it_can_be() -> None:
    assert is_fuzzed("yaml")
    plain = b"a:\n  - b: 1\n    c: " + b"word " * 200 + b"\n"
    assert is_trusted("yaml", plain * 1000)
    assert not is_trusted("yaml", b"- " * 256 + b"a\n")
    assert not is_trusted("yaml", b"a:\n" + b" " * 130 + b"b: c\n")


def test_a_text_that_is_too_deep_is_answered_by_another_process() -> None:
    engine = Engine()
    try:
        document = engine.open("y", "/a.yaml", "yaml", "- " * 256 + "a\n", 1)
        assert engine.needs_isolation("y", document)
        assert isinstance(engine.symbols("y", document), list)
        other = engine.open("z", "/b.yaml", "yaml", "a: 1\nb: 2\n", 1)
        assert not engine.needs_isolation("z", other)
        assert [symbol.name for symbol in engine.symbols("z", other)] == ["a", "b"]
    finally:
        engine.shutdown()


def test_what_a_grammar_reads_is_as_long_as_the_text() -> None:
    for text in (b"x\n#a", b"x # \xff", b"\xc3(", b"#", b"x\n", b"", "é # ü".encode()):
        read = with_line_end(parsable(text))
        assert len(read) == len(text)
        read.decode()
    assert with_line_end(b"x # a") == b"x # \n"
    assert with_line_end(b"x # a\ny") == b"x # a\ny"


def test_time_grows_with_the_text_and_not_with_its_square() -> None:
    def seconds(count: int) -> float:
        document = Document.of(by_name("c"), b"int f( {\n" + b"/*" * count)
        begun = time.process_time()
        document.symbols()
        return time.process_time() - begun

    seconds(100)
    assert seconds(80_000) < 8 * seconds(20_000) + 0.2


def test_what_is_kept_of_torn_parts_grows_with_the_text_and_not_with_its_square() -> None:
    def kept(count: int) -> int:
        tracemalloc.start()
        document = Document.of(by_name("c"), b"#if A\nint f(void) {\n" * count)
        document.symbols()
        size, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return size

    kept(10)
    assert kept(1600) < 8 * kept(400)
