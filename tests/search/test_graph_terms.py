"""`calls:`, `called-by:`, `is:unused` and `evidence:`: who uses what, in a query.

Judged by hand, by Python's `ast` and by brute force over the edges that `outcrop callers` tells of each definition.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from indexer.engine import Engine, Limits, query_fields, query_values
from indexer.graph import edges
from tests.cli.command import outcrop
from tests.corpus import corpus
from tests.oracles.calls import by_ast, compared, drawn, edges_of, found, opened
from tests.rules.checking import written

FILES = {
    "shop/__init__.py": "",
    "shop/base.py": (
        "class Base:\n    def save(self):\n        return check(self)\n\n\ndef check(thing):\n    return thing\n"
    ),
    "shop/order.py": (
        "from shop.base import Base, check as verify\n\n\nclass Order(Base):\n    def pay(self):\n        self.save()\n"
        "        def later():\n            return verify(self)\n        return later\n\n\nTAX = verify(2)\n"
    ),
    "shop/other.py": "class Other:\n    def save(self):\n        return 1\n\n\ndef store(thing):\n    thing.save()\n",
    "shop/run.py": (
        "from shop.order import Order\n\n\ndef run():\n    order = Order()\n    order.pay()\n\n\n"
        "def _forgotten():\n    return run()\n"
    ),
    "tests/test_run.py": "from shop.run import run\n\n\ndef test_run():\n    run()\n",
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("OUTCROP_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    return written(tmp_path / "project", FILES)


@pytest.fixture
def engine(folder: Path) -> Iterator[Engine]:
    engine = opened(folder)
    yield engine
    engine.shutdown()


def names(engine: Engine, query: str) -> list[str]:
    answer = engine.search(query, Limits(hits=None))
    assert not answer.problems
    return sorted(hit.symbol.name for hit in answer.hits if hit.symbol is not None)


QUERIES = [
    ("calls:check", ["later", "save"]),
    ("calls:=check", ["later", "save"]),
    ("calls:(sym:=check)", ["later", "save"]),
    ("calls:Base.save", ["pay"]),
    ("calls:(sym:=save in:Other)", []),
    ("calls:Order", ["run"]),
    ("calls:(kind:class)", ["run"]),
    ("calls:(kind:method)", ["pay", "run"]),
    ("called-by:run", ["Order", "pay"]),
    ("called-by:(kind:test)", ["run"]),
    ("called-by:(in:Order)", ["check", "save"]),
    ("kind:function -in:(kind:class) -called-by:(kind:test)", ["_forgotten", "check", "store", "test_run"]),
    ("calls+:check", ["_forgotten", "later", "pay", "run", "save", "test_run"]),
    ("calls+:2(sym:=check)", ["later", "pay", "save"]),
    ("calls+:1(sym:=check)", ["later", "save"]),
    ("called-by+:(kind:test)", ["Order", "check", "pay", "run", "save"]),
    ("called-by+:2(kind:test)", ["Order", "pay", "run"]),
    ("kind:class has:(calls:check)", ["Base", "Order"]),
    ("kind:method calls:(sym:save) -called-by:(kind:test)", ["pay"]),
    ("calls:(calls:check)", ["pay"]),
    ("calls:(called-by:(kind:test))", ["_forgotten", "test_run"]),
    ("calls:run OR calls:Order", ["_forgotten", "run", "test_run"]),
    ("(calls:run OR calls:Order) -kind:test", ["_forgotten", "run"]),
    ("calls:(file:base.py)", ["later", "pay", "save"]),
    ("calls:(lines:>100)", []),
    ("calls:(extends+:Base kind:class)", ["run"]),
    ("calls:(has:(extends:Base))", ["run"]),
    ("is:unused", ["Other", "TAX", "_forgotten", "store"]),
    ("is:unused calls:run", ["_forgotten"]),
    ("-is:unused sym:=run", ["run"]),
]


@pytest.mark.parametrize(("query", "expected"), QUERIES)
@pytest.mark.parametrize("few", [0, 300])
def test_definitions_are_found_by_who_calls_whom(
    engine: Engine, query: str, expected: list[str], few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether the inner query finds few or many definitions, the answer is the same."""
    monkeypatch.setattr(edges, "_FEW", few)
    assert names(engine, query) == expected
    monkeypatch.setattr(edges, "_FEW_ASKED", 0)
    assert names(engine, query) == expected


