"""Puppet."""

from __future__ import annotations

from indexer.languages.profile import Grammar, Profile, Structure

PROFILE = Profile(
    grammar=Grammar(sigil=rb"\$(?=.)"),
    structure=Structure(cuttable=True),
)
