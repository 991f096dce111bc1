"""Chunks: what they hold, and the laws that all of them keep, on texts made for it and on code nobody here wrote."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from indexer.documents import Document
from indexer.engine import Unreadable, read_document
from indexer.languages.registry import by_name
from indexer.model import Chunk
from tests.corpus import PACKAGES, corpus, module
from tests.e2e.wire import Wire
from tests.paths import TESTS

CASES = TESTS / "cases"
LONGEST_ROW = 512 * 7 // 2


def chunked(language: str | None, text: str) -> list[Chunk]:
    return Document.of(by_name(language) if language else None, text.encode()).chunks("file.x")


def shown(chunks: list[Chunk]) -> list[tuple[str, str, int, int]]:
    return [(chunk.type, chunk.breadcrumb, chunk.row_start + 1, chunk.row_end + 1) for chunk in chunks]


def check_laws(document: Document, chunks: list[Chunk]) -> None:
    """What is true of the chunks of any text."""
    text, data = document.text, document.text.data
    covered: set[int] = set()
    for chunk in chunks:
        assert data[chunk.span.start : chunk.span.end].decode() == chunk.content
        assert chunk.tokens == -(-len(chunk.content) * 2 // 7) <= 512
        assert len(chunk.content.strip()) >= 20
        assert chunk.row_end - chunk.row_start < 200
        assert chunk.title and chunk.breadcrumb and chunk.title == chunk.breadcrumb.split(" > ")[-1]
        rows = range(chunk.row_start, chunk.row_end + 1)
        if all(len(text.row_bytes(row).decode()) <= LONGEST_ROW for row in rows):
            assert chunk.span.start == text.lines[chunk.row_start], "a chunk begins with the indentation of its row"
            assert chunk.span.end == text.row_span(chunk.row_end)[1]
        covered.update(rows)
    assert [chunk.span.start for chunk in chunks] == sorted(chunk.span.start for chunk in chunks)
    if len(data.decode().strip()) >= 20:
        filled = {row for row in range(len(text.lines)) if text.row_bytes(row).strip()}
        assert filled <= covered, f"rows {sorted(filled - covered)[:5]} are in no chunk"


@cache
def real_files() -> list[Path]:
    """Some real files in many languages: those of the corpus, and our cases."""
    chance = random.Random(7)
    modules = sorted(module("db").glob("**/[a-z]*.py"))
    suffixes = ("md", "rst", "txt", "json", "toml", "html", "yml", "sh", "c", "ps1")
    others = sorted(path for name in PACKAGES for suffix in suffixes for path in corpus(name).glob(f"**/*.{suffix}"))
    own = [path for path in sorted(CASES.rglob("*")) if path.is_file()]
    docs = sorted(TESTS.parent.glob("docs/*.md"))
    return [*chance.sample(modules, 14), *chance.sample(others, 40), *chance.sample(own, 40), *docs]


def test_the_laws_hold_on_real_files() -> None:
    count = 0
    for path in real_files():
        document = read_document(path)
        if isinstance(document, Unreadable) or len(document.text.data) > 150_000:
            continue
        chunks = document.chunks(path.name)
        try:
            check_laws(document, chunks)
        except AssertionError as failure:
            raise AssertionError(f"{path}: {failure}") from failure
        count += len(chunks)
    assert count > 500


LINES = st.sampled_from(
    [
        "",
        "   ",
        "x",
        "def f():",
        "    return 1",
        "class A:",
        "    # about it",
        "}",
        "{",
        "# Heading",
        "## Below",
        "```python",
        "```",
        "cat <<EOF",
        "EOF",
        '"""',
        "some words that make a line of prose, with enough of them to count",
        "\tindented = [1, 2, 3]",
        "é😀 " * 20,
        "y" * 3000,
        "function g() { return { a: 1 } }",
        "<script>",
        "</script>",
        "<p>text</p>",
        "key: value",
        "  - item",
    ]
)


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from(["python", "markdown", "bash", "html", "vue", "yaml", "javascript", "json", "text", None]),
    st.lists(LINES, max_size=60),
    st.sampled_from(["\n", "\r\n", "\r"]),
    st.booleans(),
)
def test_the_laws_hold_on_any_text(language: str | None, lines: list[str], end: str, ends: bool) -> None:
    text = end.join(lines) + (end if ends else "")
    document = Document.of(by_name(language) if language else None, text.encode())
    check_laws(document, document.chunks("name"))


