"""What is told of a file before its blocks are looked at is never wrong: bounds on scores, kinds around rows, texts
that are not there."""

from __future__ import annotations

import math
import os
import random
import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from indexer.index.file_reader import document_of, structure_of
from indexer.languages.detect import detect
from indexer.model import Limits
from indexer.query.parser import parse
from indexer.safe_reader import SafeReader
from indexer.search.match.evaluate import Evaluation
from indexer.search.match.nodes import Nodes
from indexer.search.plan.narrow import narrowed_rows
from indexer.search.rank.bounds import Spread
from indexer.search.run import best_first
from indexer.search.run import search as running
from indexer.search.run.best_first import Item
from indexer.search.run.corpus import Candidate, Corpus
from indexer.search.run.search import search
from indexer.store.columns import PackedOutline
from indexer.store.reader import Store
from indexer.store.records import packed
from indexer.text.document_text import Text as DocumentText
from tests.index.indexed import Indexed
from tests.paths import ROOT

SOURCES = sorted((ROOT / "indexer" / "search").rglob("*.py")) + sorted((ROOT / "tests" / "cases" / "outline").iterdir())
QUERIES = (
    "select:block text row",
    "select:block self return",
    "select:block (start OR end) span",
    "select:block /def \\w+/ list",
    "select:block plan -has:yield",
    "select:block node is:comment",
    "select:block file path case:yes",
    "select:block int",
    "(text row) OR sym:search",
    "select:block span OR kind:try",
    "(file path) OR is:comment",
)


SIFTED = (
    "select:block text row",
    "select:block self return",
    "select:block file path case:yes",
    "select:block int lang:python",
)


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Corpus]:
    base = tmp_path_factory.mktemp("bounds")
    for number, path in enumerate(path for path in SOURCES if path.is_file()):
        folder = base / "root" / ("tests" if number % 5 == 0 else "text")
        folder.mkdir(parents=True, exist_ok=True)
        copy = folder / f"{number}_{path.name}"
        copy.write_bytes(path.read_bytes())
        os.utime(copy, (10**9, 10**9))  # so that it is believed to be as it was read
    project = Indexed(base / "root", base / "index")
    project.update()
    reader = SafeReader()
    with Store(project.folder).snapshot() as snapshot:
        yield Corpus(project.root, snapshot, reader)
    reader.stop()


@pytest.mark.parametrize("query", QUERIES)
@pytest.mark.parametrize("most", [1, 5, 30])
def test_the_best_blocks_come_first_although_most_files_are_left_out(query: str, most: int, corpus: Corpus) -> None:
    every = search(query, [corpus], Limits(hits=None))
    first = search(query, [corpus], Limits(hits=most))
    assert every.hits
    assert [(hit.path, hit.found, hit.score) for hit in first.hits] == [
        (hit.path, hit.found, hit.score) for hit in every.hits[:most]
    ]
    assert first.truncated == (every.total > most)
    assert len(first.hits) <= first.total <= every.total


@pytest.mark.parametrize("query", QUERIES)
def test_as_many_as_there_are_is_not_said_to_be_cut(query: str, corpus: Corpus) -> None:
    every = search(query, [corpus], Limits(hits=None))
    asked = search(query, [corpus], Limits(hits=every.total))
    assert (asked.total, asked.truncated) == (every.total, False)


@pytest.mark.parametrize("query", QUERIES)
def test_no_block_scores_more_than_its_bound(query: str, corpus: Corpus) -> None:
    parsed = parse(query).query
    assert parsed is not None and corpus.snapshot is not None
    ordering = running._Run(parsed, [corpus], Limits(), 0.0)._best_first
    assert ordering is not None
    bound = ordering.bound
    best: dict[str, float] = {}
    for hit in search(query, [corpus], Limits(hits=None)).hits:
        best.setdefault(hit.path, hit.score.value)
    assert best
    for path, score in best.items():
        row = corpus.snapshot.table.by_path[path]
        candidate = Candidate(corpus, path, row)
        most = bound.of(Evaluation(candidate), row.generated)
        assert candidate.packed is not None
        assert most >= bound.with_names(most, path, candidate.packed.names()) >= score
        unknown = Candidate(Corpus(corpus.root, None, corpus.reader), path, None)  # no index knows its blocks
        assert bound.of(Evaluation(unknown), row.generated) >= score


