"""What parsing may cost where somebody waits: a hostile text is read by its layout, and the answer says so."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator
from itertools import count

import pytest
from tree_sitter import Language, Parser

from indexer.documents import Document
from indexer.engine import Engine
from indexer.grammars import time_limit as limits
from indexer.grammars.parsers import grammar
from indexer.grammars.time_limit import GrammarParser, TooSlow, time_limit
from indexer.languages.registry import by_name
from indexer.safe_reader import SafeReader
from tests.corpus import corpus, module

CALLS = b"a()\n" * 15000 + b"}"
HOSTILE = {"c": CALLS, "java": b'" ' * 48_000, "ruby": b"f(" * 3000 + b")" * 3000}


def test_a_broken_text_has_one_tree_however_often_its_parser_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a machine that is busy with something else: recovery takes another way where it is stopped."""
    language = grammar("c")
    assert language is not None
    real, slices = limits._stopping, []

    def stopping(language: Language, seconds: float) -> Parser:
        slices.append(seconds)
        return real(language, 0.0002 if seconds == limits.SLICE else seconds)

    monkeypatch.setattr(limits, "_stopping", stopping)
    source = (corpus("psutil") / "psutil/_psutil_linux.c").read_bytes()[:12_000]
    stopped, plain = GrammarParser(language), Parser(language)
    for at in range(500, 11_000, 350):
        text = source[:at] + b"}" + source[at : at + 300] + b"((" + source[at + 300 :]
        assert str(stopped.parse(text).root_node) == str(plain.parse(text).root_node), at
    assert len(slices) > 1, "some were stopped, and parsed once more"


def test_a_long_broken_text_is_not_parsed_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is stopped late enough, for what is made of a text that was stopped is made anew."""
    language = grammar("c")
    assert language is not None
    real, slices = limits._stopping, []

    def stopping(language: Language, seconds: float) -> Parser:
        slices.append(seconds)
        return real(language, 0)

    monkeypatch.setattr(limits, "_stopping", stopping)
    parser = GrammarParser(language)
    for size in (500, 2_000, 400_000, 1_100_000):
        parser.parse((b"int a;\n" * (size // 7) + b"}").ljust(size))
    assert slices == [limits.SLICE, limits.SLICE + 0.4, limits.SLICE + 1.0], "one for short texts, one for each other"


@pytest.fixture
def reader() -> Iterator[SafeReader]:
    reader = SafeReader()
    yield reader
    reader.stop()


@pytest.mark.parametrize("name", HOSTILE)
def test_a_text_that_takes_its_grammar_too_long_is_read_by_its_layout(name: str, reader: SafeReader) -> None:
    document = Document.of(by_name(name), HOSTILE[name])
    answered = reader.ask("key", document, Document.symbols)
    assert answered.failure is not None and "too long" in answered.failure
    assert not reader.needs_child("key", document), "it is asked in this process"
    assert by_name(name).grammar not in reader.quarantine.reasons, "other texts keep their grammar"
    assert (
        reader.ask("other", Document.of(by_name("c"), b"int f(void) { return 1; }\n"), Document.symbols).failure is None
    )


def test_it_is_tried_again_when_it_is_saved() -> None:
    engine = Engine()
    engine.open("c", "/a.c", "c", CALLS.decode(), 1)
    document = engine.document("c")
    assert document is not None
    engine.ask("c", document, Document.outline)
    document = engine.change("c", 0, len(CALLS), b"int f(void)\n{\n  return 1;\n}\n", 2)
    engine.saved("c")
    assert [symbol.name for symbol in engine.symbols("c", document)] == ["f"]
    assert engine.reader.ask("c", document, Document.symbols).failure is None
    engine.shutdown()


def test_a_parser_that_was_stopped_often_sees_what_one_sees_that_was_not(monkeypatch: pytest.MonkeyPatch) -> None:
    data = module("db/models/query.py").read_bytes() * 3
    loaded = grammar("python")
    assert loaded is not None
    whole = str(GrammarParser(loaded).parse(data).root_node)
    monkeypatch.setattr(limits, "SLICE", 0.0005)
    with time_limit(1000):
        assert str(GrammarParser(loaded).parse(data).root_node) == whole


def test_a_parser_that_was_given_up_on_begins_anew_with_the_next_text() -> None:
    loaded = grammar("c")
    assert loaded is not None
    parser = GrammarParser(loaded)
    with pytest.raises(TooSlow), time_limit(0.2):
        parser.parse(HOSTILE["c"])
    assert str(parser.parse(b"int a;").root_node) == str(GrammarParser(loaded).parse(b"int a;").root_node)


def test_a_busy_machine_changes_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock runs and the processor does not: a hundred seconds pass each time that one looks."""
    document = Document.of(by_name("python"), module("db/models/query.py").read_bytes())
    expected = document.symbols(), document.references()
    hours = count(step=100)
    monkeypatch.setattr(limits.time, "perf_counter", lambda: float(next(hours)))
    with time_limit(100):
        busy = Document.of(by_name("python"), document.text.data)
        assert (busy.symbols(), busy.references()) == expected
    assert next(hours) > 200, "the clock alone would have ended it"


def test_limits_inside_limits_end_with_the_nearest() -> None:
    loaded = grammar("c")
    assert loaded is not None
    with time_limit(1000):
        with pytest.raises(TooSlow), time_limit(0.1), time_limit(1000):
            GrammarParser(loaded).parse(HOSTILE["c"])
        GrammarParser(loaded).parse(b"int a;")


def test_the_text_of_a_name_costs_no_more_memory_than_a_name() -> None:
    """The binding never gives back what it is handed for a node: with whole bits a server grew by gigabytes."""
    data = b"".join(b"int name%d(int a) { return a; }\n" % number for number in range(3000))
    assert len(data) > limits.SHORT
    loaded = grammar("c")
    assert loaded is not None
    with time_limit(100.0):
        root = GrammarParser(loaded).parse(data).root_node
    assert root.text == data
    names = [root.descendant_for_byte_range(at, at + 1) for at in range(4, 60_000, 30)]
    tracemalloc.start()
    try:
        texts = sum(len((name.text if name is not None else None) or b"") for name in names)
        assert texts > 0 and tracemalloc.get_traced_memory()[0] < len(names) * 500
    finally:
        tracemalloc.stop()