EVIDENCE = [
    ("call:save evidence:member", ["shop/order.py:6"]),
    ("call:save evidence:name", ["shop/other.py:7"]),
    ("call:save -evidence:member", ["shop/other.py:7"]),
    ("call:* evidence:import", ["shop/order.py:8", "shop/order.py:12", "shop/run.py:5", "tests/test_run.py:5"]),
    (
        "call:* (evidence:scope OR evidence:member)",
        ["shop/base.py:3", "shop/order.py:6", "shop/run.py:6", "shop/run.py:10"],
    ),
    ("kind:function call:run evidence:scope", ["shop/run.py:10"]),
    ("call:save evidence:external", []),
]


@pytest.mark.parametrize(("query", "expected"), EVIDENCE)
def test_references_are_found_by_why_they_are_believed(engine: Engine, query: str, expected: list[str]) -> None:
    answer = engine.search(query, Limits(hits=None))
    assert [f"{hit.path}:{hit.found.row + 1}" for hit in answer.hits] == expected


def test_the_evidence_is_that_of_refs(engine: Engine) -> None:
    for name in ("save", "check", "run", "Order", "Base", "verify"):
        told = [
            (one.path, one.reference.row, one.evidence or "")
            for one in engine.graph.references_to(name, Limits(hits=None))
            if one.reference.kind not in ("value",) and one.reference.name == name
        ]
        for evidence in ("scope", "import", "member", "unique", "name", "external"):
            answer = engine.search(f"ref:={name} evidence:{evidence}", Limits(hits=None))
            rows = {(hit.path, hit.found.row) for hit in answer.hits}
            assert rows == {(path, row) for path, row, why in told if why == evidence}, (name, evidence)


def test_what_is_not_searched_counts_all_the_same(folder: Path) -> None:
    outcrop("index", str(folder))
    done = json.loads(outcrop("search", "--json", "calls:check", str(folder / "shop" / "order.py")).stdout)
    assert [hit["name"] for hit in done["hits"]] == ["later"]


def test_the_answer_says_what_does_not_count(engine: Engine) -> None:
    notes = engine.search("calls:(sym:=save)", Limits()).notes
    assert any("1 definition calls something of which nothing but a name" in note for note in notes), notes
    notes = engine.search("calls:check", Limits()).notes
    assert any("1 file calls it outside of every definition" in note for note in notes), notes
    notes = engine.search("is:unused", Limits()).notes
    assert any("does not count as unused" in note for note in notes), notes
    hints = engine.search("kind:class calls:check", Limits()).hints
    assert any("`kind:class has:(calls:check)`" in hint for hint in hints), hints


def test_a_search_without_time_says_so(engine: Engine) -> None:
    answer = engine.search("calls+:(kind:method)", Limits(seconds=0.0))
    assert answer.stopped
    assert any("stopped after 0 seconds" in note for note in answer.notes)
    assert engine.search("calls:check", Limits(cancelled=lambda: True)).stopped


def test_an_open_document_counts_as_it_is(folder: Path) -> None:
    """What is typed and not yet saved calls others, and is called."""
    outcrop("index", str(folder))
    engine = Engine()
    try:
        engine.open_folders({}, lambda event: None)
        engine.open("k", str(folder / "x.py"), "python", "def a():\n    b()\n\n\ndef b():\n    pass\n", 1)
        assert names(engine, "calls:b") == ["a"]
        engine.change("k", 0, 0, b"def c():\n    b()\n\n\n", 2)
        assert names(engine, "calls:b") == ["a", "c"]
        assert names(engine, "called-by:c") == ["b"]
    finally:
        engine.shutdown()


RULE = """
[r]
query = 'kind:function calls:check lang:python'
message = 'it checks'
bad = ['''def check(): pass
def a(): check()''']
good = ['''def a(): check()''']
"""


