"""GDScript."""

from __future__ import annotations

from indexer.languages.profile import Grammar, Profile, Structure

PROFILE = Profile(
    grammar=Grammar(never_empty="body"),
    structure=Structure(cuttable=True),
)
