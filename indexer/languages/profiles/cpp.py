"""C++."""

from __future__ import annotations

import re

from indexer.languages.families import doubts
from indexer.languages.profile import Damage, Grammar, Layout, Measures, Names, Patterns, Profile, Structure

PROFILE = Profile(
    imports="indexer.graph.imports.c:CResolver",
    grammar=Grammar(trusted=True),
    structure=Structure(cuttable=True),
    damage=Damage(
        quotes_end_with_row=True,
        open_tokens=((b'R"', b')"'),),
        directives=True,
        strategy="indexer.syntax.recovery.cpp:Cpp",
    ),
    names=Names(decorator=re.compile(rb"(?=\[\[)")),
    layout=Layout(declares=True),
    measures=Measures(
        patterns="""
            (function_declarator parameters: (parameter_list) @parameters)
            ((parameter_list (parameter_declaration !declarator type: (primitive_type) @_void) @parameter.none)
              (#eq? @_void "void"))
        """
    ),
    patterns=Patterns(places="indexer.patterns.places_c:CPP", doubts=doubts.C),
    has_server=True,
)
