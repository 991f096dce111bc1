"""HLSL."""

from __future__ import annotations

from indexer.languages.profile import Patterns, Profile, Structure

PROFILE = Profile(
    imports="indexer.graph.imports.c:CResolver",
    structure=Structure(cuttable=True),
    patterns=Patterns(places="indexer.patterns.places_c:CPP"),
)
