"""What is kept of texts beside the index: the same as what is read from them, whatever has become of the file."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from indexer.documents import Document
from indexer.graph.bindings import names_of
from indexer.graph.kept import FILE, KeptNames
from indexer.graph.names import Names
from indexer.languages.detect import detect
from indexer.languages.scoping import scoping_of
from tests.cli.command import data
from tests.paths import ROOT
from tests.rules.checking import written

SAMPLES = sorted(path for path in (ROOT / "tests/cases/outline").iterdir() if path.suffix != ".outline")


def _read(path: Path) -> tuple[str, Names] | None:
    text = path.read_bytes()
    language = detect(path.name, text)
    if language is None or language.grammar is None or scoping_of(language.grammar) is None:
        return None
    found = names_of(Document.of(language, text))
    return None if found is None else (language.grammar, found)


def test_names_are_the_same_when_they_come_back(tmp_path: Path) -> None:
    kept = KeptNames(tmp_path, 0)
    grammars = set()
    for number, path in enumerate(SAMPLES):
        found = _read(path)
        if found is not None:
            grammars.add(found[0])
            kept.put(found[0], b"%d" % number, found[1])
            again = KeptNames(tmp_path, 0).get(found[0], b"%d" % number)
            assert again is not None
            assert vars(again) == vars(found[1]), path.name
    assert {"python", "c", "go", "java", "typescript"} <= grammars
    assert kept.get("python", b"unknown") is None


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE kept SET data = x'00ff'",
        "UPDATE kept SET crc = crc + 1",
        "UPDATE kept SET data = 7",
        "DROP TABLE kept",
        "UPDATE made SET stamp = 'older'",
        b"no database at all",
        b"SQLite format 3\0" + b"\xff" * 5000,
    ],
)
def test_damage_changes_no_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, damage: str | bytes) -> None:
    monkeypatch.setenv("OUTCROP_CACHE_DIR", str(tmp_path / "cache"))
    files = {"a.py": "def a():\n    pass\n", "b.py": "from a import a as c\n\n\ndef b():\n    c()\n"}
    folder = written(tmp_path / "project", files)
    before = data("callers", "a", "--json", str(folder))
    assert [call["name"] for call in before["calls"]] == ["b"]
    (base,) = (tmp_path / "cache").rglob(FILE)
    if isinstance(damage, bytes):
        base.write_bytes(damage)
    else:
        with sqlite3.connect(base) as opened:
            opened.execute(damage)
        opened.close()
    assert data("callers", "a", "--json", str(folder)) == before
    assert data("callers", "a", "--json", str(folder)) == before


def test_it_does_not_grow_without_end(tmp_path: Path) -> None:
    found = _read(ROOT / "tests/cases/outline/python.py")
    assert found is not None
    kept = KeptNames(tmp_path, 0)
    kept._most = 200_000
    for number in range(2000):
        kept.put(*found[:1], b"%d" % number, found[1])
    assert (tmp_path / FILE).stat().st_size < 400_000
    assert kept.get("python", b"1999") is not None
    assert kept.get("python", b"1") is None
