"""C#."""

from __future__ import annotations

import re

from indexer.languages.opaque import QUOTES, SLASHES, Opaque
from indexer.languages.profile import Convention, Damage, Docs, Grammar, Names, Patterns, Profile, Structure

_VERBATIM = re.compile(rb'(?s)(?:[^"]++|"")*+"')
_AT_QUOTES = Opaque(b'"', rb'(?:@\$?|\$@)"', lambda ends, match: ends.matching(_VERBATIM, match.end(), False))

PROFILE = Profile(
    imports="indexer.graph.imports.modules:CsharpResolver",
    grammar=Grammar(trusted=True),
    structure=Structure(cuttable=True),
    damage=Damage(opaque=(SLASHES, _AT_QUOTES, QUOTES), directives=True),
    names=Names(
        convention=Convention(
            attribute=re.compile(
                rb"[\[,]\s*+(?:\w++\.)*+(?:Test|TestCase|TestCaseSource|Fact|Theory|TestMethod|DataTestMethod)(?:Attribute)?\s*[\],(]"
            )
        ),
        decorator=re.compile(rb"(?=\[)"),
    ),
    docs=Docs(has_tags=True),
    patterns=Patterns(
        places="indexer.patterns.places_c:CSHARP", doubts={"labeled_statement": "", "lambda_expression": ""}
    ),
    has_server=True,
)
