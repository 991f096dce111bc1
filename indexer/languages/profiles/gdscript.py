"""GDScript."""

from __future__ import annotations

from indexer.languages.families.testing import SNAKE
from indexer.languages.profile import Convention, Grammar, Names, Profile, Structure

PROFILE = Profile(
    grammar=Grammar(never_empty="body"),
    structure=Structure(cuttable=True),
    names=Names(convention=Convention(constructors=frozenset((b"_init",)), test=SNAKE)),
)
