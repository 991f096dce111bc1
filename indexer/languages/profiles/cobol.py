"""COBOL."""

from __future__ import annotations

from indexer.languages.profile import Grammar, Profile

PROFILE = Profile(
    grammar=Grammar(unsafe="its scanner loops for ever on any input"),
)