MARKDOWN = """\
Words before the first heading, enough of them.

# Guide

What this guide is about, in a sentence.

## Install

First run this command in a terminal:

```sh
pip install something --upgrade
```

Then see that it worked, for it may not have.

## Use
### Often

Another sentence that is long enough to be one.
"""


def test_markdown_by_headings_with_code_apart() -> None:
    chunks = chunked("markdown", MARKDOWN)
    assert shown(chunks) == [
        ("info", "file.x", 1, 1),
        ("info", "Guide", 3, 5),
        ("info", "Guide > Install", 7, 9),
        ("code", "Guide > Install", 11, 13),
        ("info", "Guide > Install", 15, 15),
        ("info", "Guide > Use > Often", 17, 20),
    ]
    assert [chunk.title for chunk in chunks][-2:] == ["Install", "Often"]
    assert chunks[3].language == "bash" and chunks[2].language == "markdown"


def test_a_heading_in_a_fence_is_no_heading() -> None:
    text = "# One\n\nSome words about one thing.\n\n```sh\n# install everything there is\nmake install\n```\n"
    assert [chunk.breadcrumb for chunk in chunked("markdown", text)] == ["One", "One"]


def python_class(methods: int, statements: int) -> str:
    body = "".join(f"        value_{at} = compute(argument_{at}, other={at})\n" for at in range(statements))
    made = "".join(f"    # what it does\n    def method_{at}(self):\n{body}\n" for at in range(methods))
    return f'import os\nimport sys\n\n\nclass Large(Base):\n    """Its doc."""\n\n    limit = 3\n\n{made}'


def test_code_is_split_at_members_when_a_class_is_too_long() -> None:
    chunks = chunked("python", python_class(3, 20))
    assert shown(chunks) == [
        ("code", "file.x", 1, 2),
        ("code", "Large", 5, 8),
        ("code", "Large > method_0", 10, 31),
        ("code", "Large > method_1", 33, 54),
        ("code", "Large > method_2", 56, 77),
    ]
    assert chunks[2].content.startswith("    # what it does\n    def method_0")


def test_a_class_that_fits_stays_whole() -> None:
    assert shown(chunked("python", python_class(2, 3)))[1:] == [("code", "Large", 5, 20)]


def test_a_function_that_is_too_long_is_cut_between_statements_with_overlap() -> None:
    statements = "".join(f"    call_{at}(\n        'first',\n        'second'\n    )\n" for at in range(100))
    chunks = chunked("python", f"def long():\n{statements}")
    assert len(chunks) > 2 and {chunk.breadcrumb for chunk in chunks} == {"long"}
    for before, after in pairwise(chunks):
        assert after.content.startswith("    call_"), "no statement is cut"
        assert 0 < before.span.end - after.span.start <= 50 * 7 // 2, "the end of one is the start of the next"


def test_a_heredoc_is_not_cut_if_it_fits() -> None:
    filler = "".join(f"echo step {at} of the whole procedure, which is long\n" for at in range(26))
    body = "".join(f"line {at} of the text inside\n" for at in range(30))
    chunks = chunked("bash", f"{filler}cat <<EOF\n{body}EOF\n{filler}")
    [whole] = [chunk for chunk in chunks if "line 0 of" in chunk.content]
    assert "line 29 of" in whole.content and "\nEOF" in whole.content


def test_config_by_top_level_keys() -> None:
    dependencies = ",\n".join(f'    "package-number-{at}": "^{at}.0.0"' for at in range(20))
    small = '"name": "thing",\n  "version": "1"'
    text = f'{{\n  {small},\n  "dependencies": {{\n{dependencies}\n  }},\n  "private": true\n}}\n'
    assert [chunk.breadcrumb for chunk in chunked("json", text)] == ["file.x", "dependencies"]


def test_pages_and_components_in_text_and_scripts() -> None:
    text = (
        "<template>\n  <p>Hello to everyone here</p>\n</template>\n"
        "<script lang='ts'>\nexport function go(): number {\n  return 42\n}\n</script>\n"
        "<style>\n.very-special { color: red }\n</style>\n"
    )
    assert [(chunk.type, chunk.language, chunk.row_start) for chunk in chunked("vue", text)] == [
        ("info", "vue", 0),
        ("code", "typescript", 3),
        ("code", "css", 8),
    ]


