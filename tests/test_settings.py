"""Settings: where they come from, what is refused, and that all of them are documented."""

from __future__ import annotations

import math
import os
import time
from dataclasses import fields
from pathlib import Path

import pytest

from indexer.settings import Loaded, Settings, described, load
from tests.paths import ROOT

DOCS = ROOT / "docs" / "settings.md"


@pytest.fixture(autouse=True)
def no_user_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


def test_every_setting_is_documented_as_it_is() -> None:
    rows = [f"| `{about.name}` | `{about.default}` | {about.meaning} | {about.by_folder} |" for about in described()]
    documented = [line for line in DOCS.read_text("utf-8").splitlines() if line.startswith("| `")]
    assert documented == rows


def test_the_root_overrides_the_user_and_the_editor_overrides_both(tmp_path: Path) -> None:
    user = tmp_path / "config" / "outcrop" / "config.toml"
    user.parent.mkdir(parents=True)
    user.write_text("workers = 1\nsearch_limit = 7\nwatch = false\n")
    (tmp_path / ".outcrop.toml").write_text("search_limit = 8\n")
    loaded = load(tmp_path).overridden({"watch": True}, "the editor")
    assert (loaded.settings.workers, loaded.settings.search_limit, loaded.settings.watch) == (1, 8, True)
    assert loaded.sources["workers"] == str(user)
    assert loaded.sources["watch"] == "the editor"
    assert loaded.problems == ()


@pytest.mark.parametrize(
    ("given", "problem"),
    [
        ({"serach_limit": 1}, "unknown setting `serach_limit`, did you mean `search_limit`?"),
        ({"qqqqqqqqq": 1}, "unknown setting `qqqqqqqqq`"),
        ({"workers": "two"}, "`workers` must be a number of at least 0"),
        ({"workers": -1}, "`workers` must be a number of at least 0"),
        ({"watch": 1}, "`watch` must be true or false"),
        ({"ignore": "x"}, "`ignore` must be a list of strings"),
        ({"languages": {"*.x": "klingon"}}, "`languages` names an unknown language: klingon"),
        ({"languages": ["x"]}, "`languages` must map file patterns to languages"),
        ({"hover": "maybe"}, "`hover` must be `auto`, `on` or `off`"),
        ({"cache_dir": 3}, "`cache_dir` must be a string"),
    ],
)
def test_what_does_not_fit_is_named_and_the_default_stands(given: dict[str, object], problem: str) -> None:
    loaded = Loaded().overridden(given, "x")
    assert loaded.problems == (f"x: {problem}",)
    assert loaded.settings == Settings()


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ('cache_dir = "stolen"', "`cache_dir` cannot be set by a folder, only by you: in your own file or editor"),
        ("workers = 1", "`workers` cannot be set by a folder, only by you: in your own file or editor"),
        ("max_file_size = 1_000_000_000", "`max_file_size` may be 16,777,216 at most"),
        ("search_seconds = 1e9", "`search_seconds` may be 60 at most"),
        ("search_seconds = inf", "`search_seconds` may be 60 at most"),
        ("search_seconds = nan", "`search_seconds` must be a number of at least 0"),
        ("search_limit = 1_000_000", "`search_limit` may be 1,000 at most"),
        (f"ignore = {['*a' * 10] * 501}", "`ignore` may have 500 entries at most"),
        (f"ignore = ['{'*a' * 600}']", "`ignore` may have patterns of 1,000 characters at most"),
        (f"languages = {{ '{'*a' * 600}' = 'php' }}", "`languages` may have patterns of 1,000 characters at most"),
        ("hover = ['on']", "`hover` must be `auto`, `on` or `off`"),
        ('"\\u001b[31mred" = 1', "unknown setting `?[31mred`"),
    ],
)
def test_a_folder_may_not_set_what_is_the_users(tmp_path: Path, line: str, problem: str) -> None:
    file = tmp_path / ".outcrop.toml"
    file.write_text(line + "\n")
    loaded = load(tmp_path)
    assert loaded.problems == (f"{file}: {problem}",)
    assert loaded.settings == Settings()


def test_every_setting_says_who_may_set_it_and_every_number_has_a_bound() -> None:
    for setting in fields(Settings):
        assert {"doc", "most", "workspace"} == set(setting.metadata)
        if isinstance(setting.default, int | float) and not isinstance(setting.default, bool):
            assert setting.metadata["most"] < math.inf, setting.name
    assert {about.name for about in described() if about.by_folder == "no"} == {"workers", "cache_dir"}


@pytest.mark.parametrize("data", ["a = " + "[" * 20_000, "a = 1 # " + "x" * 70_000, ".".join("a" * 30_000) + " = 1"])
def test_a_file_made_to_keep_us_busy_is_a_problem(tmp_path: Path, data: str) -> None:
    (tmp_path / ".outcrop.toml").write_text(data)
    begun = time.process_time()
    loaded = load(tmp_path)
    assert time.process_time() - begun < 5
    assert loaded.settings == Settings() and len(loaded.problems) == 1


def test_a_file_with_many_mistakes_is_told_of_in_few_lines(tmp_path: Path) -> None:
    (tmp_path / ".outcrop.toml").write_text("".join(f"key_{number} = 1\n" for number in range(2000)))
    problems = load(tmp_path).problems
    assert len(problems) == 21 and problems[-1].endswith("1980 more settings are wrong")


def test_what_is_no_file_is_not_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / ".outcrop.toml")
    assert load(tmp_path) == Loaded()


def test_a_file_that_cannot_be_read_is_a_problem(tmp_path: Path) -> None:
    (tmp_path / ".outcrop.toml").write_text("watch = = 2")
    (problem,) = load(tmp_path).problems
    assert problem.startswith(str(tmp_path / ".outcrop.toml"))
    (tmp_path / ".outcrop.toml").write_bytes(b"\xff\xfe")
    assert "cannot be read" in load(tmp_path).problems[0]
    (tmp_path / ".outcrop.toml").write_text("workers = " + "9" * 5000)
    assert "too many digits" in load(tmp_path).problems[0]


def test_a_boolean_is_a_switch_too() -> None:
    assert Loaded().overridden({"hover": True, "definition": False}, "x").settings == Settings(
        hover="on", definition="off"
    )
