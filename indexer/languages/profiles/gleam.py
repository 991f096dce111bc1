"""Gleam."""

from __future__ import annotations

from indexer.languages.profile import Layout, Profile, Structure

PROFILE = Profile(
    imports="indexer.graph.imports.modules:GleamResolver",
    structure=Structure(cuttable=True),
    layout=Layout(backtick_rows=True),
    has_server=True,
)
