"""`changed:` in a search: definitions, lines and files, open documents, and what is said where it cannot be told."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from indexer.documents import Document
from indexer.languages.detect import detect
from indexer.model import Span
from indexer.query.parser import parse
from indexer.query.tree import Changed
from indexer.safe_reader import SafeReader
from indexer.search.run.corpus import Corpus
from indexer.search.run.search import Answer, search
from tests.git.test_changes import Work

OLD = """\
def one():
    x = 1
    return x


def two():
    y = 2
    print(y)


def three():
    z = 3
    return z
"""


@pytest.fixture(scope="module")
def reader() -> Iterator[SafeReader]:
    made = SafeReader()
    yield made
    made.stop()


@pytest.fixture
def work(tmp_path: Path) -> Work:
    made = Work(tmp_path / "work")
    made.write("a.py", OLD)
    made.write("b.py", OLD)
    made.commit()
    made.git("tag", "v1.2")
    return made


def asked(work: Work, reader: SafeReader, query: str, live: dict[str, str] | None = None) -> Answer:
    open_now = {path: Document.of(detect(path, text.encode()), text.encode()) for path, text in (live or {}).items()}
    files = frozenset(path.name for path in work.root.glob("*.py")) - open_now.keys()
    return search(query, [Corpus(work.root, None, reader, open_now, files)])


def found(work: Work, reader: SafeReader, query: str, live: dict[str, str] | None = None) -> list[str]:
    answer = asked(work, reader, query, live)
    assert (answer.problems, answer.notes) == ([], [])
    return [f"{hit.path}:{hit.found.row + 1}" for hit in answer.hits]


def test_what_a_hit_is_decides_what_must_have_changed(work: Work, reader: SafeReader) -> None:
    work.write("a.py", OLD.replace("    print(y)\n", "").replace("z = 3", "z = 4"))
    work.write("new.py", "def fresh():\n    pass\n")
    assert found(work, reader, "changed:") == ["a.py:6", "a.py:10", "new.py:1"]  # the end of `two` is gone
    assert found(work, reader, "kind:function changed:v1.2.. file:a.py") == ["a.py:6", "a.py:10"]
    assert found(work, reader, "kind:function -changed:* file:a.py") == ["a.py:1"]
    assert found(work, reader, "z changed:HEAD") == ["a.py:11"]
    assert found(work, reader, "select:file changed:main") == ["a.py:1", "new.py:1"]
    assert found(work, reader, "select:file -changed:main") == ["b.py:1"]
    assert found(work, reader, "z in:(kind:function changed:v1.2)") == ["a.py:11", "a.py:12"]
    assert found(work, reader, "pattern:'z = $A' changed:".replace("'", '"')) == ["a.py:11"]
    assert found(work, reader, "changed:staged") == []
    work.git("add", "a.py")
    assert found(work, reader, "changed:staged") == ["a.py:6", "a.py:10"]


def test_an_open_document_is_compared_as_it_is_in_the_editor(work: Work, reader: SafeReader) -> None:
    work.write("a.py", OLD.replace("x = 1", "x = 2"))
    assert found(work, reader, "changed:", {"a.py": OLD}) == []
    assert found(work, reader, "changed:", {"b.py": OLD.replace("y = 2", "y = 3")}) == ["a.py:1", "b.py:6"]


def test_a_file_that_may_have_been_written_since_git_looked_is_read(work: Work, reader: SafeReader) -> None:
    """Of the size and time that git noted, but the time is that of git's note itself."""
    noted = (work.root / "a.py").stat().st_mtime_ns
    work.write("a.py", OLD.replace("x = 1", "x = 2"))
    for path in (work.root / "a.py", work.root / ".git" / "index"):
        os.utime(path, ns=(noted, noted))
    assert found(work, reader, "changed:") == ["a.py:1"]


def test_a_revision_that_is_not_there_is_a_problem_at_its_place(work: Work, reader: SafeReader) -> None:
    (problem,) = asked(work, reader, "one changed:v1.3").problems
    assert problem.message == "no revision `v1.3`, did you mean `v1.2`?"
    assert problem.span == Span(4, 16)


def test_a_folder_without_a_repository_is_a_problem(tmp_path: Path, reader: SafeReader) -> None:
    (tmp_path / "a.py").write_text(OLD)
    (problem,) = search("changed:", [Corpus(tmp_path, None, reader, {}, frozenset(["a.py"]))]).problems
    assert "is not in a git repository" in problem.message


def test_one_folder_of_two_without_a_repository_is_told(work: Work, tmp_path: Path, reader: SafeReader) -> None:
    other = tmp_path / "other"
    other.mkdir()
    (other / "a.py").write_text(OLD)
    work.write("a.py", OLD.replace("x = 1", "x = 2"))
    corpora = [Corpus(root, None, reader, {}, frozenset(["a.py"])) for root in (work.root, other)]
    answer = search("changed:", corpora)
    assert [hit.root for hit in answer.hits] == [work.root]
    assert ["is not in a git repository" in note for note in answer.notes] == [True]


def test_an_old_text_that_cannot_be_read_is_told(work: Work, reader: SafeReader) -> None:
    name = work.git("rev-parse", "HEAD:a.py").strip()
    (work.root / ".git" / "objects" / name[:2] / name[2:]).unlink()
    work.write("a.py", "def changed():\n    pass\n")
    answer = asked(work, reader, "changed: file:a.py")
    assert len(answer.hits) == 1
    (note,) = answer.notes
    assert note.startswith(f"a.py: the object {name} is missing")


@pytest.mark.parametrize(
    ("text", "since"),
    [
        ("changed:", "HEAD"),
        ("changed:*", "HEAD"),
        ("changed:v1..", "v1"),
        ('changed:"a b"', "a b"),
        ("(changed:)", "HEAD"),
    ],
)
def test_how_it_is_written(text: str, since: str) -> None:
    query = parse(text).query
    assert query is not None
    assert isinstance(query.root, Changed)
    assert query.root.since == since


@pytest.mark.parametrize("text", ["changed:a...b", "changed:..", "changed:=main", "changed:(main)"])
def test_what_it_does_not_take(text: str) -> None:
    assert parse(text).problems