def test_plain_text_by_paragraphs() -> None:
    paragraph = "".join(f"This is line {at} of a paragraph that goes on.\n" for at in range(15))
    chunks = chunked("text", f"{paragraph}\n" * 6)
    assert all(chunk.content.startswith("This is line 0 ") or chunk.row_start == 0 for chunk in chunks)
    assert {chunk.type for chunk in chunks} == {"info"}


def test_a_row_that_is_too_long_is_cut_inside_and_nothing_is_lost() -> None:
    text = "x = [" + ", ".join(f"'é{at}'" for at in range(2000)) + "]\n"
    chunks = chunked("python", text)
    assert len(chunks) > 5
    rest = chunks[0].content
    for before, after in pairwise(chunks):
        shared = before.span.end - after.span.start
        assert shared > 0
        rest += after.content.encode()[shared:].decode()
    assert rest == text.rstrip("\n")


@pytest.mark.parametrize("text", ["", "\n\n", "x = 1\n", "   \n a \n"])
def test_next_to_nothing_has_no_chunks(text: str) -> None:
    assert chunked("python", text) == []


def test_what_is_edited_elsewhere_changes_no_chunk() -> None:
    """An edit in one definition leaves those of all others as they were, but for their lines."""
    chance = random.Random(3)
    edits = 0
    for path in real_files()[:14]:
        document = read_document(path)
        if isinstance(document, Unreadable) or document.structure is None or not document.structure.clean:
            continue
        before = document.chunks(path.name)
        functions = [s for s in document.symbols() if s.kind in ("function", "method") and s.row_end > s.row_start + 1]
        if not functions:
            continue
        symbol = chance.choice(functions)
        at = (
            document.text.lines[symbol.row_end + 1]
            if symbol.row_end + 1 < len(document.text.lines)
            else symbol.span.end
        )
        indent = document.text.row_bytes(symbol.row_end)
        blank = indent[: len(indent) - len(indent.lstrip())]
        edited = document.edited(at, at, blank + b"added = 1\n", 1)
        top = _top(document, symbol.row_start)
        kept = [
            chunk.content for chunk in before if not (top[0] - 6 <= chunk.row_end and chunk.row_start <= top[1] + 6)
        ]
        after = {chunk.content for chunk in edited.chunks(path.name)}
        assert [content for content in kept if content not in after] == [], path
        edits += 1
    assert edits >= 7


def _top(document: Document, row: int) -> tuple[int, int]:
    """The rows of the outermost definition around a row."""
    return next(
        (s.row_start, s.row_end) for s in document.symbols() if s.parent is None and s.row_start <= row <= s.row_end
    )


def test_an_editor_can_ask_for_chunks() -> None:
    wire = Wire()
    try:
        wire.initialize()
        wire.open(MARKDOWN, "file:///project/guide.md", "markdown")
        asked = {"textDocument": {"uri": "file:///project/guide.md"}}
        found = wire.request("outcrop/chunks", asked)["chunks"]
        assert [chunk["breadcrumb"] for chunk in found][:3] == ["guide.md", "Guide", "Guide > Install"]
        assert found[2]["range"] == {"start": {"line": 6, "character": 0}, "end": {"line": 8, "character": 37}}
        assert found[2]["content"] == "\n".join(MARKDOWN.splitlines()[6:9])
        command = {"command": "outcrop.chunks", "arguments": [asked]}
        assert wire.request("workspace/executeCommand", command)["chunks"] == found
    finally:
        wire.kill()


def test_the_command_prints_the_contract(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text(MARKDOWN)
    (tmp_path / "b.py").write_text(python_class(1, 4))
    command = [sys.executable, "-m", "indexer.cli.main", "chunks", "--json"]
    result = subprocess.run([*command, "."], cwd=tmp_path, capture_output=True, text=True, check=True)
    records = [json.loads(line) for line in result.stdout.splitlines()]
    assert [record["chunks"][0]["file"] for record in records] == ["a.md", "b.py"]
    first = records[1]["chunks"][1]
    assert first == {
        "file": "b.py",
        "type": "code",
        "title": "Large",
        "breadcrumb": "Large",
        "language": "python",
        "line_start": 5,
        "line_end": 15,
        "tokens": first["tokens"],
        "content": "\n".join(python_class(1, 4).splitlines()[4:15]),
    }
    shown = subprocess.run([*command[:-1], "a.md"], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert "Guide > Install" in shown.stdout
