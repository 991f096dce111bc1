"""F#."""

from __future__ import annotations

import re

from indexer.languages.profile import Convention, Docs, Names, Profile

PROFILE = Profile(
    names=Names(
        convention=Convention(
            attribute=re.compile(rb"\[<[^>]{0,300}\b(?:Test|TestCase|Fact|Theory|TestMethod|Property)\b")
        )
    ),
    docs=Docs(has_tags=True),
)
