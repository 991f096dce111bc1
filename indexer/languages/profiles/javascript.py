"""JavaScript."""

from __future__ import annotations

from indexer.languages.families import doubts
from indexer.languages.families.decorators import AT
from indexer.languages.families.scripts import with_plain_attributes
from indexer.languages.profile import Damage, Embeds, Grammar, Layout, Measures, Names, Patterns, Profile, Structure

PROFILE = Profile(
    imports="indexer.graph.imports.ecmascript:EcmascriptResolver",
    grammar=Grammar(trusted=True, readable=(with_plain_attributes,)),
    structure=Structure(cuttable=True),
    damage=Damage(quotes_end_with_row=True, stubs=(b"0",)),
    names=Names(decorator=AT, unicode_escapes=True),
    layout=Layout(assigned_functions=True, backtick_rows=True),
    measures=Measures(patterns="(_ parameters: (_) @parameters) (arrow_function parameter: (_) @parameters)"),
    patterns=Patterns(places="indexer.patterns.places_c:SCRIPT", doubts=doubts.SCRIPT),
    embeds=Embeds(finder="indexer.embedded.literals:tagged_templates"),
    has_server=True,
)
