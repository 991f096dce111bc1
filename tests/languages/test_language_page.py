"""docs/languages.md says what the code does, and the figures in it are those of real runs."""

from __future__ import annotations

import pytest

from indexer.languages.registry import by_name, languages
from tests.oracles.judged import Row, rows
from tests.oracles.languages import PAGE, definitions, page, references


def test_the_page_is_up_to_date() -> None:
    assert PAGE.read_text("utf-8") == page(), "run: python -m tests.oracles.languages > docs/languages.md"


def test_every_language_is_on_the_page() -> None:
    text = PAGE.read_text("utf-8")
    assert [language.name for language in languages() if f"`{language.name}`" not in text] == []


@pytest.mark.parametrize(
    ("name", "kinds", "mentions"),
    [
        ("thrift", {"struct", "enum", "method"}, {"import", "extends", "type"}),
        ("sql", {"table", "function", "field"}, {"call"}),
        ("python", {"function", "class"}, {"call", "import", "extends", "type"}),
    ],
)
def test_kinds_are_those_of_the_query(name: str, kinds: set[str], mentions: set[str]) -> None:
    language = by_name(name)
    assert language is not None
    assert kinds <= set(definitions(language))
    assert mentions <= set(references(language))


@pytest.mark.parametrize("row", rows(), ids=lambda row: f"{row['language']} by {row['judge']}")
def test_a_judged_row_makes_sense(row: Row) -> None:
    assert by_name(row["language"]) is not None
    assert 0 < row["found"] <= row["definitions"]
    assert row["files"] > 0 and row["code"]
    if row["found"] < 0.99 * row["definitions"]:
        assert row["remarks"], "a figure below 99 % needs a reason"
