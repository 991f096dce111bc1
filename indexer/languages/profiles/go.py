"""Go."""

from __future__ import annotations

from indexer.languages.profile import Grammar, Profile, Structure

PROFILE = Profile(
    grammar=Grammar(trusted=True),
    structure=Structure(cuttable=True),
)
