"""What is kept of texts beside the index: the same as what is read from them, whatever has become of the file."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from indexer.documents import Document
from indexer.graph.bindings import names_of
from indexer.graph.kept import FILE, Kept
from indexer.graph.kept_uses import KeptUses
from indexer.graph.names import Names
from indexer.graph.use_sites import uses_at
from indexer.graph.values import Member
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
    kept = Kept(tmp_path, 0, set)
    grammars = set()
    for number, path in enumerate(SAMPLES):
        found = _read(path)
        if found is not None:
            grammar, names = found
            grammars.add(grammar)
            kept.keep_names(grammar, b"%d" % number, names)
            again = Kept(tmp_path, 0, set).names(grammar, b"%d" % number)
            assert again is not None
            assert _told(again) == _told(names), path.name
    assert {"python", "c", "go", "java", "typescript"} <= grammars
    assert kept.names("python", b"unknown") is None


def _told(names: Names) -> list[object]:
    """All that can be asked of names."""
    scopes, bindings, *others = names.made_of
    tables = names.in_scope, names.methods, names.exports, names.imports, names.additions, names.literals
    places = [names.bound_at(one.span) for one in bindings]
    around = [names.scope_at(one.span.start) for one in bindings]
    return [list(scopes), list(bindings), others, tables, places, around]


def test_uses_are_the_same_when_they_come_back(tmp_path: Path) -> None:
    kept = Kept(tmp_path, 0, set)
    members = 0
    for number, path in enumerate(SAMPLES):
        text = path.read_bytes()
        language = detect(path.name, text)
        if language is None or language.grammar is None or scoping_of(language.grammar) is None:
            continue
        document = Document.of(language, text)
        offsets = list(range(len(text)))
        found = dict(zip(offsets, uses_at(document, offsets), strict=True))
        half = {offset: use for offset, use in found.items() if offset % 2}
        kept.keep_uses(language.grammar, b"%d" % number, KeptUses(half))
        some = Kept(tmp_path, 0, set).uses(language.grammar, b"%d" % number)
        assert some is not None
        assert some.missing(offsets) == [offset for offset in offsets if not offset % 2]
        kept.keep_uses(language.grammar, b"%d" % number, some.with_more(found))
        again = Kept(tmp_path, 0, set).uses(language.grammar, b"%d" % number)
        assert again is not None
        assert again.missing(offsets) == []
        assert [again.at(offset) for offset in offsets] == list(found.values()), path.name
        members += sum(use is not None and isinstance(use.value, Member) for use in found.values())
    assert members > 500


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


def test_a_second_question_parses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OUTCROP_CACHE_DIR", str(tmp_path / "cache"))
    files = {
        "a.py": "class A:\n    def a(self):\n        pass\n\n    def z(self):\n        pass\n",
        "b.py": "from a import A\n\n\ndef b():\n    A().a()\n\n\ndef c():\n    b()\n    A().z()\n",
    }
    folder = written(tmp_path / "project", files)
    before = data("callers", "a", "--depth", "3", "--json", str(folder))
    assert [call["name"] for call in before["calls"]] == ["b", "c"]

    def never(*_: object) -> None:
        raise AssertionError("a text was parsed")

    monkeypatch.setattr(Document, "code_root", never)
    monkeypatch.setattr(Document, "whole_root", never)
    assert data("callers", "a", "--depth", "3", "--json", str(folder)) == before
    # What else the file refers to was worked out beside it.
    assert [call["name"] for call in data("callers", "z", "--json", str(folder))["calls"]] == ["c"]


def test_it_does_not_grow_without_end(tmp_path: Path) -> None:
    found = _read(ROOT / "tests/cases/outline/python.py")
    assert found is not None
    there: set[bytes] = set()
    kept = Kept(tmp_path, 0, lambda: there)
    kept._most = 200_000
    for number in range(2000):
        kept.keep_names(found[0], b"%d" % number, found[1])
    assert (tmp_path / FILE).stat().st_size < 400_000
    assert kept.names("python", b"1999") is not None  # of what no file has any more there is no use
    assert kept.names("python", b"1") is None


def test_what_is_kept_of_files_that_there_are_stays(tmp_path: Path) -> None:
    """Else a question that comes to more files than there is room for would find nothing kept by the one before."""
    found = _read(ROOT / "tests/cases/outline/python.py")
    assert found is not None
    there = {b"%d" % number for number in range(2000)}
    kept = Kept(tmp_path, 0, lambda: there)
    kept._most = 200_000
    for number in range(2000):
        kept.keep_names(found[0], b"%d" % number, found[1])
    assert (tmp_path / FILE).stat().st_size < 400_000
    assert kept.names("python", b"0") is not None
    assert kept.names("python", b"1999") is None
