"""PowerShell."""

from __future__ import annotations

from indexer.languages.profile import Grammar, Profile

PROFILE = Profile(
    grammar=Grammar(sigil=rb"\$?(?:(?i:global|local|script|private|using):)?(?=.)"),
)
