"""Zig."""

from __future__ import annotations

from indexer.languages.profile import Damage, Patterns, Profile, Structure

PROFILE = Profile(
    imports="indexer.graph.imports.files:ZigResolver",
    structure=Structure(cuttable=True),
    damage=Damage(quotes_end_with_row=True),
    patterns=Patterns(places="indexer.patterns.places_go:ZIG"),
    has_server=True,
)
