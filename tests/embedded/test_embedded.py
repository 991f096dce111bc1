"""Embedded languages: what is found in them, that it nests in the document, and that edits change nothing else.

Each file in cases/embedded has an `.expected` beside it: its regions, its outline and its folds.
OUTCROP_UPDATE_CASES=1 writes them anew; OUTCROP_EDITS sets how many edits are made.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from indexer.documents import Document
from indexer.engine import Engine
from indexer.languages.detect import detect
from indexer.languages.registry import by_name
from indexer.model import Region, Span
from tests.paths import CASES

FOLDER = CASES / "embedded"
SOURCES = sorted(path for path in FOLDER.iterdir() if path.suffix != ".expected")
EDITS = int(os.environ.get("OUTCROP_EDITS", "1200"))
SEED = int(os.environ.get("OUTCROP_SEED", "1"))
SNIPPETS = [
    *(b"x", b" ", b"\n", b"\r\n", b"(", b")", b"{", b"}", b'"', b"`", b"\xc3\xa9", b"- ", b"> ", b"  ", b"_"),
    *(b"```\n", b"```python\n", b"\n# New\n\n", b"<script>", b"</script>", b"<style>", b"<!--", b"-->", b"<%= ", b"%>"),
    *(b"<?php ", b"?>", b"{{ ", b"}}", b"${", b"html`", b"<<SQL\n", b"SQL\n", b"<<~HTML\n", b"HTML\n", b"EOF\n"),
    *(b"run: |\n", b"RUN make\n", b"\\\n", b"\nfunction added() {\n}\n", b"\ndef added():\n    pass\n", b"#+end_src\n"),
]


def document_of(path: Path) -> Document:
    data = path.read_bytes()
    return Document.of(detect(str(path), data[:8192]), data)


def described(document: Document) -> str:
    """Regions, outline and folds, rows counted from 1."""
    row_of = document.text.lines.row_of
    lines = []
    for region in document.regions():
        rows = row_of(region.spans[0].start) + 1, row_of(region.spans[-1].end - 1) + 1
        lines.append(f"{region.kind} {region.language} {rows[0]}-{rows[1]} in {len(region.spans)}\n")
    levels: list[int] = []
    for symbol in document.symbols():
        levels.append(0 if symbol.parent is None else levels[symbol.parent] + 1)
        lines.append(f"{'  ' * levels[-1]}{symbol.kind} {symbol.name} {symbol.row_start + 1}-{symbol.row_end + 1}\n")
    lines.append(" ".join(f"{fold.row_start + 1}-{fold.row_end + 1}" for fold in document.folds()) + "\n")
    return "".join(lines)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_case(path: Path) -> None:
    found = described(document_of(path))
    expected = path.with_name(path.name + ".expected")
    if os.environ.get("OUTCROP_UPDATE_CASES"):
        expected.write_text(found, "utf-8")
    assert found == expected.read_text("utf-8")


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_what_is_embedded_is_what_its_text_alone_would_give(path: Path) -> None:
    """Each region of one span, cut out and read as a file of its language, has the same symbols further up."""
    document = document_of(path)
    everywhere = {(s.name, s.kind, s.span, s.name_span, s.signature) for s in document.symbols()}
    for region in document.regions():
        if len(region.spans) > 1:
            continue
        start, end = region.spans[0].start, region.spans[0].end
        alone = Document.of(by_name(region.language), document.text.data[start:end])
        for symbol in alone.symbols():
            span = Span(symbol.span.start + start, symbol.span.end + start)
            name_span = Span(symbol.name_span.start + start, symbol.name_span.end + start)
            assert (symbol.name, symbol.kind, span, name_span, symbol.signature) in everywhere


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_answers_nest(path: Path) -> None:
    check_laws(document_of(path))


def check_laws(document: Document) -> None:
    symbols = document.symbols()
    for at, symbol in enumerate(symbols):
        if symbol.parent is not None:
            around = symbols[symbol.parent]
            assert symbol.parent < at
            assert around.span.start <= symbol.span.start <= symbol.span.end <= around.span.end
    folds = document.folds()
    assert len({fold.row_start for fold in folds}) == len(folds)
    for at, fold in enumerate(folds):
        for later in folds[at + 1 :]:
            assert later.row_start > fold.row_end or later.row_end <= fold.row_end
    blocks = document.blocks()[1]
    assert len({(block.row_start, block.row_end) for block in blocks}) == len(blocks)
    for block in blocks:
        if block.parent is not None:
            outer = blocks[block.parent]
            assert outer.row_start <= block.row_start <= block.row_end <= outer.row_end
            assert outer.level == block.level - 1
    for reference in document.references():
        if reference.symbol is not None:
            span = symbols[reference.symbol].span
            assert span.start <= reference.span.start <= reference.span.end <= span.end
    used = sorted((span.start, span.end) for region in document.regions() for span in region.spans)
    assert all(end <= start for (_, end), (start, _) in pairwise(used))


def answers(document: Document, offsets: list[int]) -> tuple[object, ...]:
    return (
        document.regions(),
        document.symbols(),
        document.folds(),
        document.blocks(),
        document.references(),
        document.selections_at(offsets),
    )


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_incremental_equals_from_scratch(path: Path) -> None:
    chance = random.Random(f"{SEED} {path.name}")
    original = path.read_bytes()
    language = detect(str(path), original)
    made = 0
    while made < max(EDITS // len(SOURCES), 8):
        document = Document.of(language, original * chance.choice((1, 1, 3)), 1)
        document.symbols()
        for version in range(2, 2 + chance.randint(1, 12)):
            data = document.text.data
            start = chance.randrange(len(data) + 1)
            end = min(start + chance.choice((0, 0, 0, 1, 1, 5, 40)), len(data))
            while end < len(data) and data[end] & 0xC0 == 0x80:
                end += 1
            while 0 < start < len(data) and data[start] & 0xC0 == 0x80:
                start -= 1
            new = chance.choice(SNIPPETS)
            document = document.edited(start, end, new, version)
            made += 1
            if chance.random() < 0.7:  # else the next edit is made before anyone asked
                offsets = [chance.randrange(len(document.text.data) + 1) for _ in range(3)]
                fresh = Document.of(language, document.text.data, version)
                assert answers(document, offsets) == answers(fresh, offsets), (version, start, end, new)
                check_laws(document)


def test_an_edit_leaves_the_other_regions_alone() -> None:
    fence = b"## Part %d\n\n```python\ndef f%d(x):\n    return x\n```\n\n"
    source = b"# All\n\n" + b"".join(fence % (n, n) for n in range(500))
    document = Document.of(by_name("markdown"), source)
    document.symbols()
    at = source.index(b"f250") + 1
    after = document.edited(at, at, b"z", 2)
    assert "fz250" in {symbol.name for symbol in after.symbols()}
    before = {id(inner) for _, inner in document.embedded}
    assert sum(id(inner) not in before for _, inner in after.embedded) == 1


def test_a_long_script_is_not_read_anew() -> None:
    functions = b"\n\n".join(b"function f%d(x) {\n  return x;\n}\n" % n for n in range(2000))
    document = Document.of(by_name("html"), b"<p id=a>\n<script>\n" + functions + b"</script>\n")
    document.symbols()
    document = document.edited(0, 0, b"<p>", 1)
    at = document.text.data.index(b"f900") + 1
    document = document.edited(at, at, b"z", 1)
    document.symbols()
    before = document.embedded[0][1].structure
    at = document.text.data.index(b"f1000") + 1
    after = document.edited(at, at, b"z", 2)
    assert "fz1000" in {symbol.name for symbol in after.symbols()}
    now = after.embedded[0][1].structure
    assert before is not None and now is not None and len(before.pieces) > 20
    assert len({id(p) for p in before.pieces} & {id(p) for p in now.pieces}) >= len(before.pieces) - 3


def test_versions_do_not_keep_those_before_them() -> None:
    document = Document.of(by_name("markdown"), b"# A\n\n```python\ndef f():\n    pass\n```\n")
    for version in range(2, 8):
        document.symbols()
        document = document.edited(2, 2, b"x", version)
    assert document._parsed is not None
    assert document._parsed[0]._parsed is None


def test_a_document_without_regions_is_not_looked_at() -> None:
    document = Document.of(by_name("c"), b"int main(void) {\n  return 0;\n}\n")
    assert document.regions() == ()
    assert "structure" not in document.__dict__


def test_selections_inside_a_region_follow_its_tree() -> None:
    source = b"# A\n\n```python\ndef f(x):\n    return x + 1\n```\n"
    spans = Document.of(by_name("markdown"), source).selections(source.index(b"x + 1"))
    texts = [source[span.start : span.end] for span in spans]
    assert texts[:2] == [b"x", b"x + 1"]
    assert b"def f(x):\n    return x + 1" in texts
    assert texts[-1] == source


def test_regions_lie_inside_each_other_up_to_a_depth() -> None:
    source = b"```python\ndef f():\n    pass\n```\n"
    for length in range(4, 9):
        source = b"`" * length + b"markdown\n" + source + b"`" * length + b"\n"
    document = Document.of(by_name("markdown"), source)
    deepest = 0
    while document.regions():
        document = document.embedded[0][1]
        deepest += 1
    assert deepest == 4


@pytest.fixture
def engine() -> Iterator[Engine]:
    engine = Engine()
    yield engine
    engine.shutdown()


def test_an_untrusted_grammar_inside_a_trusted_one_is_isolated(engine: Engine) -> None:
    page = "<p id='a'></p>\n<script>\nfunction f() {}\n</script>\n"
    assert not engine.needs_isolation("t", engine.open("t", "/t.html", "html", page, 1))
    shader = page + '<script type="x-shader/x-vertex">\nvoid main() {\n}\n</script>\n'
    document = engine.open("u", "/u.html", "html", shader, 1)
    assert document.embeds_untrusted()
    assert engine.needs_isolation("u", document)
    assert [symbol.name for symbol in engine.symbols("u", document)] == ["a", "f", "main"]
    engine.reader.isolation._time_limit = -1000.0
    assert [symbol.name for symbol in engine.symbols("u", document)] == ["a"], "the page still answers alone"
    assert "html" not in engine.quarantined


@pytest.mark.parametrize(
    ("language", "source"),
    [
        ("yaml", "script:\n  run: |\n    f() {\n    }\n"),
        ("yaml", "on: push\njobs:\n  a:\n    steps:\n      - run: >\n          f() {\n          }\n"),
        ("dockerfile", "FROM mcr.microsoft.com/windows/servercore\nRUN f() { \\\n }\n"),
        ("dockerfile", "# escape=`\nFROM a\nRUN f() { `\n }\n"),
        ("dockerfile", 'FROM a\nSHELL ["cmd", "/S"]\nRUN f() { \\\n }\n'),
        ("php", "#!/usr/bin/php\n<?php\nfunction f() {}\n?>\ntext\n"),
        ("embeddedtemplate", "<%= my $x %>\nlisten = 1\n"),
        ("markdown", "```python\n>>> def f():\n...     pass\n```\n"),
        ("markdown", "```console\n$ ls\n```\n"),
        ("javascript", "const html = `\n<p id='a'>\n`\nfoo.css`\n.a {\n}\n`\n// css`\n"),
        ("ruby", "x = <<~TEXT\n  def f\n  end\nTEXT\n"),
    ],
)
def test_what_is_not_certain_is_not_read(language: str, source: str) -> None:
    assert Document.of(by_name(language), source.encode()).regions() == ()


def test_a_region_is_plain_data() -> None:
    found = Document.of(by_name("html"), b"<script>a</script>").regions()
    assert found == (Region((Span(8, 9),), "javascript", "script"),)