@pytest.mark.parametrize("query", SIFTED)
@pytest.mark.parametrize("floor", [0.0, 0.4, 100.0])
def test_no_block_scores_more_than_what_is_told_of_many_files_at_once(query: str, floor: float, corpus: Corpus) -> None:
    parsed = parse(query).query
    assert parsed is not None and corpus.snapshot is not None
    best = running._Run(parsed, [corpus], Limits(), 0.0)._best_first
    assert best is not None and best.sieve is not None
    scores: dict[str, list[float]] = {}
    for hit in search(query, [corpus], Limits(hits=None)).hits:
        scores.setdefault(hit.path, []).append(hit.score.value)
    for row in narrowed_rows(corpus.snapshot, parsed, ""):
        candidate = Candidate(corpus, row.path, row)
        plain = candidate.plain()
        if plain is not None:
            best.sieve.add(Item((), candidate, corpus), *plain)
        else:
            scores.pop(row.path, None)
    last = (-floor,) if floor else None  # as if there were hits enough: of what scores less, less is told
    items = list(best.sifted(lambda: False))
    assert items
    assert {item.candidate.path for item in items} == scores.keys()
    for item in items:
        (told,) = best.with_names(item, last, item.candidate)
        assert -item.bound[0] >= told >= min(max(scores[item.candidate.path]), floor or math.inf) - 1e-9


def test_a_search_that_is_over_sifts_no_more(corpus: Corpus) -> None:
    parsed = parse(SIFTED[0]).query
    assert parsed is not None
    best = running._Run(parsed, [corpus], Limits(), 0.0)._best_first
    assert best is not None and best.sieve is not None and corpus.snapshot is not None
    candidates = [Candidate(corpus, row.path, row) for row in narrowed_rows(corpus.snapshot, parsed, "")]
    for is_over in (True, False):
        for candidate in candidates:
            if (plain := candidate.plain()) is not None:
                best.sieve.add(Item((), candidate, corpus), *plain)
        assert bool(best.sieve.sifted(lambda: is_over)) != is_over  # noqa: B023


@pytest.mark.parametrize("query", ["select:block (text OR row)", "select:block /te.t/ row", "select:block text -row"])
def test_only_words_that_every_hit_has_are_told_so(query: str, corpus: Corpus) -> None:
    parsed = parse(query).query
    assert parsed is not None
    best = running._Run(parsed, [corpus], Limits(), 0.0)._best_first
    assert best is not None and best.sieve is None


@pytest.mark.parametrize("query", QUERIES)
def test_what_has_no_hit_is_told_from_the_words_that_every_hit_has(query: str, corpus: Corpus) -> None:
    parsed = parse(query).query
    assert parsed is not None and corpus.snapshot is not None
    ordering = running._Run(parsed, [corpus], Limits(), 0.0)._best_first
    assert ordering is not None
    bound = ordering.bound
    paths = {hit.path for hit in search(query, [corpus], Limits(hits=None)).hits}
    rows = corpus.snapshot.table.rows
    empty = [row.path for row in rows if not bound.of(Evaluation(Candidate(corpus, row.path, row)), row.generated)]
    assert paths.isdisjoint(empty)


