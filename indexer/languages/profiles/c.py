"""C."""

from __future__ import annotations

from indexer.languages.families import doubts
from indexer.languages.families.annotations import without_annotations
from indexer.languages.families.preprocessed import (
    with_plain_conditions,
    with_plain_heads,
    with_plain_loops,
    with_plain_types,
)
from indexer.languages.profile import Damage, Grammar, Layout, Measures, Patterns, Profile, Structure

PROFILE = Profile(
    imports="indexer.graph.imports.c:CResolver",
    grammar=Grammar(
        trusted=True,
        readable_apart=(
            with_plain_conditions,
            without_annotations,
            with_plain_loops,
            with_plain_types,
            with_plain_heads,
        ),
    ),
    structure=Structure(
        whole_kinds=frozenset(["function", "prototype"]),
        cuttable=True,
        errors_in_bodies=True,
        bodies="indexer.extract.c_bodies:without_bodies",
        rows_apart="indexer.extract.c_plain:told_plainly",
    ),
    damage=Damage(quotes_end_with_row=True, strategy="indexer.syntax.recovery.c:C"),
    layout=Layout(declares=True),
    measures=Measures(
        patterns="""
            (function_declarator parameters: (parameter_list) @parameters)
            ((parameter_list (parameter_declaration !declarator type: (primitive_type) @_void) @parameter.none)
              (#eq? @_void "void"))
        """
    ),
    patterns=Patterns(
        places="indexer.patterns.places_c:C",
        doubts=doubts.C,
        ended=frozenset(
            [
                "argument_list",
                "assignment_expression",
                "binary_expression",
                "call_expression",
                "field_expression",
                "null",
                "parenthesized_expression",
                "pointer_expression",
                "subscript_expression",
                "unary_expression",
            ]
        ),
    ),
    has_server=True,
)
