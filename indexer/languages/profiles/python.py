"""Python."""

from __future__ import annotations

from indexer.languages.families.decorators import AT
from indexer.languages.families.testing import CAMEL
from indexer.languages.opaque import APOSTROPHES, QUOTES
from indexer.languages.profile import Convention, Damage, Docs, Grammar, Names, Profile, Structure

PROFILE = Profile(
    grammar=Grammar(trusted=True, never_empty="block"),
    structure=Structure(whole_kinds=frozenset(["class", "function", "test_function"]), cuttable=True),
    damage=Damage(
        opaque=(
            QUOTES,
            APOSTROPHES,
        ),
        quotes_end_with_row=True,
    ),
    names=Names(convention=Convention(constructors=frozenset((b"__init__",)), test=CAMEL), decorator=AT),
    docs=Docs(place="body"),
)
