"""Starlark."""

from __future__ import annotations

from indexer.languages.profile import Damage, Docs, Grammar, Patterns, Profile, Structure

PROFILE = Profile(
    imports="indexer.graph.imports.files:StarlarkResolver",
    grammar=Grammar(never_empty="block"),
    structure=Structure(cuttable=True),
    damage=Damage(quotes_end_with_row=True),
    docs=Docs(place="body"),
    patterns=Patterns(places="indexer.patterns.places_lua:PYTHON"),
)
