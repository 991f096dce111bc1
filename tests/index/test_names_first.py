"""Names before the rest: complete when every file was looked at once, and the same index in the end."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from indexer.cli import terminal
from indexer.documents import Document
from indexer.graph.edges import Edges
from indexer.graph.sources import KnownTexts
from indexer.index import indexer as indexing
from indexer.index.file_reader import read_text
from indexer.index.indexer import Indexer, Progress
from indexer.index.workers import Pool
from indexer.languages.registry import by_name
from indexer.model import Limits, Span, Symbol
from indexer.safe_reader import SafeReader
from indexer.search.run.corpus import Candidate, Corpus
from indexer.search.run.search import find_symbols, search
from indexer.settings import Settings
from indexer.store import writer as writing
from indexer.store.layout import EVERYTHING, NAMES
from indexer.store.reader import Store
from indexer.store.records import packed_names
from indexer.store.writer import Writer
from lsp_server import indexing as lsp_indexing
from tests.index.indexed import Indexed, age
from tests.paths import ROOT

OUTLINES = ROOT / "tests" / "cases" / "outline"
BROKEN = b"int f(int a)\n{\n\tfor_each(a) {\n\t\tg(a) BAD;\n\t}\n}\n\nSYSCALL_DEFINE1(h, int, a)\n{\n\treturn a;\n}\n"


def tree(root: Path) -> None:
    root.mkdir()
    for name in ("c.c", "go.go", "javascript.js", "python.py"):
        (root / name).write_bytes((OUTLINES / name).read_bytes())
    (root / "broken.c").write_bytes(BROKEN)
    (root / "notes.xyz").write_text("begin one\n  two\nend\n")
    for path in root.iterdir():
        age(path)


def update(root: Path, folder: Path, whole: bool = True) -> list[str]:
    """Brings an index up to date, or as far as names are; the stages it went through."""
    writer = Writer.open(folder, root)
    assert writer is not None
    pool = Pool(1)
    stages: list[str] = []

    def report(progress: Progress) -> None:
        if progress.stage not in stages:
            stages.append(progress.stage)

    try:
        indexer = Indexer(root, Settings(workers=1), writer, pool)
        indexer.update(report, structure=whole)
        if not whole:
            indexer.add_names(report)
    finally:
        pool.stop()
        writer.close()
    return stages


def symbols(root: Path, folder: Path, typed: str) -> list[tuple[str, str, str | None, int]]:
    reader = SafeReader()
    try:
        with Store(folder).snapshot() as snapshot:
            answer = find_symbols(typed, [Corpus(root, snapshot, reader)], Limits(hits=None))
    finally:
        reader.stop()
    return sorted((hit.path, hit.found.name or "", hit.found.kind, hit.found.row) for hit in answer.hits)


@pytest.mark.parametrize(
    ("query", "is_said"),
    [
        ("kind:function", True),
        ("return is:comment", True),
        ("return b", True),
        ("kind:function call:g", True),
        ("is:unused", True),
        ("return lang:c", False),
        ("a b select:file", False),
    ],
)
def test_what_has_no_time_since_files_are_not_parsed_yet_says_so(tmp_path: Path, query: str, is_said: bool) -> None:
    tree(tmp_path / "root")
    reader = SafeReader()
    for whole in (False, True):
        update(tmp_path / "root", tmp_path / "index", whole)
        with Store(tmp_path / "index").snapshot() as snapshot:
            corpus = Corpus(tmp_path / "root", snapshot, reader, graph=lambda: Edges([corpus], KnownTexts()))  # noqa: B023
            answer = search(query, [corpus], Limits(seconds=0.0))
        said = "; 0 of 6 files have been parsed for the index so far: ask again in a while, or of fewer files"
        assert any(said in note for note in answer.notes) is (is_said and not whole)
        assert any("stopped after 0 seconds" in note for note in answer.notes)
    reader.stop()


@pytest.mark.parametrize("query", ["is:unused", "call:g evidence:unique", "call:g evidence:external", "calls:g"])
def test_a_search_is_over_in_its_time_while_files_are_not_parsed_yet(
    tmp_path: Path, query: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the graph has to know of all files is not worked out to its end when nobody waits any more."""
    (tmp_path / "root").mkdir()
    for number in range(30):
        (tmp_path / "root" / f"{number}.c").write_text(f"// {number}\nint f(int a)\n{{\n\treturn g(a);\n}}\n")
    update(tmp_path / "root", tmp_path / "index", whole=False)
    parsed: list[str] = []
    ask = Candidate._ask_of

    def counted(self: Candidate, *question: Any, **named: Any) -> Any:
        parsed.append(self.path)
        return ask(self, *question, **named)

    monkeypatch.setattr(Candidate, "_ask_of", counted)
    reader = SafeReader()
    with Store(tmp_path / "index").snapshot() as snapshot:
        corpus = Corpus(tmp_path / "root", snapshot, reader, graph=lambda: Edges([corpus], KnownTexts()))
        answer = search(query, [corpus], Limits(cancelled=lambda: len(parsed) > 3))
    reader.stop()
    assert answer.stopped
    assert len(parsed) < 10


