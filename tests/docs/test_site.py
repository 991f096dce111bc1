"""The documentation as a site: made without a warning, whole without a network, with every page in its list."""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path

import pytest

from tests.judges import missing
from tests.paths import ROOT

SITE = ROOT / "docs" / "site"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if importlib.util.find_spec("zensical") is None:
        missing("zensical, which makes the site: pip install -e '.[docs]'")
    sys.path.insert(0, str(SITE))
    try:
        import build
    finally:
        sys.path.remove(str(SITE))
    folder = tmp_path_factory.mktemp("site")
    build.build(folder / "source", folder / "made")  # strict: a warning ends it
    return folder / "made"


def test_every_page_is_in_the_list() -> None:
    listed = re.findall(r": ([\w/-]+\.md)$", (SITE / "mkdocs.yml").read_text("utf-8"), re.MULTILINE)
    pages = [path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")]
    assert sorted(listed) == sorted(pages), "docs/site/mkdocs.yml lists the pages under `nav`"


def test_nothing_is_fetched_to_show_a_page(site: Path) -> None:
    for page in site.rglob("*.html"):
        text = page.read_text("utf-8")
        fetched = re.findall(r"<(?:script|img|iframe|source)\b[^>]*\bsrc=\"?(https?:[^\s\">]+)", text)
        fetched += re.findall(
            r"<link\b[^>]*\brel=\"?(?:stylesheet|preload|preconnect)[^>]*\bhref=\"?(https?:[^\s\">]+)", text
        )
        assert fetched == [], page.name


def test_the_search_has_every_page(site: Path) -> None:
    index = (site / "search.json").read_text("utf-8")
    for page in (ROOT / "docs").rglob("*.md"):
        assert page.relative_to(ROOT / "docs").with_suffix(".html").as_posix() in index


def test_what_pages_link_to_in_the_repository_comes_along(site: Path) -> None:
    assert "Linux" in (site / "repository/bench/runs/search-2026-11-16.html").read_text("utf-8")
    assert (site / "repository/tests/e2e/test_traps.py.txt").read_bytes() == (
        ROOT / "tests/e2e/test_traps.py"
    ).read_bytes()
