"""Dart."""

from __future__ import annotations

from indexer.languages.families.decorators import AT
from indexer.languages.profile import Names, Patterns, Profile, Structure

PROFILE = Profile(
    imports="indexer.graph.imports.files:DartResolver",
    structure=Structure(cuttable=True, siblings=True),
    names=Names(decorator=AT),
    patterns=Patterns(
        places="indexer.patterns.places_c:DART", tails=frozenset(["selector", "cascade_section", "type_arguments"])
    ),
    has_server=True,
)
