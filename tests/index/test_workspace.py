"""What an answer says of an index that was not whole when it was asked for."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

import pytest

from indexer.engine import Engine
from indexer.index.process import Event
from indexer.model import Limits
from indexer.search.run.corpus import Corpus
from indexer.search.run.search import Answer, find_symbols
from indexer.settings import Settings
from indexer.store.reader import Store
from indexer.workspace import RootState, Workspace
from tests.index.indexed import Indexed, age

READY = "ready"


@pytest.fixture
def engine(tmp_path: Path) -> Engine:
    root, index = tmp_path / "project", tmp_path / "index"
    root.mkdir()
    (root / "a.py").write_text("def needle():\n    pass\n")
    age(root / "a.py")
    Indexed(root, index).update()
    engine = Engine()
    workspace = engine._workspace = Workspace()
    workspace._roots[root] = RootState(root, Settings(), Store(index))
    workspace._process.rebuild = lambda root: None  # type: ignore[method-assign, assignment]
    return engine


def heard(engine: Engine, what: str) -> None:
    """As if the indexing process had said so."""
    workspace = engine._workspace
    assert workspace is not None
    (root,) = workspace.roots
    workspace._heard(Event(what, str(root.path)))


def asked(engine: Engine, meanwhile: str | None = None) -> tuple[int, list[str]]:
    """How many definitions are found, and the notes, if something happens while they are looked for."""

    def find(query: str, corpora: Sequence[Corpus], limits: Limits) -> Answer:
        if meanwhile is not None:
            heard(engine, meanwhile)
        return find_symbols(query, corpora, limits)

    answer = engine._searched(find, "needle", Limits(hits=10))
    return answer.total, answer.notes


def test_an_index_that_is_whole_by_the_time_of_the_answer_was_not_when_it_was_asked(engine: Engine) -> None:
    total, notes = asked(engine)
    assert total == 1 and "is still being built" in notes[0]
    total, notes = asked(engine, READY)
    assert total == 1 and "was still being built" in notes[0]
    assert asked(engine) == (1, [])
    assert asked(engine, READY) == (1, []), "it was whole already"


def test_an_index_that_was_made_anew_meanwhile_was_not_searched(engine: Engine) -> None:
    heard(engine, READY)
    workspace = engine._workspace
    assert workspace is not None
    (root,) = workspace.roots
    shutil.rmtree(root.store.folder)
    root.store = Store(root.store.folder)
    total, notes = asked(engine, READY)
    assert total == 0 and "was still being built" in notes[0]
