"""CMake."""

from __future__ import annotations

from indexer.languages.profile import Patterns, Profile

PROFILE = Profile(
    imports="indexer.graph.imports.files:ConfigurationResolver",
    patterns=Patterns(ignores_case=True),
)