@pytest.mark.parametrize("query", QUERIES)
def test_files_in_many_parts_are_ordered_as_those_in_one(
    query: str, corpus: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    def found() -> list[object]:
        return [(hit.path, hit.found, hit.score) for hit in search(query, [corpus], Limits(hits=7)).hits]

    at_once = found()
    monkeypatch.setattr(best_first, "_AT_ONCE", 1)
    assert found() == at_once


def test_what_is_best_of_all_runs_is_not_less_than_any_of_them() -> None:
    rng = random.Random(7)
    for _ in range(60):
        data = b" ".join(rng.choice([b"a", b"bb", b"ccc", b"{", b"\n", b"ddd ;"]) for _ in range(rng.randrange(400)))
        places = [_places(word, data) for word in (rb"bb", rb"ccc")]
        spread = Spread(places, [True, False], [1.0, 2.0], data)
        most = spread.of_any_blocks()
        for _ in range(40):
            start, end = sorted((rng.randrange(len(data) + 1), rng.randrange(len(data) + 1)))
            assert spread.of_blocks(np.array([start]), np.array([end])) <= most + 1e-9
        assert spread.of_file() >= spread.of_blocks(np.array([0]), np.array([len(data)])) - 1e-9


def test_a_bound_takes_time_that_grows_with_the_text_alone() -> None:
    """So many places that all runs of them would be too many: nothing is told, and the file is looked at."""
    data = b"aa bb " * 100_000
    places = [_places(word, data) for word in (rb"aa", rb"bb")]
    assert Spread(places, [True, True], [1.0, 1.0], data).of_any_blocks() == float("inf")
    nowhere = np.zeros(0, np.int64)
    assert Spread([nowhere, nowhere], [True, True], [1.0, 1.0], b"").of_any_blocks() == 0.0
    assert Spread([places[0], nowhere], [False, True], [1.0, 1.0], data).is_empty()
    assert not Spread([places[0], nowhere], [False, False], [1.0, 1.0], data).is_empty()


def _places(word: bytes, data: bytes) -> npt.NDArray[np.int64]:
    return np.array([found.start() for found in re.finditer(word, data)], np.int64)


@pytest.mark.parametrize("path", [path for path in SOURCES if path.is_file()][::9], ids=lambda path: path.name)
def test_a_row_lies_only_in_kinds_that_are_around_it(path: Path) -> None:
    data = path.read_bytes()
    language = detect(path.name, data)
    document = document_of(data, language.name if language else None)
    structure = packed(structure_of(document))
    outline = PackedOutline(structure.symbols, structure.blocks)
    text = DocumentText.of(data)
    nodes = Nodes(text, outline)
    kinds = {outline.kind(number) for number in nodes.kinds.tolist()}
    for kind in kinds:
        chosen = np.flatnonzero(nodes.of_kinds((kind,)))
        for row in range(0, len(text.lines), 3):
            starts = np.array([text.lines[row]])
            if nodes.are_in_one(chosen, starts).any():
                assert outline.any_around((kind,), np.array([row]))
    assert not outline.any_around(("no such kind",), np.arange(len(text.lines)))


@pytest.mark.parametrize("encoding", ["utf-8", "latin-1", "utf-16", "utf-8-sig"])
@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("query", ["/caf.$/", "/^name.*é/", "café", "/a\\r?$/", "Name", "/(?i)NAME/"])
def test_no_file_is_left_out_that_holds_what_is_looked_for(
    query: str, ending: str, encoding: str, tmp_path: Path
) -> None:
    written = ending.join(("name = café", "Name = a", "")).encode(encoding)
    (tmp_path / "root").mkdir()
    (tmp_path / "root" / "menu.txt").write_bytes(written)
    (tmp_path / "root" / "plain.txt").write_bytes(("Name = a" + ending).encode())
    reader = SafeReader()
    corpus = Corpus(tmp_path / "root", None, reader, changed=frozenset(("menu.txt", "plain.txt")))
    same = Corpus(tmp_path / "root", None, reader, changed=frozenset(("menu.txt", "plain.txt")))
    found = [(hit.path, hit.found.row) for hit in search(query, [corpus], Limits()).hits]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Candidate, "lacks", lambda self, term: False)
        assert found == [(hit.path, hit.found.row) for hit in search(query, [same], Limits()).hits]
