"""A search leaves no objects that only hold each other: who runs one need not look for garbage meanwhile."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest

from indexer.model import Limits
from indexer.safe_reader import SafeReader
from indexer.search.run.corpus import Corpus
from indexer.search.run.search import search


@pytest.fixture(autouse=True)
def collector() -> Iterator[None]:
    was_enabled = gc.isenabled()
    yield
    (gc.enable if was_enabled else gc.disable)()


def test_a_search_leaves_no_garbage_of_its_files(tmp_path: Path) -> None:
    """Else all of them would be in memory at its end."""
    files = [f"{number}.py" for number in range(40)]
    for number, file in enumerate(files):
        (tmp_path / file).write_text(f"class A{number}:\n    def b(self, text):\n        return len(text)\n")
    reader = SafeReader()
    corpus = Corpus(tmp_path, None, reader, changed=frozenset(files))
    for query in ("len", "select:block self text", 'pattern:"len($A)"', "kind:class has:(kind:method)"):
        assert search(query, [corpus], Limits()).total  # what is kept from one search to the next is there now
        gc.collect()
        gc.disable()
        assert search(query, [corpus], Limits()).total
        assert gc.collect() < len(files)
    reader.stop()
