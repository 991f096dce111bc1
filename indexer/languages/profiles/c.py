"""C."""

from __future__ import annotations

from indexer.languages.profile import Grammar, Profile, Structure

PROFILE = Profile(
    grammar=Grammar(trusted=True),
    structure=Structure(whole_kinds=frozenset(["function", "prototype"]), cuttable=True, errors_in_bodies=True),
)
