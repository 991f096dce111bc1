"""Python."""

from __future__ import annotations

from indexer.languages.families.python import DAMAGE, DOCS, NAMES
from indexer.languages.profile import Grammar, Measures, Patterns, Profile, Structure

PROFILE = Profile(
    imports="indexer.graph.imports.python:PythonResolver",
    grammar=Grammar(trusted=True, never_empty="block"),
    structure=Structure(
        whole_kinds=frozenset(["class", "function", "test_function"]),
        cuttable=True,
        bodies="indexer.extract.python_bodies:without_bodies",
    ),
    damage=DAMAGE,
    names=NAMES,
    docs=DOCS,
    measures=Measures(
        patterns="""
            (for_in_clause) @decision
            (if_clause) @decision
            (parameters (keyword_separator) @parameter.none)
            (parameters (positional_separator) @parameter.none)
        """
    ),
    patterns=Patterns(places="indexer.patterns.places_lua:PYTHON", doubts={"assignment": ":", "constrained_type": ""}),
    has_server=True,
)