def test_all_stages_come_to_what_one_pass_makes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = tmp_path / "root"
    tree(root)
    monkeypatch.setattr(writing, "UNNAMED", 10)
    assert update(root, tmp_path / "once") == ["scanning", "text", "structure"], "a small folder needs no stages"
    monkeypatch.setattr(indexing, "NAMES_FIRST", 0)
    assert update(root, tmp_path / "staged") == ["scanning", "text", "names", "structure"]
    once, staged = Indexed(root, tmp_path / "once"), Indexed(root, tmp_path / "staged")
    assert staged.contents()[:-1] == once.contents()[:-1], "names that nothing has any more may stay"
    for typed in ("a", "main", "kind:function", "sym:*e* kind:class"):
        assert symbols(root, staged.folder, typed) == symbols(root, once.folder, typed)
        assert symbols(root, once.folder, typed)


def test_names_are_complete_before_the_rest_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = tmp_path / "root"
    tree(root)
    update(root, tmp_path / "once")
    monkeypatch.setattr(indexing, "NAMES_FIRST", 0)
    monkeypatch.setattr(writing, "UNNAMED", 10)
    update(root, tmp_path / "named", whole=False)
    with Store(tmp_path / "named").snapshot() as snapshot:
        stages = {row.path: row.stage for row in snapshot.table.rows}
        totals = snapshot.totals()
    assert stages["python.py"] == stages["broken.c"] == NAMES
    assert stages["notes.xyz"] == EVERYTHING, "that costs no more than its names"
    assert totals.named == totals.files > totals.structured > 0
    once, named = Indexed(root, tmp_path / "once"), Indexed(root, tmp_path / "named")
    for typed in ("a", "main", "kind:function", "sym:h"):
        assert symbols(root, named.folder, typed) == symbols(root, once.folder, typed)
    for query in ("kind:if", "call:g", "kind:function has:(kind:loop)", "-doc:* kind:function"):
        assert named.hits(query) == once.hits(query), "what names do not tell is worked out on the spot"


