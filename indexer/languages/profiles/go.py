"""Go."""

from __future__ import annotations

import re

from indexer.languages.profile import Convention, Damage, Grammar, Layout, Measures, Names, Patterns, Profile, Structure

# Functions that `go test` runs, and methods of suites.
_TEST = re.compile(
    rb"func\s+(?:(?:Test|Benchmark|Fuzz)(?![a-z])\w*\s*\([^()]*\btesting\.(?:TB|[TBFM])\b"
    rb"|Example(?![a-z])\w*\s*\(\s*\)"
    rb"|\([^()]*Suite\)\s*Test(?![a-z])\w*\s*\(\s*\))"
)

PROFILE = Profile(
    imports="indexer.graph.imports.go:GoResolver",
    grammar=Grammar(trusted=True),
    structure=Structure(cuttable=True),
    damage=Damage(quotes_end_with_row=True),
    names=Names(convention=Convention(head=_TEST)),
    layout=Layout(backtick_rows=True),
    measures=Measures(
        patterns="""
            (_ parameters: (parameter_list) @parameters)
            (_ parameters: (parameter_list (parameter_declaration name: (_) @parameter)) @parameters)
            (_ parameters: (parameter_list (parameter_declaration !name) @parameter) @parameters)
            (_ parameters: (parameter_list (variadic_parameter_declaration) @parameter) @parameters)
        """
    ),
    patterns=Patterns(places="indexer.patterns.places_go:GO", doubts={"labeled_statement": ""}),
    has_server=True,
)
