"""Nix."""

from __future__ import annotations

from indexer.languages.profile import Patterns, Profile

PROFILE = Profile(
    imports="indexer.graph.imports.files:NixResolver",
    patterns=Patterns(places="indexer.patterns.places_lua:NIX"),
)
