"""SCSS."""

from __future__ import annotations

from indexer.languages.families.styles import ANY_SIGN_BEGINS, with_plain_addresses, without_flags
from indexer.languages.profile import Damage, Grammar, Patterns, Profile, Structure

PROFILE = Profile(
    imports="indexer.graph.imports.files:StyleResolver",
    grammar=Grammar(trusted=True, sigil=rb"\$(?=.)", readable=(with_plain_addresses, without_flags)),
    structure=Structure(cuttable=True),
    damage=Damage(goes_on=ANY_SIGN_BEGINS),
    patterns=Patterns(places="indexer.patterns.places_lua:CSS"),
)
