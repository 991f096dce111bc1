"""What people want comes first: on real code that is installed here, and rule by rule on made-up names.

The long version takes the repositories of `tests/cases/ranking`: `python -m tests.oracles.ranking FOLDER`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from unittest.mock import ANY

import pytest

from indexer.documents import Document
from indexer.languages.detect import detect
from indexer.model import Limits
from indexer.safe_reader import SafeReader
from indexer.search.rank.secondary import is_secondary
from indexer.search.rank.symbols import in_file_of_its_name
from indexer.search.run.corpus import Corpus
from indexer.search.run.search import Answer, find_symbols, search
from tests.judges import missing
from tests.oracles.ranking import FOLDER, TOP, Golden, goldens, indexed, installed

INSTALLED = installed()
REPOSITORIES = ("perl-library", "python-library", "python-packages", "ruby-library", "symfony")


@pytest.fixture(scope="module", params=REPOSITORIES)
def repository(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[str, Corpus]]:
    name: str = request.param
    if name not in INSTALLED:
        missing(name)
    root, ignore = INSTALLED[name]
    with indexed(root, ignore, tmp_path_factory.mktemp("ranking")) as corpus:
        yield name, corpus


def test_what_is_wanted_comes_among_the_first(repository: tuple[str, Corpus]) -> None:
    name, corpus = repository
    written = goldens(name)
    # Other versions of what is installed here may keep a few things elsewhere.
    asked = [golden for golden in written if (corpus.root / golden.file).is_file()]
    assert len(asked) > 0.8 * len(written) > 8
    ranks: dict[Golden, int | None] = {golden: golden.rank(corpus) for golden in asked}
    late = [(golden.typed, golden.file, rank) for golden, rank in ranks.items() if rank is None or rank > TOP]
    assert late == []


def test_there_are_many_queries() -> None:
    every = [golden for path in FOLDER.glob("*.toml") for golden in goldens(path.stem)]
    assert len({golden.repository for golden in every}) >= 16
    assert sum(golden.held for golden in every) * 3 >= len(every), "a third is held back"
    assert len({(golden.repository, golden.command, golden.typed) for golden in every}) == len(every)


def answered(files: Mapping[str, str], typed: str, near: str | None = None) -> Answer:
    live = {path: Document.of(detect(path), text.encode()) for path, text in files.items()}
    reader = SafeReader()
    corpus = Corpus(Path("/nowhere"), None, reader, live)
    limits = Limits(hits=20, near=None if near is None else f"/nowhere/{near}")
    try:
        return (search if ":" in typed or typed.startswith("?") else find_symbols)(typed.lstrip("?"), [corpus], limits)
    finally:
        reader.stop()


def order(files: Mapping[str, str], typed: str, near: str | None = None) -> list[str]:
    return [f"{hit.path} {hit.found.name}" for hit in answered(files, typed, near).hits]


FUNCTION = "def {}():\n    pass\n"
CLASS = "class {}:\n    pass\n"
METHOD = "class Other:\n    def {}(self):\n        pass\n"
FIELD = "class Other:\n    {} = 1\n"


RULES = [
    ("queryset", {"a.py": FIELD.format("queryset"), "b.py": CLASS.format("QuerySet")}, "b.py QuerySet"),
    ("map", {"a.py": CLASS.format("Map"), "b.py": FUNCTION.format("map")}, "b.py map"),
    ("render", {"a.py": METHOD.format("render"), "b.py": FUNCTION.format("render")}, "b.py render"),
    ("run", {"_vendor/a.py": FUNCTION.format("run"), "b.py": FUNCTION.format("run")}, "b.py run"),
    ("run", {"a/tests/a.py": CLASS.format("run"), "b.py": FUNCTION.format("run")}, "b.py run"),
    ("Lock", {"a.py": CLASS.format("Lock"), "x/lock.py": CLASS.format("Lock")}, "x/lock.py Lock"),
    ("Lock", {"a/a/a.py": CLASS.format("Lock"), "b.py": CLASS.format("Lock")}, "b.py Lock"),
    ("run", {"a.py": FUNCTION.format("_run"), "b.py": FUNCTION.format("run_all")}, "b.py run_all"),
    ("getuser", {"a.py": FUNCTION.format("getuserid"), "b.py": FUNCTION.format("get_user")}, "b.py get_user"),
    ("Other.run", {"a.py": FUNCTION.format("run"), "b.py": METHOD.format("run")}, "b.py run"),
    ("b.run", {"a.py": FUNCTION.format("run"), "b.py": FUNCTION.format("run")}, "b.py run"),
    (
        "sym:run in:Other",
        {"a.py": METHOD.format("run").replace("Other", "AnOther"), "b.py": METHOD.format("run")},
        "b.py run",
    ),
]


@pytest.mark.parametrize(("typed", "files", "first"), RULES)
def test_the_rules_for_definitions(typed: str, files: dict[str, str], first: str) -> None:
    assert order(files, typed)[0] == first


def test_nearer_comes_first_among_equals() -> None:
    files = {"a/x.py": FUNCTION.format("run"), "b/x.py": FUNCTION.format("run")}
    assert order(files, "run", near="b/y.py") == ["b/x.py run", "a/x.py run"]
    assert order(files, "run", near="a/y.py") == ["a/x.py run", "b/x.py run"]


def test_the_rules_for_blocks() -> None:
    code = "def {}():\n    open(cookie)\n    read(token)\n"
    assert order({"a.py": code.format("f"), "b.py": code.format("cookie")}, "?cookie token")[0] == "b.py cookie"
    assert order({"test_a.py": code.format("f"), "z.py": code.format("f")}, "?cookie token")[0] == "z.py f"


def test_blocks_of_a_name_are_ordered_as_blocks() -> None:
    code = "def run():\n    open(cookie)\n    {}\n\nif x:\n    read(token)\n"
    files = {"a.py": code.format("token(cookie)" + "\n    other()" * 80), "b.py": code.format("token(cookie)")}
    found = answered(files, "cookie token sym:run select:block").hits
    assert [hit.path for hit in found] == ["b.py", "a.py"]
    assert "weight" in found[0].score.parts


def test_an_explanation_says_what_decided() -> None:
    files = {"x/lock.py": CLASS.format("Lock"), "tests/a.py": METHOD.format("lock")}
    first, second = answered(files, "lock").hits
    assert first.score.parts == {"name": "exact but for case", "kind": "class", "file": "of its name"}
    assert second.score.parts == {"name": "exact", "aside": ANY, "kind": "method"}
    assert first.score.value > second.score.value


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("tests/a.py", True),
        ("a/test_b.py", True),
        ("b_test.go", True),
        ("pip/_vendor/rich/text.py", True),
        ("deps/hiredis/sds.c", True),
        ("docs/usage.md", True),
        ("README.md", True),
        ("django/contrib/auth/models.py", False),
        ("src/CMakeLists.txt", False),
        ("src/latest.py", False),
        ("contest/attest.py", False),
    ],
)
def test_what_is_secondary_folder(path: str, expected: bool) -> None:
    assert is_secondary(path) is expected


@pytest.mark.parametrize(
    ("name", "path", "expected"),
    [
        ("Mutex", "sync/mutex.rs", True),
        ("ProgressBar", "progress_bar.py", True),
        ("Config", "config/__init__.py", True),
        ("Gem::Version", "rubygems/version.rb", True),
        ("Mutex<T>", "mutex.rs", True),
        ("Lock", "mutex.rs", False),
    ],
)
def test_files_of_a_name(name: str, path: str, expected: bool) -> None:
    assert in_file_of_its_name(name, path) is expected
