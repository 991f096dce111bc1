"""Settings: where they come from, what is refused, and that all of them are documented."""

from __future__ import annotations

from pathlib import Path

import pytest

from indexer.settings import Loaded, Settings, described, load

DOCS = Path(__file__).parent.parent / "docs" / "settings.md"


@pytest.fixture(autouse=True)
def no_user_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


def test_every_setting_is_documented_as_it_is() -> None:
    rows = [f"| `{name}` | `{default}` | {meaning} |" for name, default, meaning in described()]
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


def test_a_file_that_cannot_be_read_is_a_problem(tmp_path: Path) -> None:
    (tmp_path / ".outcrop.toml").write_text("workers = = 2")
    (problem,) = load(tmp_path).problems
    assert problem.startswith(str(tmp_path / ".outcrop.toml"))
    (tmp_path / ".outcrop.toml").write_bytes(b"\xff\xfe")
    assert "cannot be read" in load(tmp_path).problems[0]


def test_a_boolean_is_a_switch_too() -> None:
    assert Loaded().overridden({"hover": True, "definition": False}, "x").settings == Settings(
        hover="on", definition="off"
    )
