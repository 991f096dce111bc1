"""C#."""

from __future__ import annotations

import re

from indexer.languages.profile import Convention, Docs, Grammar, Names, Profile, Structure

PROFILE = Profile(
    grammar=Grammar(trusted=True),
    structure=Structure(cuttable=True),
    names=Names(
        convention=Convention(
            attribute=re.compile(
                rb"[\[,]\s*+(?:\w++\.)*+(?:Test|TestCase|TestCaseSource|Fact|Theory|TestMethod|DataTestMethod)(?:Attribute)?\s*[\],(]"
            )
        ),
        decorator=re.compile(rb"(?=\[)"),
    ),
    docs=Docs(has_tags=True),
)
