"""Starlark."""

from __future__ import annotations

from indexer.languages.profile import Grammar, Profile, Structure

PROFILE = Profile(
    grammar=Grammar(never_empty="block"),
    structure=Structure(cuttable=True),
)
