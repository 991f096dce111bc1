"""CSS."""

from __future__ import annotations

from indexer.languages.families.styles import with_plain_addresses
from indexer.languages.profile import Damage, Docs, Grammar, Patterns, Profile, Structure

PROFILE = Profile(
    imports="indexer.graph.imports.files:StyleResolver",
    grammar=Grammar(trusted=True, readable=(with_plain_addresses,)),
    structure=Structure(cuttable=True),
    damage=Damage(signs_begin=True),
    docs=Docs(enclosed=("/*", "*/")),
    patterns=Patterns(places="indexer.patterns.places_lua:CSS"),
)
