"""Incremental equals from scratch: after any edits, every answer is that of a document opened with the final text.

The sources are real files that come with Python, the test tools and this project's own cases. OUTCROP_EDITS sets how
many edits are made in all (the default is small enough for every run of the tests).
"""

from __future__ import annotations

import os
import random
import sysconfig
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest

from indexer.documents import Document
from indexer.languages.detect import detect
from indexer.languages.registry import by_name
from indexer.syntax.grammars import UNSAFE, UNSTEADY
from indexer.text.decoding import to_utf8

CASES = Path(__file__).parent / "cases"
EDITS = int(os.environ.get("OUTCROP_EDITS", "1200"))
SEED = int(os.environ.get("OUTCROP_SEED", "1"))
SNIPPETS = [
    b"x",
    b" ",
    b"\n",
    b"\n\n",
    b"\r\n",
    b"(",
    b")",
    b"{",
    b"}",
    b"[",
    b"]",
    b'"',
    b"'",
    b"`",
    b"/*",
    b"*/",
    b"//",
    b"#",
    b'"""',
    b"<<EOF\n",
    b"EOF\n",
    b";",
    b":",
    b",",
    b"\\",
    b"\t",
    b"    ",
    b"\xc3\xa9",
    b"\xf0\x9f\x98\x80",
    b"\nclass Added:\n    pass\n",
    b"\nfunction added() {\n}\n",
    b"\ndef added\nend\n",
    b"if (x) {\n",
    b"end\n",
    b"=begin\n",
    b"#if X\n",
    b"#endif\n",
    b"<div>",
    b"</div>",
    b"-- ",
    b"else",
    b"return 1;\n",
    b"<<<<<<< HEAD\n",
]


@cache
def sources() -> dict[str, list[bytes]]:
    """Real texts by grammar."""
    found: dict[str, list[bytes]] = defaultdict(list)
    library = Path(sysconfig.get_paths()["stdlib"])
    packages = Path(sysconfig.get_paths()["purelib"])
    for folder, pattern, limit in (
        (CASES / "outline", "*", 400),
        (library, "[a-m]*.py", 12),
        (packages, "pygls/**/*.py", 4),
        (packages, "**/*.md", 6),
        (packages, "**/*.toml", 6),
        (packages, "**/*.h", 8),
        (packages, "**/*.js", 6),
        (packages, "**/*.css", 4),
        (packages, "**/*.html", 4),
        (packages, "**/*.json", 6),
        (Path("/usr/share/perl"), "*/*.pm", 8),
        (Path("/usr/include"), "*.h", 8),
        (Path("/usr/bin"), "*", 40),
    ):
        for path in sorted(folder.glob(pattern))[:limit]:
            if path.is_file() and path.suffix != ".outline" and path.stat().st_size < 200_000:
                data = path.read_bytes()
                language = detect(str(path), data[:8192]) if b"\0" not in data else None
                text = to_utf8(data)
                if text and language and language.grammar and language.grammar not in {*UNSAFE, *UNSTEADY}:
                    found[language.name].append(text[0])
    return dict(found)


def answers(document: Document, offsets: list[int]) -> tuple[object, ...]:
    return (
        document.symbols(),
        document.folds(),
        document.selections_at(offsets),
        document.heredocs(),
        document.statements(),
        document.boundaries(),
        document.references(),
        document.comments(),
        document.strings(),
    )


@pytest.mark.parametrize("name", sorted(sources()))
def test_incremental_equals_from_scratch(name: str) -> None:
    language = by_name(name)
    assert language is not None
    texts = sources()[name]
    chance = random.Random(f"{SEED} {name}")
    share = max(EDITS // len(sources()), 8)
    made = 0
    while made < share:
        document = Document.of(language, chance.choice(texts), 1)
        assert document.symbols() is not None
        for version in range(2, 2 + chance.randint(1, 12)):
            data = document.text.data
            start = chance.randrange(len(data) + 1)
            end = min(start + chance.choice((0, 0, 0, 1, 1, 5, 40, 400)), len(data))
            while end < len(data) and data[end] & 0xC0 == 0x80:
                end += 1
            while start > 0 and start < len(data) and data[start] & 0xC0 == 0x80:
                start -= 1
            new = (
                chance.choice(SNIPPETS)
                if chance.random() < 0.8
                else chance.choice(texts)[:600].decode("utf-8", "ignore").encode()
            )
            document = document.edited(start, end, new, version)
            made += 1
            if chance.random() < 0.7:  # else the next edit is made before anyone asked
                offsets = [chance.randrange(len(document.text.data) + 1) for _ in range(3)]
                fresh = Document.of(language, document.text.data, version)
                assert answers(document, offsets) == answers(fresh, offsets), (name, version, start, end, new)


def test_typing_touches_only_a_small_part() -> None:
    """A keystroke in a long file replaces few pieces; the others are the very same objects."""
    source = b"\n\n".join(b"def f%d(x):\n    if x:\n        return x\n    return None\n" % n for n in range(2000))
    opened = Document.of(by_name("python"), source)
    assert opened.structure is not None  # which is one piece until something changes
    document = opened.edited(0, 0, b"\n", 1)
    before = document.structure
    source = document.text.data
    after = document.edited(source.index(b"f1000") + 1, source.index(b"f1000") + 1, b"9", 2).structure
    assert before is not None and after is not None
    kept = {id(piece) for piece in before.pieces} & {id(piece) for piece in after.pieces}
    assert len(before.pieces) > 20
    assert len(kept) >= len(before.pieces) - 3
