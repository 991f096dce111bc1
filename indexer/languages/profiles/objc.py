"""Objective-C."""

from __future__ import annotations

import re

from indexer.languages.families.testing import CAMEL
from indexer.languages.opaque import SLASHES, Opaque
from indexer.languages.profile import Convention, Damage, Layout, Measures, Names, Patterns, Profile, Structure

_END = re.compile(rb"^@end\b[^\n]*+", re.MULTILINE)

PROFILE = Profile(
    imports="indexer.graph.imports.c:CResolver",
    structure=Structure(reader="indexer.extract.objc:objc_items", in_parts=lambda data: True),
    damage=Damage(
        strategy="indexer.syntax.recovery.objc:ObjectiveC",
        opaque=(
            SLASHES,
            Opaque(
                b"@",
                rb"^@(?:interface\b|protocol\b[^\n;]*+$)",
                lambda ends, match: ends.matching(_END, match.end(), True),
            ),
        ),
        directives=True,
        goes_on=re.compile(rb"[ \t]*+(?:[)\]}.,|&*=<>?:]|(?:else|while)\b|@(?:catch|end|finally)\b)"),
        quotes_end_with_row=True,
    ),
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
