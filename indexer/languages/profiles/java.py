"""Java."""

from __future__ import annotations

from indexer.languages.families.decorators import AT
from indexer.languages.families.testing import JUNIT
from indexer.languages.profile import Damage, Grammar, Names, Patterns, Profile, Structure

PROFILE = Profile(
    imports="indexer.graph.imports.jvm:JvmResolver",
    grammar=Grammar(trusted=True),
    structure=Structure(cuttable=True),
    damage=Damage(quotes_end_with_row=True),
    names=Names(convention=JUNIT, decorator=AT, unicode_escapes=True),
    patterns=Patterns(places="indexer.patterns.places_c:JAVA", doubts={"labeled_statement": ""}),
    has_server=True,
)
