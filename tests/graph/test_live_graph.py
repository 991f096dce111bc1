"""The graph follows open documents: after any edits it is the one that a fresh look at the same texts gives."""

from __future__ import annotations

import random
from pathlib import Path

from indexer.documents import Document
from indexer.engine import Engine
from indexer.graph.files import FileGraph, Known
from indexer.languages.registry import by_name
from indexer.search.run.corpus import Corpus

NAMES = ("a", "b", "c", "d", "e")


def _text(chance: random.Random) -> str:
    wanted = [
        f"import {name}" if chance.random() < 0.5 else f"from . import {name}" for name in chance.sample(NAMES, 2)
    ]
    return "\n".join(["X = 1", *wanted, "import os", ""])


def _edges(graph: FileGraph) -> dict[str, list[tuple[str, int]]]:
    return {path: [(edge.target, graph.row(edge)) for edge in edges] for path, edges in graph.out.items()}


def test_edits_change_the_edges_as_a_fresh_look_would(tmp_path: Path) -> None:
    chance = random.Random(7)
    for name in NAMES:
        (tmp_path / f"{name}.py").write_text(_text(chance))
    engine = Engine()
    try:
        targets = engine.open_paths({str(tmp_path): tmp_path}, lambda *_: None, exactly=True)
        known = Known()
        live: dict[str, Document] = {}
        with targets.corpora({}) as (corpus,):
            for version in range(40):
                # One is edited, now and then one appears that is not on disk, or is closed again.
                path = f"{chance.choice((*NAMES, 'new'))}.py"
                if path in live and chance.random() < 0.2:
                    del live[path]
                else:
                    live[path] = Document.of(by_name("python"), _text(chance).encode(), version)
                now = Corpus(corpus.root, corpus.snapshot, corpus.reader, dict(live))
                assert _edges(FileGraph(now, known)) == _edges(FileGraph(now))
    finally:
        engine.shutdown()


def test_an_edit_reads_only_its_own_file(tmp_path: Path) -> None:
    for name in NAMES:
        (tmp_path / f"{name}.py").write_text("import a\n")
    engine = Engine()
    try:
        targets = engine.open_paths({str(tmp_path): tmp_path}, lambda *_: None, exactly=True)
        known = Known()
        with targets.corpora({}) as (corpus,):
            before = FileGraph(corpus, known).out
            texts = dict(known.written)
            live = {"b.py": Document.of(by_name("python"), b"import c\n", 1)}
            after = FileGraph(Corpus(corpus.root, corpus.snapshot, corpus.reader, live), known).out
        assert {path for path in before if before[path] != after.get(path)} == {"b.py"}
        assert {path for path, each in known.written.items() if texts[path] is not each} == {"b.py"}
    finally:
        engine.shutdown()
