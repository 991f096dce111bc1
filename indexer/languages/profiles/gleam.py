"""Gleam."""

from __future__ import annotations

from indexer.languages.profile import Layout, Profile

PROFILE = Profile(
    imports="indexer.graph.imports.modules:GleamResolver",
    layout=Layout(backtick_rows=True),
    has_server=True,
)
