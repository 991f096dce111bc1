"""Kotlin."""

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
    measures=Measures(
        patterns="""
            (function_value_parameters) @parameters
            (function_value_parameters (parameter) @parameter) @parameters
        """
    ),
    patterns=Patterns(places="indexer.patterns.places_go:KOTLIN", stray_comments=True),
    has_server=True,
)
