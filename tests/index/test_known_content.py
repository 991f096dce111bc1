"""Structure by content: what an index knows of a content is taken from there, and comes to what parsing makes."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from indexer.index import indexer as indexing
from indexer.index import makers
from indexer.index.indexer import Indexer, Progress
from indexer.index.workers import Pool, Task
from indexer.settings import Settings
from indexer.store import donors
from indexer.store.place import DATABASE
from indexer.store.repositories import delete
from indexer.store.seal import break_seal
from indexer.store.writer import Writer
from tests.index.indexed import Indexed, age
from tests.paths import ROOT

OUTLINES = ROOT / "tests" / "cases" / "outline"
QUERIES = ("kind:function", "kind:if", "call:print", "part:body return", "depth:>2 kind:if", "the is:comment")


@pytest.fixture(autouse=True)
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The paths that are parsed from now on; a few files are worth asking other indexes here."""
    monkeypatch.setattr(indexing, "KNOWN_FIRST", 1)
    paths: list[str] = []
    parse = Indexer._parse

    def noted(self: Indexer, tasks: list[Task]) -> object:
        paths.extend(task.arguments[1] for task in tasks)
        return parse(self, tasks)

    monkeypatch.setattr(Indexer, "_parse", noted)
    return paths


def tree(root: Path) -> Path:
    root.mkdir(parents=True)
    for name in ("c.c", "go.go", "javascript.js", "python.py", "html.html"):
        (root / name).write_bytes((OUTLINES / name).read_bytes())
    (root / "notes.xyz").write_text("begin one\n  two\nend\n")
    for path in root.iterdir():
        age(path)
    return root


def copied(tmp_path: Path, name: str = "second") -> Path:
    return Path(shutil.copytree(tmp_path / "first", tmp_path / name))


def indexed(root: Path, cache: str = "cache") -> Indexed:
    made = Indexed(root, root.parent / cache / root.name)
    made.update()
    return made


def assert_like_fresh(made: Indexed) -> None:
    """Nothing tells it from an index that had no other to take from: neither what it holds nor what is found."""
    fresh = indexed(made.root, "alone")
    assert made.contents() == fresh.contents()
    assert _rest(made) == _rest(fresh)
    for query in QUERIES:
        assert made.hits(query) == fresh.hits(query), query


def _rest(made: Indexed) -> list[list[tuple[object, ...]]]:
    """Of what `contents` leaves out, all but the numbers that files have."""
    connection = sqlite3.connect(made.folder / DATABASE)
    try:
        return [
            connection.execute(query).fetchall()
            for query in (
                "SELECT path, lexical, folds, symbol_count, ref_count FROM files JOIN structure ON file = id"
                " ORDER BY path",
                "SELECT path, kind, depth, nested FROM files JOIN nesting ON file = id ORDER BY path, kind",
                "SELECT * FROM makers ORDER BY language",
                "SELECT * FROM keywords ORDER BY language",
            )
        ]
    finally:
        connection.close()


def change(made: Indexed, statement: str) -> None:
    """Changes the database of an index that is then as good as one that a killed writer left."""
    connection = sqlite3.connect(made.folder / DATABASE)
    connection.execute(statement)
    connection.commit()
    connection.close()
    break_seal(made.folder)


def test_a_second_work_tree_is_not_parsed(tmp_path: Path, parsed: list[str]) -> None:
    indexed(tree(tmp_path / "first"))
    root = copied(tmp_path)
    (root / "python.py").rename(root / "moved.py")
    (root / "go.go").write_text("package other\n\nfunc Other() {}\n")
    age(root / "go.go")
    parsed.clear()
    second = indexed(root)
    assert sorted(set(parsed)) == ["go.go", "notes.xyz"], "what is new, and what is in no language"
    assert_like_fresh(second)


def test_copies_in_one_folder_are_parsed_once(tmp_path: Path, parsed: list[str]) -> None:
    root = tree(tmp_path / "root")
    shutil.copytree(root, root / "vendor")
    first = indexed(root)
    assert len(parsed) == len(set(parsed)) and not {"python.py", "vendor/python.py"} <= set(parsed)
    assert_like_fresh(first)
    shutil.copytree(root / "vendor", root / "later")
    parsed.clear()
    first.update()
    assert parsed == ["later/notes.xyz"], "the index itself has the rest"
    assert_like_fresh(first)


