"""The graph follows open documents: after any edits it is the one that a fresh look at the same texts gives."""

from __future__ import annotations

import os
import random
from pathlib import Path

import pytest

from indexer.documents import Document
from indexer.engine import Engine
from indexer.graph import sources
from indexer.graph.files import FileGraph, Known
from indexer.graph.resolve import Resolver
from indexer.graph.sources import KnownTexts
from indexer.languages.registry import by_name
from indexer.search.run.corpus import Corpus

NAMES = ("a", "b", "c", "d", "e")
EDITS = int(os.environ.get("OUTCROP_EDITS", "0")) or 40


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


def _code(chance: random.Random) -> str:
    """A module with a class and functions, which uses what others define: by imports, members, bases, names alone."""
    one, other = chance.sample(NAMES, 2)
    word = chance.choice(NAMES)
    lines = [
        chance.choice(
            [f"from {one} import Kept, run", f"from {one} import *", f"import {one}", f"from .{one} import run"]
        ),
        chance.choice([f"from {other} import Kept as Other", f"import {other} as Other", "Other = object"]),
        chance.choice(["class Kept(Other):", "class Kept:", f"class Kept({one}.Kept):"]),
        f"    def {chance.choice(['save', 'load'])}(self):",
        f"        return self.{chance.choice(['save', 'load', word])}()",
        f"def {chance.choice(['run', 'walk'])}(thing):",
        f"    {chance.choice(['thing', 'kept'])} = {chance.choice(['Kept()', 'Other()', f'{one}.Kept()', 'thing'])}",
        f"    thing.{chance.choice(['save', 'load'])}(run, walk)",
        f"{word.upper()} = run({chance.choice(NAMES).upper()})",
    ]
    return "\n".join([*(lines if chance.random() < 0.9 else lines[1:]), ""])


_Edges = dict[str, list[tuple[int, tuple[tuple[str, int, str], ...]]]]


MODULES = [f"{name}.py" for name in (*NAMES, "new")]


def _meanings(corpus: Corpus, kept: KnownTexts, files: list[str] = MODULES) -> _Edges:
    """Of each file, what each of its names may mean, and why."""
    resolver = Resolver([corpus], kept)
    found: _Edges = {}
    for path in files:
        if path not in corpus.live and not (corpus.root / path).exists():
            continue
        offsets = list(resolver.meaning(corpus).sources.source(path).referring())
        targets = resolver.targets_at(corpus, path, offsets)
        found[path] = [
            (offset, tuple((one.path, one.span.start, one.evidence) for one in meant))
            for offset, meant in zip(offsets, targets, strict=True)
        ]
    return found


def test_edits_change_what_names_mean_as_a_fresh_look_would(tmp_path: Path) -> None:
    """All references of all files, their definitions and evidence: nothing that was worked out before is wrong."""
    chance = random.Random(11)
    for name in NAMES:
        (tmp_path / f"{name}.py").write_text(_code(chance))
    engine = Engine()
    try:
        targets = engine.open_paths({str(tmp_path): tmp_path}, lambda *_: None, exactly=True)
        kept = KnownTexts()
        live: dict[str, Document] = {}
        seen = set()
        with targets.corpora({}) as (corpus,):
            for version in range(EDITS):
                path = f"{chance.choice((*NAMES, 'new'))}.py"
                if path in live and chance.random() < 0.2:
                    del live[path]
                else:
                    live[path] = Document.of(by_name("python"), _code(chance).encode(), version)
                now = Corpus(corpus.root, corpus.snapshot, corpus.reader, dict(live))
                found = _meanings(now, kept)
                assert found == _meanings(now, KnownTexts())
                seen |= {one[2] for names in found.values() for _, meant in names for one in meant}
        assert seen >= {"scope", "import", "member", "name", "external"}
    finally:
        engine.shutdown()


def test_a_question_that_comes_to_more_files_than_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is forgotten on the way is worked out again; the kernel's files would fill any memory."""
    chance = random.Random(3)
    for name in NAMES:
        (tmp_path / f"{name}.py").write_text(_code(chance))
        (tmp_path / f"{name}.h").write_text(f'#include "{chance.choice(NAMES)}.h"\nint {name}_of(int);\n')
        (tmp_path / f"{name}.c").write_text(
            f'#include "{name}.h"\nint go(void) {{ return {chance.choice(NAMES)}_of(1); }}\n'
        )
    engine = Engine()
    try:
        targets = engine.open_paths({str(tmp_path): tmp_path}, lambda *_: None, exactly=True)
        with targets.corpora({}) as (corpus,):
            files = [f"{name}.{ending}" for name in NAMES for ending in ("py", "c")]
            enough = _meanings(corpus, KnownTexts(), files)
            monkeypatch.setattr(sources, "_MOST_KEPT", 2)
            monkeypatch.setattr(sources, "_MOST_REACHED", 1)
            assert _meanings(corpus, KnownTexts(), files) == enough
    finally:
        engine.shutdown()
