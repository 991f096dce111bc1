"""An index says what made it: its layout by a number, its structure by what parsed each language."""

from __future__ import annotations

import os
import random
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from indexer.grammars import queries
from indexer.index import makers
from indexer.index.indexer import Indexer
from indexer.index.workers import Task
from indexer.store.layout import FORMAT, HISTORY, LAYOUTS, digest
from tests.cli.command import outcrop
from tests.index.indexed import Indexed, age

SOURCES = {
    "a.py": "def f():\n    pass\n",
    "b.go": "package b\n\nfunc F() {}\n",
    "c.md": "# C\n",
    "d.xyz": "begin\nend\n",
}


def test_what_is_on_disk_has_a_number_of_its_own() -> None:
    """Changed a layout or a table? Add a line to HISTORY with the digest that this test shows."""
    assert [version.number for version in HISTORY] == list(range(1, FORMAT + 1))
    assert HISTORY[-1].digest == digest()
    taken = [version.digest for version in HISTORY if version.digest]
    assert len(taken) == len(set(taken))


@pytest.mark.parametrize("layout", LAYOUTS)
def test_columns_stand_one_after_the_other(layout: type) -> None:
    assert sorted(layout.columns.values()) == list(range(layout.count))  # type: ignore[attr-defined]


@pytest.fixture
def uncached() -> Iterator[None]:
    """What is remembered of the installation is taken anew, before and after."""
    for part in (makers.stamp, makers.digest, makers.detection, makers._code, makers._query_of, makers._profile_of):
        part.cache_clear()
    yield
    for part in (makers.stamp, makers.digest, makers.detection, makers._code, makers._query_of, makers._profile_of):
        part.cache_clear()


def test_a_changed_query_file_is_a_matter_of_its_language_and_of_those_that_hold_it(
    monkeypatch: pytest.MonkeyPatch, uncached: None
) -> None:
    names = ("python", "go", "markdown", "html", None)
    before = {name: makers.digest(name) for name in names}
    makers.digest.cache_clear()
    makers._query_of.cache_clear()
    real = queries.query_source
    monkeypatch.setattr(queries, "query_source", lambda name: (real(name)[0] + "; new" * (name == "python"), True))
    changed = {name for name in names if makers.digest(name) != before[name]}
    assert changed == {"python", "markdown", "html"}


def test_a_changed_profile_is_a_matter_of_its_language_and_of_those_that_hold_it(
    monkeypatch: pytest.MonkeyPatch, uncached: None
) -> None:
    names = ("python", "go", "ruby", "crystal", "markdown", None)
    before = {name: makers.digest(name) for name in names}
    code, detection = makers._code(), makers.detection()
    for part in (makers.digest, makers.detection, makers._code, makers._profile_of):
        part.cache_clear()
    real = makers.profile_source
    monkeypatch.setattr(makers, "profile_source", lambda name: real(name) + b"# new" * (name == "go"))
    assert {name for name in names if makers.digest(name) != before[name]} == {"go", "ruby", "markdown"}
    assert (makers._code(), makers.detection()) == (code, detection)


def test_no_profile_is_taken_for_the_code_of_all_languages() -> None:
    profiles = [path for path in makers._sources(makers._CODE) if Path(path).parent.name == "profiles"]
    assert len(profiles) > 50
    assert makers._contents(profiles) == makers._contents([])


def test_changed_code_is_a_matter_of_all_languages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "syntax").mkdir()
    monkeypatch.setattr(makers, "_HOME", tmp_path)
    before = makers._contents(makers._sources(("syntax",)))
    (tmp_path / "syntax" / "new.py").write_text("x = 1\n")
    assert makers._contents(makers._sources(("syntax",))) != before


