"""Arduino."""

from __future__ import annotations

from indexer.languages.profile import Patterns, Profile

PROFILE = Profile(
    imports="indexer.graph.imports.c:CResolver",
    patterns=Patterns(places="indexer.patterns.places_c:CPP"),
)
