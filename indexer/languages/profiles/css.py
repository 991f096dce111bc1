"""CSS."""

from __future__ import annotations

from indexer.languages.families.styles import ANY_SIGN_BEGINS, with_filled_properties, with_plain_addresses
from indexer.languages.profile import Damage, Docs, Grammar, Patterns, Profile, Structure

PROFILE = Profile(
    imports="indexer.graph.imports.files:StyleResolver",
    grammar=Grammar(trusted=True, readable=(with_plain_addresses, with_filled_properties)),
    structure=Structure(cuttable=True),
    damage=Damage(goes_on=ANY_SIGN_BEGINS, short_parts=True),
    docs=Docs(enclosed=("/*", "*/")),
    patterns=Patterns(places="indexer.patterns.places_lua:CSS"),
)
