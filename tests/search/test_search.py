"""Search over an index: the same answers as the slow and simple evaluation of every file, and ripgrep's lines."""

from __future__ import annotations

import random
import re
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from indexer.documents import Document
from indexer.index.file_reader import document_of, read_text, structure_of
from indexer.languages.registry import by_name
from indexer.model import Limits
from indexer.query.kinds import DEFINITIONS
from indexer.query.parser import parse
from indexer.safe_reader import SafeReader
from indexer.search.match.matches import match
from indexer.search.match.nodes import Nodes
from indexer.search.names.matching import rank
from indexer.search.plan.conditions import Found
from indexer.search.run import search as running
from indexer.search.run import streaming
from indexer.search.run.corpus import Candidate, Corpus
from indexer.search.run.search import Answer, Hit, find_symbols, search
from indexer.store.columns import PackedOutline
from indexer.store.reader import Store
from indexer.store.records import packed
from tests.index.indexed import Indexed
from tests.paths import ROOT
from tests.search.brute_force import Ancestry

QUERIES = (
    "def",
    "Text",
    "/def \\w+_of/",
    "/(?i)ROW_OF/",
    "offset row",
    '"line end"',
    "kind:function lines:>12",
    "kind:class",
    "kind:if depth:>3",
    "kind:if in:(kind:loop)",
    "kind:if in:(kind:loop) depth:>2",
    "kind:if OR kind:loop depth:>3",
    "kind:group depth:>3",
    "kind:method has:(kind:if) -has:(kind:loop)",
    "sym:rowof",
    "sym:LineIndex.row_of",
    'sym:"text offset"',
    "sym:text.lines.of",
    "sym:=Text",
    "sym:row*",
    "sym:/^_/ kind:function",
    "in:LineIndex kind:method",
    "return in:(kind:class sym:Text)",
    "call:len",
    "call:len OR call:range",
    "import:re",
    "type:bytes",
    "lang:python self is:code",
    "row is:comment",
    "row is:string",
    "is:heredoc",
    "e -is:comment -is:string",
    "file:lines.py kind:function",
    "file:-lines.py kind:class",
    "-def lang:python select:file",
    'pattern:"len($A)"',
    'pattern:"$A.append($B)" lang:python',
    'ts:"(class_definition name: (identifier) @n)" lang:python',
    "depth:>=3 kind:if",
    "children:>8 kind:class",
    "kind:try",
    "select:file bytes",
    "select:block offset end",
)

