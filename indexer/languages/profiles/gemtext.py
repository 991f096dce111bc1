"""Gemtext."""

from __future__ import annotations

from indexer.languages.profile import Layout, Profile

PROFILE = Profile(
    layout=Layout(scanner="indexer.blocks.headings:scan_gemtext"),
)
