"""Structured Text."""

from __future__ import annotations

from indexer.languages.profile import Layout, Profile

PROFILE = Profile(
    layout=Layout(parenthesis_star=True),
)
