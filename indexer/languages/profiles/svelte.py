"""Svelte."""

from __future__ import annotations

from indexer.languages.profile import Layout, Names, Profile

PROFILE = Profile(
    names=Names(has_tags=True),
    layout=Layout(assigned_functions=True, backtick_rows=True),
)
