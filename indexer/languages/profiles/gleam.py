"""Gleam."""

from __future__ import annotations

from indexer.languages.profile import Layout, Profile

PROFILE = Profile(
    layout=Layout(backtick_rows=True),
    has_server=True,
)
