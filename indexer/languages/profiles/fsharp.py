"""F#."""

from __future__ import annotations

import re

from indexer.languages.opaque import PARENTHESES, QUOTES
from indexer.languages.profile import Convention, Damage, Docs, Layout, Names, Profile, Structure

PROFILE = Profile(
    structure=Structure(in_parts=lambda data: True),
    damage=Damage(
        opaque=(
            PARENTHESES,
            QUOTES,
        ),
        stubs=(b"()",),
    ),
    names=Names(
        convention=Convention(
            attribute=re.compile(rb"\[<[^>]{0,300}\b(?:Test|TestCase|Fact|Theory|TestMethod|Property)\b")
        )
    ),
    docs=Docs(has_tags=True),
    layout=Layout(parenthesis_star=True),
    has_server=True,
)
