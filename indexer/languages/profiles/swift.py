"""Swift."""

from __future__ import annotations

import re

from indexer.languages.families.decorators import AT
from indexer.languages.families.testing import CAMEL
from indexer.languages.opaque import QUOTES, SLASHES
from indexer.languages.profile import Convention, Damage, Measures, Names, Patterns, Profile, Structure

PROFILE = Profile(
    imports="indexer.graph.imports.modules:SwiftResolver",
    structure=Structure(cuttable=True),
    damage=Damage(
        opaque=(
            SLASHES,
            QUOTES,
        )
    ),
    names=Names(convention=Convention(attribute=re.compile(rb"@Test\b"), test=CAMEL, in_class=True), decorator=AT),
    measures=Measures(
        patterns="""
            (function_declaration "(" @parameters)
            (function_declaration "(" @parameters (parameter) @parameter)
            (init_declaration "(" @parameters)
            (init_declaration "(" @parameters (parameter) @parameter)
        """
    ),
    patterns=Patterns(places="indexer.patterns.places_go:SWIFT"),
    has_server=True,
)