def test_a_copy_is_parsed_when_the_first_of_them_has_changed_since_it_was_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = tmp_path / "root"
    for folder in ("a", "b", "c"):
        (root / folder).mkdir(parents=True)
        (root / folder / "same.py").write_text("def same(): pass\n")
    add = Indexer.add_structure

    def meanwhile(self: Indexer, *arguments: object, **named: object) -> None:
        (root / "a" / "same.py").write_text("def another(): pass\n")
        add(self, *arguments, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(Indexer, "add_structure", meanwhile)
    made = indexed(root)
    assert made.hits("sym:same kind:function") == ["b/same.py:1", "c/same.py:1"]
    with_names = made.contents()
    assert [record[0][5] for record in with_names[:3]] == [0, 2, 2]  # type: ignore[index]


@pytest.mark.parametrize("language", ["python", "c"])
def test_what_another_outcrop_made_is_not_taken(
    tmp_path: Path, parsed: list[str], monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    indexed(tree(tmp_path / "first"))
    digest = makers.digest
    monkeypatch.setattr(makers, "digest", lambda name: "another" if name == language else digest(name))
    parsed.clear()
    second = indexed(copied(tmp_path))
    assert {path for path in parsed if path != "notes.xyz"} == {{"python": "python.py", "c": "c.c"}[language]}
    assert_like_fresh(second)


def _torn(made: Indexed) -> None:
    database = made.folder / DATABASE
    data = bytearray(database.read_bytes())
    for at in range(4096, len(data), 512):
        data[at : at + 256] = bytes(256)
    database.write_bytes(data)


def _sealed_and_changed(made: Indexed) -> None:
    database = made.folder / DATABASE
    data = bytearray(database.read_bytes())
    data[-100] ^= 255
    database.write_bytes(data)


def _torn_without_seal(made: Indexed) -> None:
    _torn(made)
    break_seal(made.folder)


def _emptied(made: Indexed) -> None:
    (made.folder / DATABASE).write_bytes(b"")


def _a_folder(made: Indexed) -> None:
    (made.folder / DATABASE).unlink()
    (made.folder / DATABASE).mkdir()


DAMAGE: dict[str, Callable[[Indexed], None]] = {
    "torn, without a seal": _torn_without_seal,
    "changed below its seal": _sealed_and_changed,
    "records that do not read": lambda made: change(made, "UPDATE structure SET refs = zeroblob(40)"),
    "records of another file": lambda made: change(made, "DELETE FROM structure"),
    "another format": lambda made: change(made, "PRAGMA user_version = 1"),
    "no tables": lambda made: change(made, "DROP TABLE makers"),
    "values of other types": lambda made: change(made, "UPDATE structure SET symbols = 7"),
    "no database": _emptied,
    "a folder": _a_folder,
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_nothing_is_taken_from_a_damaged_index(tmp_path: Path, parsed: list[str], damage: str) -> None:
    DAMAGE[damage](indexed(tree(tmp_path / "first")))
    parsed.clear()
    second = indexed(copied(tmp_path))
    assert {"c.c", "go.go", "javascript.js", "python.py"} <= set(parsed)
    assert_like_fresh(second)


def test_an_index_that_is_being_written_gives_what_it_has(tmp_path: Path, parsed: list[str]) -> None:
    root = tree(tmp_path / "first")
    indexed(root)
    writer = Writer.open(tmp_path / "cache" / "first", root)
    assert writer is not None
    with writer._transaction() as half_way:
        half_way.execute("UPDATE files SET stage = 0, hash = x'00'")
        parsed.clear()
        second = indexed(copied(tmp_path))
        half_way.execute("UPDATE files SET hash = x'01'")
    writer.close()
    assert set(parsed) == {"notes.xyz"}
    assert_like_fresh(second)


def test_an_index_may_be_deleted_while_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = indexed(tree(tmp_path / "first"))
    root = copied(tmp_path)
    take = donors._structures

    def while_deleted(*arguments: object) -> object:
        for at, taken in enumerate(take(*arguments)):  # type: ignore[arg-type]
            if at == 1 and first.folder.exists():
                delete(first.folder)
            yield taken

    monkeypatch.setattr(donors, "_structures", while_deleted)
    assert_like_fresh(indexed(root))
    assert not first.folder.exists()


def test_an_index_that_is_wanted_anew_is_made_of_the_files_alone(tmp_path: Path, parsed: list[str]) -> None:
    indexed(tree(tmp_path / "first"))
    root = copied(tmp_path)
    writer, pool = Writer.open(tmp_path / "cache" / "second", root, anew=True), Pool(1)
    assert writer is not None
    parsed.clear()
    Indexer(root, Settings(workers=1), writer, pool).update()
    pool.stop()
    writer.close()
    assert {"c.c", "go.go", "javascript.js", "python.py"} <= set(parsed)


def test_files_whose_grammar_failed_are_tried_again(tmp_path: Path, parsed: list[str]) -> None:
    """That may have been for want of time."""
    first = indexed(tree(tmp_path / "first"))
    change(first, "UPDATE files SET problem = 'its grammar failed' WHERE path = 'c.c'")
    parsed.clear()
    indexed(copied(tmp_path))
    assert set(parsed) == {"c.c", "notes.xyz"}


def test_a_few_new_files_ask_no_other_index(tmp_path: Path, parsed: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    indexed(tree(tmp_path / "first"))
    monkeypatch.setattr(indexing, "KNOWN_FIRST", 1 << 20)
    parsed.clear()
    indexed(copied(tmp_path))
    assert "python.py" in parsed


def test_as_many_words_are_learned_as_from_files_that_are_parsed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(indexing, "MANY", 4)
    indexed(tree(tmp_path / "first"))
    assert_like_fresh(indexed(copied(tmp_path)))


def test_progress_counts_what_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(indexing, "_COMMIT_FILES", 1)
    indexed(tree(tmp_path / "first"))
    root = copied(tmp_path)
    writer, pool = Writer.open(tmp_path / "cache" / "second", root), Pool(1)
    assert writer is not None
    seen: list[Progress] = []
    Indexer(root, Settings(workers=1), writer, pool).update(seen.append)
    pool.stop()
    writer.close()
    assert Progress("structure", 5, 5) in seen
