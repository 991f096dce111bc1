"""Svelte."""

from __future__ import annotations

from indexer.languages.profile import Names, Profile

PROFILE = Profile(
    names=Names(has_tags=True),
)
