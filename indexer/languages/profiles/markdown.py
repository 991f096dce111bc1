"""Markdown."""

from __future__ import annotations

from indexer.languages.profile import Docs, Profile

PROFILE = Profile(
    links="indexer.graph.links:markdown_links",
    docs=Docs(enclosed=("<!--", "-->")),
)
