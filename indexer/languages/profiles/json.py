"""JSON."""

from __future__ import annotations

from indexer.languages.profile import Grammar, Names, Profile

PROFILE = Profile(
    grammar=Grammar(trusted=True),
    names=Names(unicode_escapes=True),
)
