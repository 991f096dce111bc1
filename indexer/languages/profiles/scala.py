"""Scala."""

from __future__ import annotations

from indexer.languages.families.decorators import AT
from indexer.languages.families.testing import JUNIT
from indexer.languages.opaque import QUOTES, SLASHES
from indexer.languages.profile import Damage, Measures, Names, Patterns, Profile, Structure

PROFILE = Profile(
    imports="indexer.graph.imports.jvm:JvmResolver",
    structure=Structure(cuttable=True),
    damage=Damage(
        opaque=(
            SLASHES,
            QUOTES,
        )
    ),
    names=Names(convention=JUNIT, decorator=AT),
    measures=Measures(patterns='((infix_expression operator: (_) @decision) (#any-of? @decision "&&" "||"))'),
    patterns=Patterns(places="indexer.patterns.places_go:SCALA"),
    has_server=True,
)
