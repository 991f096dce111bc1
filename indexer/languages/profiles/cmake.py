"""CMake."""

from __future__ import annotations

from indexer.languages.profile import Patterns, Profile

PROFILE = Profile(
    patterns=Patterns(ignores_case=True),
)