def test_what_a_first_look_took_for_a_name_is_gone_after_the_second(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root, folder = tmp_path / "root", tmp_path / "index"
    tree(root)
    monkeypatch.setattr(indexing, "NAMES_FIRST", 0)
    monkeypatch.setattr(writing, "UNNAMED", 0)
    update(root, folder, whole=False)
    writer = Writer.open(folder, root)
    assert writer is not None
    (id,) = [id for id, path, *_ in writer.before(EVERYTHING) if path == "broken.c"]
    ghosts = [Symbol(f"ghost{at}", "function", Span(at, 9), Span(at, at + 1), 0, 0, "", None) for at in range(9)]
    writer.add_structures([(id, packed_names(ghosts), None)])
    writer.write_names()
    writer.close()
    assert len(symbols(root, folder, "ghost")) == 9
    update(root, folder)
    assert symbols(root, folder, "ghost") == []
    assert Indexed(root, folder).hits("sym:/^[fh]$/ path:broken.c") == ["broken.c:1", "broken.c:8"]


@pytest.mark.parametrize("path", sorted(OUTLINES.iterdir()), ids=lambda path: path.name)
def test_names_are_the_symbols_without_their_docs(path: Path) -> None:
    record, text = read_text(str(path.parent), path.name)
    document = Document.of(by_name(record.language) if record.language else None, text)
    names = document.names()
    if names is not None:  # in broken text, what stands before a definition may count as part of it
        assert [told(symbol) for symbol in names] == [told(symbol) for symbol in document.symbols()]


def told(symbol: Symbol) -> tuple[str, str, Span, int, int, int | None]:
    return symbol.name, symbol.kind, symbol.name_span, symbol.row_start, symbol.row_end, symbol.parent


ROWS = {
    "board.dts": b'/ {\n\tcpu0: cpu@0 {\n\t\treg = <0>; // one\n\t};\n};\n&uart { status = "okay"; };\n',
    "Makefile": b"# x\nobj-y := a.o\nall: a.o\n\tcc\ndefine both\nx\nendef\n",
    "page.js": b"function one() { return `a ${b}`; }\nclass Two { three() {} }\n",
    "run.sh": b"one() {\n  echo 1\n}\n",
}


@pytest.mark.parametrize("name", ROWS)
def test_names_are_told_without_the_rest_where_rows_or_a_tree_tell_them(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(ROWS[name])
    record, text = read_text(str(tmp_path), name)
    assert record.language is not None
    names = Document.of(by_name(record.language), text).names()
    assert names
    document = Document.of(by_name(record.language), text)
    assert [told(symbol) for symbol in names] == [told(symbol) for symbol in document.symbols()]


def test_what_holds_other_languages_is_read_whole_at_once() -> None:
    script = b"const a = html`\n<b></b>\n<script>function f() {}</script>\n`;\n"
    assert Document.of(by_name("javascript"), script).names() is None
    assert Document.of(by_name("bash"), b"cat <<'PYTHON'\ndef f(): pass\nPYTHON\n").names() is None


def test_the_signatures_of_first_names_come_with_the_structure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root, folder = tmp_path / "root", tmp_path / "index"
    tree(root)
    monkeypatch.setattr(indexing, "NAMES_FIRST", 0)

    def signatures() -> list[str]:
        with Store(folder).snapshot() as snapshot:
            (id,) = [row.id for row in snapshot.table.rows if row.path == "broken.c"]
            return [symbol.signature for symbol in snapshot.symbols(id) or ()]

    update(root, folder, whole=False)
    assert signatures() == ["", ""]
    update(root, folder)
    assert signatures() == ["int f(int a)", "SYSCALL_DEFINE1(h, int, a)"]


def test_names_are_searched_while_the_structure_is_still_being_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root, folder = tmp_path / "root", tmp_path / "index"
    tree(root)
    update(root, tmp_path / "once")
    monkeypatch.setattr(indexing, "NAMES_FIRST", 0)
    writer = Writer.open(folder, root)
    assert writer is not None
    pool = Pool(1)
    typed = ("a", "main", "kind:function", "sym:h")
    seen: list[object] = []

    def report(progress: Progress) -> None:
        if progress.stage == "structure" and progress.total and not seen:
            assert progress.done == 0
            with Store(folder).snapshot() as snapshot:
                assert any(row.stage == NAMES for row in snapshot.table.rows)
            seen.extend(symbols(root, folder, each) for each in typed)

    try:
        Indexer(root, Settings(workers=1), writer, pool).update(report)
    finally:
        pool.stop()
        writer.close()
    assert seen == [symbols(root, tmp_path / "once", each) for each in typed]


def test_whoever_shows_progress_says_which_stage_it_is_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = tmp_path / "root"
    tree(root)
    monkeypatch.setattr(indexing, "NAMES_FIRST", 0)
    stages = update(root, tmp_path / "index")
    assert stages == ["scanning", "text", "names", "structure"]
    for said in (terminal._STAGES, lsp_indexing._STAGES):
        assert len({said[stage] for stage in stages}) == len(stages)
