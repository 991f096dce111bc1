"""Elixir."""

from __future__ import annotations

from indexer.languages.opaque import QUOTES
from indexer.languages.profile import Damage, Docs, Names, Patterns, Profile, Structure

PROFILE = Profile(
    imports="indexer.graph.imports.modules:ElixirResolver",
    structure=Structure(cuttable=True),
    damage=Damage(opaque=(QUOTES,)),
    names=Names(clauses="arity"),
    docs=Docs(place="attribute"),
    patterns=Patterns(places="indexer.patterns.places_lua:ELIXIR"),
    has_server=True,
)