def test_rules_ask_it_where_all_files_are_looked_at(folder: Path) -> None:
    written(folder, {".outcrop/rules/a.toml": RULE})
    done = outcrop("check", ".", "--json", cwd=folder)
    assert [(one["file"], one["line"]) for one in json.loads(done.stdout)["findings"]] == [
        ("shop/base.py", 2),
        ("shop/order.py", 7),
    ]
    (folder / "shop/base.py").write_text("def check(thing):\n    return thing\n\n\ndef new():\n    check(1)\n")
    done = outcrop("check", ".", "--json", cwd=folder)
    found = [(one["file"], one["line"]) for one in json.loads(done.stdout)["findings"]]
    assert found == [("shop/base.py", 5), ("shop/order.py", 7)], "what was found before is not kept"
    assert outcrop("check", "--test", ".", cwd=folder).returncode == 0


def test_rules_say_that_they_are_not_asked_while_somebody_types(folder: Path) -> None:
    from indexer.rules.open_texts import OpenTexts

    written(folder, {".outcrop/rules/a.toml": RULE})
    engine = Engine()
    text = "# outcrop: ignore[r]\ndef a():\n    check()\n\n\ndef check():\n    pass\n"
    document = engine.open("k", str(folder / "x.py"), "python", text, 1)
    answer = OpenTexts().answer(document, folder / "x.py", [folder], 0)
    assert not answer.findings
    assert answer.notes == ["the rule `r` asks who uses what; `outcrop check` tells, but nobody does while you type"]


def test_replace_changes_only_what_means_it(folder: Path) -> None:
    done = outcrop("replace", "call:save evidence:member", "store", ".", "--write", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert "self.store()" in (folder / "shop/order.py").read_text()
    assert "thing.save()" in (folder / "shop/other.py").read_text()
    done = outcrop("replace", "return in:(calls:run)", "yield", ".", "--write", cwd=folder)
    assert "yield run()" in (folder / "shop/run.py").read_text()


def test_editors_are_told_the_words() -> None:
    assert {"calls:", "calls+:", "called-by:", "called-by+:", "evidence:"} <= set(query_fields())
    assert "unused" in query_values("is", ())
    assert query_values("evidence", ()) == ["external", "import", "member", "name", "scope", "unique"]


HOSTILE = {
    "a.py": "def a(): a()\n" + "def b(): c()\ndef c(): b()\n" * 50,
    "b.py": "from b import *\nfrom a import b as b\nimport a as b\nb.b()\nclass K(K):\n    def m(self): self.m()\n",
    "c.py": "\x00def",
    "d.js": "export { x as y } from './d'; export { y as x } from './d'; y(); function f() { x(); f() }",
}


@pytest.mark.parametrize(
    "query", ["calls+:(sym:*)", "called-by+:(kind:function)", "-calls+:b", "is:unused", "calls:/./"]
)
def test_files_that_lead_in_circles_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, query: str) -> None:
    monkeypatch.setenv("OUTCROP_CACHE_DIR", str(tmp_path / "cache"))
    engine = opened(written(tmp_path / "project", HOSTILE))
    try:
        assert not engine.search(query, Limits(hits=None)).problems
    finally:
        engine.shutdown()


def test_judged_by_ast_and_by_brute_force(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OUTCROP_CACHE_DIR", str(tmp_path / "cache"))
    source = corpus("django") / "django"
    for name in ("__init__.py", "core/__init__.py", "core/signing.py", "core/validators.py", "core/exceptions.py"):
        written(tmp_path / "project", {f"django/{name}": (source / name).read_text()})
    for file in (source / "core/mail").rglob("*.py"):
        written(tmp_path / "project", {f"django/{file.relative_to(source).as_posix()}": file.read_text()})
    engine = opened(tmp_path / "project")
    wrong: list[str] = []
    try:
        judged = compared(engine, by_ast(tmp_path / "project"), wrong.append)
        every = edges_of(engine)
        assert len(every) > 50
        drawn_at_random = compared(engine, drawn(engine, every, 40, 7), wrong.append)
        assert found(engine, "calls:(kind:method)")
    finally:
        engine.shutdown()
    assert not wrong
    assert judged[0] >= 5
    assert drawn_at_random[0] == 40
