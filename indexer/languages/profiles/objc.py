"""Objective-C."""

from __future__ import annotations

from indexer.languages.families.testing import CAMEL
from indexer.languages.profile import Convention, Damage, Layout, Measures, Names, Patterns, Profile, Structure

PROFILE = Profile(
    imports="indexer.graph.imports.c:CResolver",
    structure=Structure(reader="indexer.extract.objc:objc_items"),
    damage=Damage(strategy="indexer.syntax.recovery.objc:ObjectiveC"),
    names=Names(convention=Convention(test=CAMEL, in_class=True)),
    layout=Layout(declares=True),
    measures=Measures(
        patterns="""
            (function_declarator parameters: (parameter_list) @parameters)
            ((parameter_list (parameter_declaration !declarator type: (primitive_type) @_void) @parameter.none)
              (#eq? @_void "void"))
        """
    ),
    patterns=Patterns(places="indexer.patterns.places_c:C"),
)
