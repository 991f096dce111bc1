"""CUDA."""

from __future__ import annotations

from indexer.languages.profile import Damage, Layout, Measures, Patterns, Profile, Structure

PROFILE = Profile(
    imports="indexer.graph.imports.c:CResolver",
    structure=Structure(cuttable=True),
    damage=Damage(quotes_end_with_row=True, directives=True),
    layout=Layout(declares=True),
    measures=Measures(
        patterns="""
            (function_declarator parameters: (parameter_list) @parameters)
            ((parameter_list (parameter_declaration !declarator type: (primitive_type) @_void) @parameter.none)
              (#eq? @_void "void"))
        """
    ),
    patterns=Patterns(places="indexer.patterns.places_c:CPP"),
)
