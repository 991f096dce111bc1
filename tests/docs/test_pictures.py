"""The pictures of terminals show what the commands print today, and fetch nothing."""

from __future__ import annotations

import re
import sys

import pytest

from tests.paths import ROOT

HERE = ROOT / "docs" / "pictures"


@pytest.fixture(scope="module")
def made() -> dict[str, str]:
    sys.path.insert(0, str(HERE))
    try:
        import make  # type: ignore[import-not-found]
    finally:
        sys.path.remove(str(HERE))
    result: dict[str, str] = make.pictures()
    return result


def test_the_pictures_are_those_of_today(made: dict[str, str]) -> None:
    kept = {path.name: path.read_text("utf-8") for path in HERE.glob("*.svg")}
    different = sorted(name for name in made.keys() | kept.keys() if made.get(name) != kept.get(name))
    assert different == [], "run: python docs/pictures/make.py, and look at what it made"


@pytest.mark.parametrize("path", sorted(HERE.glob("*.svg")), ids=lambda path: path.name)
def test_a_picture_fetches_nothing(path: object) -> None:
    text = (HERE / getattr(path, "name", "")).read_text("utf-8").replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert not re.search(r"https?:|@import|@font-face|<script|<image", text)
