"""Every link in the README and the docs leads somewhere, down to the heading it names."""

from __future__ import annotations

import pytest

from tests.docs.pages import Link, anchors, links, pages
from tests.paths import ROOT

LINKS = [link for page in pages() for link in links(page)]


@pytest.mark.parametrize("link", [link for link in LINKS if "://" not in link.target], ids=str)
def test_a_link_leads_somewhere(link: Link) -> None:
    path, _, anchor = link.target.partition("#")
    target = (link.page.parent / path).resolve() if path else link.page
    assert target.is_relative_to(ROOT.resolve()), "it leads out of the repository"
    assert target.exists(), "nothing is there"
    if anchor and target.suffix == ".md":
        assert anchor in anchors(target), f"no such heading; there are {sorted(anchors(target))}"


def test_links_are_found() -> None:
    assert len(LINKS) > 50


@pytest.mark.parametrize("link", [link for link in LINKS if "://" in link.target], ids=str)
def test_a_link_to_elsewhere_is_encrypted(link: Link) -> None:
    assert link.target.startswith("https://")
