"""Visual Basic."""

from __future__ import annotations

from indexer.languages.profile import Docs, Patterns, Profile

PROFILE = Profile(
    docs=Docs(has_tags=True),
    patterns=Patterns(ignores_case=True),
)
