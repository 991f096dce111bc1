"""Nix."""

from __future__ import annotations

from indexer.languages.profile import Damage, Patterns, Profile

PROFILE = Profile(
    damage=Damage(open_tokens=((b"''", b"''"),)),
    imports="indexer.graph.imports.files:NixResolver",
    patterns=Patterns(places="indexer.patterns.places_lua:NIX"),
)
