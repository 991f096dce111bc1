"""Arduino."""

from __future__ import annotations

from indexer.languages.profile import Patterns, Profile

PROFILE = Profile(
    patterns=Patterns(places="indexer.patterns.places_c:CPP"),
)