@pytest.fixture
def project(tmp_path: Path) -> Indexed:
    for name, text in SOURCES.items():
        path = tmp_path / "root" / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
        age(path)
    made = Indexed(tmp_path / "root", tmp_path / "index")
    made.update()
    return made


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The files that are parsed from now on."""
    seen: list[str] = []
    parse = Indexer._parse

    def noted(self: Indexer, tasks: list[Task]) -> Iterator[tuple[Task, Any]]:
        seen.extend(task.arguments[1] for task in tasks)
        return parse(self, tasks)

    monkeypatch.setattr(Indexer, "_parse", noted)
    return seen


def test_another_outcrop_parses_again_what_it_would_parse_otherwise(
    project: Indexed, parsed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    good = project.contents()
    project.update()
    assert parsed == []
    monkeypatch.setattr(makers, "stamp", lambda: "another")
    project.update()
    assert parsed == [], "installed elsewhere, but the same"
    real = makers.digest
    monkeypatch.setattr(makers, "stamp", lambda: "a newer one")
    monkeypatch.setattr(makers, "digest", lambda name: "new" if name == "go" else real(name))
    assert project.update().changed == 0, "texts are not read again"
    assert parsed == ["b.go"]
    project.update()
    assert parsed == ["b.go"]
    monkeypatch.setattr(makers, "stamp", lambda: "the newest")
    monkeypatch.setattr(makers, "digest", lambda name: "newest")
    project.update()
    assert sorted(parsed) == sorted(["b.go", *SOURCES])
    assert project.contents() == good


def test_another_outcrop_that_tells_languages_otherwise_reads_all_again(
    project: Indexed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(makers, "stamp", lambda: "a newer one")
    monkeypatch.setattr(makers, "detection", lambda: "other")
    assert project.update().changed == len(SOURCES)
    assert project.update().changed == 0


def test_a_language_that_is_met_later_is_remembered_too(
    project: Indexed, parsed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (project.root / "e.rb").write_text("def e; end\n")
    project.update("e.rb")
    monkeypatch.setattr(makers, "stamp", lambda: "another")
    project.update()
    assert parsed == ["e.rb"]


def test_a_damaged_database_mends_itself_whatever_its_length_and_time(tmp_path: Path) -> None:
    """Each question is answered, and rightly, by the first command that is given."""
    root = tmp_path / "root"
    root.mkdir()
    for number in range(40):
        (root / f"m{number}.py").write_text(f"def f{number}(x):\n    return g{number}(x)\n" * 20)
        age(root / f"m{number}.py")

    def asked(*words: str) -> tuple[int, str, str]:
        done = outcrop(*words, cwd=root, environment={"OUTCROP_CACHE_DIR": str(tmp_path / "cache")})
        return done.returncode, done.stdout, done.stderr

    questions = [
        ("search", "kind:function lines:>1", "--count"),
        ("symbols", "f7"),
        ("refs", "g3"),
        ("stats", "--json"),
    ]
    good = {question: asked(*question)[:2] for question in questions[:3]}
    (database,) = (tmp_path / "cache").glob("*/index.db")
    chance = random.Random(11)
    for round_number in range(8):
        state, data = database.stat(), bytearray(database.read_bytes())
        if round_number % 2:  # anything
            places = [chance.randrange(100, len(data)) for _ in range(chance.choice((1, 4, 40)))]
        else:  # what no one looks at but who is asked about it
            with closing(sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)) as connection:
                rows = connection.execute("SELECT symbols, refs, blocks FROM structure").fetchall()
            places = [data.find(blob) + 12 for row in rows for blob in row if blob in data]
        assert places
        for at in places:
            data[at : at + 16] = chance.randbytes(len(data[at : at + 16]))
        database.write_bytes(data)
        os.utime(database, ns=(state.st_atime_ns, state.st_mtime_ns))
        question = questions[round_number % len(questions)]
        code, printed, said = asked(*question)
        assert code == 0, said
        if question in good:
            assert (code, printed) == good[question]
        for other in questions[:3]:
            assert asked(*other)[:2] == good[other]
