"""V."""

from __future__ import annotations

from indexer.languages.profile import Grammar, Profile

PROFILE = Profile(grammar=Grammar(keeps_keywords=True))
