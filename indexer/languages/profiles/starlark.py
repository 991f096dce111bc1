"""Starlark."""

from __future__ import annotations

from indexer.languages.profile import Docs, Grammar, Profile, Structure

PROFILE = Profile(
    grammar=Grammar(never_empty="block"),
    structure=Structure(cuttable=True),
    docs=Docs(place="body"),
)