# Definitions that share rows with each other and with blocks, and some that are no blocks.
CROWDED = """\
#define ONE(x) two(x)
struct a { int b; struct c { int d; } e; } f, g;
static int h(void) { return 1; } static int i(void) {
    if (1) { return 2; } else {
        return 3;
    }
} int j = 4, k = 5;
enum { L, M,
    N } o;
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Indexed:
    base = tmp_path_factory.mktemp("search")
    shutil.copytree(ROOT / "indexer" / "text", base / "root" / "text", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "tests" / "cases" / "outline", base / "root" / "cases")
    for number in range(450):  # enough for segments
        (base / "root" / f"filler{number}.txt").write_text(f"filler number {number}\n")
    project = Indexed(base / "root", base / "index")
    project.update()
    return project


@pytest.fixture(scope="module")
def corpus(project: Indexed) -> Iterator[Corpus]:
    reader = SafeReader()
    with Store(project.folder).snapshot() as snapshot:
        yield Corpus(project.root, snapshot, reader)
    reader.stop()


def places(answer: Answer) -> list[tuple[str, int, int]]:
    assert answer.problems == []
    return [(hit.path, hit.found.span.start, hit.found.span.end) for hit in answer.hits]


def everywhere(query: str, corpus: Corpus) -> list[tuple[str, int, int]]:
    """The hits in every file, without any index."""
    from indexer.search.run.corpus import Candidate, Gone, Unanswerable

    parsed = parse(query).query
    assert parsed is not None
    found = []
    for path in sorted(path.relative_to(corpus.root).as_posix() for path in corpus.root.rglob("*") if path.is_file()):
        try:
            hits = match(parsed, Candidate(replace(corpus, snapshot=None), path, None))
        except (Gone, Unanswerable):
            continue
        found += [(path, hit.span.start, hit.span.end) for hit in hits]
    return found


@pytest.mark.parametrize("query", QUERIES)
def test_the_index_finds_what_looking_everywhere_finds(query: str, corpus: Corpus) -> None:
    answer = search(query, [corpus], Limits(hits=None, seconds=100))
    found = places(answer)
    assert sorted(found) == sorted(everywhere(query, corpus))
    assert found, "a query that finds nothing shows nothing"
    assert not answer.truncated
    assert answer.total == len(found)
    assert places(search(query, [corpus], Limits(hits=None, seconds=100))) == found, "the same order each time"


@pytest.mark.parametrize("query", QUERIES)
def test_a_limit_takes_the_first(query: str, corpus: Corpus) -> None:
    every = places(search(query, [corpus], Limits(hits=None, seconds=100)))
    answer = search(query, [corpus], Limits(hits=3, seconds=100))
    assert places(answer) == every[:3]
    assert answer.truncated == (len(every) > 3)


def test_text_and_regex_find_ripgreps_lines(corpus: Corpus, ripgrep: str) -> None:
    chance = random.Random(3)
    words = sorted(set(re.findall(r"[A-Za-z_]{3,12}", (ROOT / "indexer" / "text" / "lines.py").read_text())))
    patterns = [
        *chance.sample(words, 40),
        r"def \w+\(",
        r"\bself\.\w+",
        "[A-Z]{2,}",
        "^import",
        ";$",
        "a|e.*end",
        r"\d\d+",
    ]
    for pattern in patterns:
        printed = subprocess.run(
            [ripgrep, "-n", "--no-heading", "--hidden", "--sort", "path", "--no-unicode", "-e", pattern, "."],
            cwd=corpus.root,
            capture_output=True,
            text=True,
        ).stdout
        expected = [tuple(line.split(":", 2)[:2]) for line in printed.splitlines()]
        answer = search(f"/{pattern}/ select:line", [corpus], Limits(hits=None, sort="path"))
        found = [(f"./{hit.path}", str(hit.found.row + 1)) for hit in answer.hits]
        assert sorted(found) == sorted(expected), pattern


def test_open_documents_are_over_their_files(corpus: Corpus) -> None:
    live = {"text/lines.py": Document.of(None, b"nothing\n"), "new.py": Document.of(None, b"LineIndex\n")}
    found = search("LineIndex select:file", [replace(corpus, live=live)], Limits(hits=None))
    paths = [hit.path for hit in found.hits]
    assert "new.py" in paths
    assert "text/lines.py" not in paths


def test_below_a_folder(corpus: Corpus) -> None:
    answer = search("kind:class", [replace(corpus, below="text/")], Limits(hits=None))
    assert answer.hits
    assert all(hit.path.startswith("text/") for hit in answer.hits)


def test_names_as_people_type_them(corpus: Corpus) -> None:
    def first(typed: str) -> str | None:
        hits = find_symbols(typed, [corpus], Limits(hits=5)).hits
        return hits[0].found.name if hits else None

    assert first("LineIndex") == "LineIndex"
    assert first("lineindex") == "LineIndex"
    assert first("linei") == "LineIndex"
    assert first("rowof") == "row_of"
    assert first("offof") == "offset_of"


@pytest.mark.parametrize(
    ("typed", "kinds", "fits"),
    [
        ("kind:class line", {"class"}, lambda name: rank("line", name) is not None),
        ("line kind:class", {"class"}, lambda name: rank("line", name) is not None),
        ("kind:method LineIndex row", {"method", "constructor"}, lambda name: "row" in name.lower()),
        (
            "kind:class (line OR text)",
            {"class"},
            lambda name: any(rank(word, name) is not None for word in ("line", "text")),
        ),
        ("kind:class -line", {"class"}, lambda name: rank("line", name) is None),
        ("kind:class /^Ed/", {"class"}, lambda name: name.startswith("Ed")),
        ("kind:class Line", {"class"}, lambda name: rank("Line", name, ignore_case=False) is not None),
    ],
)
def test_words_in_a_symbol_picker_are_names_beside_fields_too(
    typed: str, kinds: set[str], fits: Callable[[str], bool], corpus: Corpus
) -> None:
    """`kind:class user` is what a person types who looks for a class named so."""
    root = corpus.root / "text"
    answer = find_symbols(f"{typed} file:text/", [corpus], Limits(hits=None))
    found = {(hit.path, hit.found.name) for hit in answer.hits}
    expected = set()
    for path in sorted(root.glob("*.py")):
        for symbol in Document.of(by_name("python"), path.read_bytes()).symbols():
            if symbol.kind in kinds and fits(symbol.name):
                expected.add((f"text/{path.name}", symbol.name))
    if typed.startswith("kind:method"):  # what is around the name counts
        expected = {(path, name) for path, name in expected if path == "text/lines.py"}
        assert expected >= found
    else:
        assert found == expected
    assert found
    assert all(hit.found.kind in kinds for hit in answer.hits)


@pytest.mark.parametrize("most", [1, 5, None])
@pytest.mark.parametrize("query", ["kind:function", "kind:if", "sym:of", "row end"])
def test_the_longest_and_the_deepest_come_first(query: str, most: int | None, corpus: Corpus) -> None:
    by_path = search(f"{query} sort:path file:text/", [corpus], Limits(hits=None))
    assert len(by_path.hits) > 5

    def lines(hit: Hit) -> int:
        return hit.found.block[1] - hit.found.block[0] + 1

    def depth(hit: Hit) -> int:
        return len(hit.found.ancestry) + 1

    for sort, measure in (("lines", lines), ("depth", depth)):
        sorted_hits = search(f"{query} sort:{sort} file:text/", [corpus], Limits(hits=most)).hits
        expected = sorted(by_path.hits, key=lambda hit: -measure(hit))[:most]
        assert [(hit.path, hit.found.span) for hit in sorted_hits] == [(hit.path, hit.found.span) for hit in expected]
    longest = search(f"{query} sort:lines", [corpus], Limits(hits=most, sort="path")).hits
    assert [hit.path for hit in longest] == sorted(hit.path for hit in longest), "who asks says the order"


def test_a_picker_finds_text_where_text_is_asked_for(corpus: Corpus) -> None:
    for query in ("select:line kind:class line file:text/", "call:len line file:text/", "is:comment row file:text/"):
        asked = find_symbols(query, [corpus], Limits(hits=None))
        assert places(asked) == places(search(query, [corpus], Limits(hits=None)))


@pytest.mark.parametrize("query", QUERIES)
def test_what_the_index_knows_to_be_around_a_hit_is_what_the_text_has_around_it(query: str, corpus: Corpus) -> None:
    parsed = parse(query).query
    assert parsed is not None
    fresh: dict[str, list[Found]] = {}
    for hit in search(query, [corpus], Limits(hits=None, seconds=100)).hits:
        if hit.found.kind is None:
            if hit.path not in fresh:
                fresh[hit.path] = match(parsed, Candidate(replace(corpus, snapshot=None), hit.path, None))
            assert hit.found in fresh[hit.path]


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_every_row_of_every_file_has_around_it_what_its_tree_says(ending: str, tmp_path: Path) -> None:
    (tmp_path / "root").mkdir()
    for path in sorted((ROOT / "tests" / "cases" / "outline").iterdir()):
        if path.is_file() and path.suffix != ".outline":
            (tmp_path / "root" / path.name).write_bytes(path.read_bytes().replace(b"\n", ending.encode()))
    (tmp_path / "root" / "crowded.c").write_bytes(CROWDED.replace("\n", ending).encode())
    project = Indexed(tmp_path / "root", tmp_path / "index")
    project.update()
    reader = SafeReader()
    with Store(project.folder).snapshot() as snapshot:
        corpus = Corpus(project.root, snapshot, reader)
        assert len(snapshot.table.rows) > 20
        for row in snapshot.table.rows:
            indexed = Candidate(corpus, row.path, row)
            assert indexed.packed is not None
            read = Candidate(replace(corpus, snapshot=None), row.path, None)
            slow = Ancestry(indexed)
            for query in ("/\\w/", "/$/", "/\\S+\\s*$/", "select:line e"):
                parsed = parse(query).query
                assert parsed is not None
                hits = match(parsed, indexed)
                assert hits == match(parsed, read)
                for hit in hits:
                    around = [(one.kind, one.name) for one in hit.ancestry]
                    assert around == slow.of(hit.span.start, None, hit.block), (row.path, hit.row)
    reader.stop()


@pytest.mark.parametrize("query", QUERIES)
def test_places_and_counts_alone_are_those_of_the_whole_answer(query: str, corpus: Corpus) -> None:
    whole = search(query, [corpus], Limits(hits=None, seconds=100))
    lines = search(query, [corpus], Limits(hits=None, seconds=100, detail="place"))
    bare_hits, full_hits = ([hit._replace(found=None, define=None) for hit in each.hits] for each in (lines, whole))
    assert bare_hits == full_hits
    assert [hit.symbol for hit in lines.hits] == [hit.symbol for hit in whole.hits]
    for bare, full in zip(lines.hits, whole.hits, strict=True):
        left_out = {} if full.found.kind is not None else {"ancestry": (), "block": bare.found.block}
        assert bare.found == full.found._replace(**left_out)
    counted = search(query, [corpus], Limits(hits=None, seconds=100, detail="count"))
    assert (counted.total, counted.hits, counted.truncated) == (whole.total, [], False)


@pytest.mark.parametrize("query", ["/./", "x -y", "(x OR kind:class) select:line"])
@pytest.mark.parametrize("limit", [None, 1, 5, 1000])
def test_an_answer_is_the_same_however_many_files_are_asked_together(
    query: str, limit: int | None, corpus: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits = Limits(hits=limit, seconds=100)
    whole = search(query, [corpus], limits).hits
    for together in (1, 3):
        monkeypatch.setattr("indexer.search.run.search._TOGETHER", together)
        found = search(query, [corpus], limits).hits
        assert [(hit.path, hit.found) for hit in found] == [(hit.path, hit.found) for hit in whole]


@pytest.mark.parametrize("query", ["/./", "x", "/x/ -y", "select:file /./", "kind:variable -has:zzz", "/x\\n?/"])
def test_a_single_giant_file_does_not_keep_a_search_from_ending(query: str, tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("x = 1\n" * 20000)
    reader = SafeReader()
    corpus = Corpus(tmp_path, None, reader, changed=frozenset(["a.py"]))
    asked = 0

    def cancelled() -> bool:
        nonlocal asked
        asked += 1
        return asked > 1  # the search has begun with the file

    answer = search(query, [corpus], Limits(hits=None, seconds=100, cancelled=cancelled))
    reader.stop()
    assert answer.truncated
    assert len(answer.hits) < 5000
    assert asked == 2, "it is not asked again once it is known"


@pytest.mark.parametrize(
    ("matches", "total", "truncated"),
    [
        ((5, 1, 1), 5, True),  # it knows at once that there are more
        ((2, 0, 1, 1), 3, True),  # it goes on until it knows
        ((2, 0, 0), 2, False),
    ],
)
def test_a_search_that_parses_counts_until_it_knows_that_there_are_more(
    matches: tuple[int, ...], total: int, truncated: bool, tmp_path: Path
) -> None:
    for at, several in enumerate(matches):
        (tmp_path / f"{at}.py").write_text("x = len(y)\n" * several)
    reader = SafeReader()
    names = frozenset(f"{at}.py" for at in range(len(matches)))
    answer = search('pattern:"len($A)"', [Corpus(tmp_path, None, reader, changed=names)], Limits(2))
    reader.stop()
    assert (len(answer.hits), answer.total, answer.truncated) == (2, total, truncated)


def test_a_search_that_ends_in_its_last_file_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.txt").write_text("x\n" * 20000)
    reader = SafeReader()
    ticks = iter(range(1000))
    monkeypatch.setattr(running.time, "monotonic", lambda: float(next(ticks)))
    answer = search("x", [Corpus(tmp_path, None, reader, changed=frozenset(["a.txt"]))], Limits(None, seconds=4))
    reader.stop()
    assert answer.notes == ["the search was stopped after 4 seconds"]
    assert answer.truncated
    assert 0 < len(answer.hits) == answer.total < 20000


def test_cancelled_and_out_of_time(corpus: Corpus) -> None:
    answer = search("def", [corpus], Limits(hits=None, cancelled=lambda: True))
    assert (answer.hits, answer.truncated) == ([], True)
    answer = search("def", [corpus], Limits(hits=None, seconds=0.0))
    assert answer.truncated
    assert answer.notes == ["the search was stopped after 0 seconds"]


@pytest.mark.parametrize(
    "query",
    [
        "/(a*)*b/",
        "/" + "(" * 200 + "x" + ")" * 200 + "/",
        "x" * 100_000,
        " OR ".join(["ab"] * 3000),
        "in:(" * 500,
        "/.*/",
    ],
)
def test_hostile_queries_end(query: str, corpus: Corpus) -> None:
    begun = time.process_time()
    search(query, [corpus], Limits(hits=10, seconds=5))
    assert time.process_time() - begun < 20


@pytest.mark.parametrize("query", QUERIES)
@pytest.mark.parametrize("most", [7, 1000])
def test_hits_told_early_add_up_to_the_answer(
    corpus: Corpus, monkeypatch: pytest.MonkeyPatch, query: str, most: int
) -> None:
    monkeypatch.setattr(streaming, "_REST_NEW", 0)
    monkeypatch.setattr(streaming, "_REST_BEST", 0)
    told: list[object] = []
    parts = 0

    def partial(hits: Sequence[object], replaces: bool) -> None:
        nonlocal parts
        parts += 1
        told[:] = [*([] if replaces else told), *hits]

    answer = search(query, [corpus], Limits(most, partial=partial))
    assert told == answer.hits
    assert parts > 1 or len({hit.path for hit in answer.hits}) < 2, "hits of several files come one after another"


@pytest.mark.parametrize("folder", ["indexer/text", "tests/cases/outline", "tests/cases/blocks", "docs"])
def test_no_block_lies_deeper_than_the_index_says(folder: str) -> None:
    for path in sorted((ROOT / folder).iterdir()):
        if not path.is_file():
            continue
        record, text = read_text(str(ROOT), path.relative_to(ROOT).as_posix())
        document = document_of(text, record.language)
        made = packed(structure_of(document))
        outline = PackedOutline(made.symbols, made.blocks)
        nodes = Nodes(document.text, outline)
        kinds = [outline.kind(int(number)) for number in nodes.kinds]
        most = {kind: (depth, nested) for kind, depth, nested in made.nesting}
        for at, (kind, depth) in enumerate(zip(kinds, nodes.depths.tolist(), strict=True)):
            if kind not in DEFINITIONS and kind != "group":
                nested = 1 + sum(kinds[outer] == kind for outer in nodes.ancestors(at))
                assert most[kind][0] >= depth and most[kind][1] >= nested, (path, kind)
