"""Ruby."""

from __future__ import annotations

from indexer.languages.families.ruby import HEREDOCS
from indexer.languages.families.testing import SNAKE
from indexer.languages.profile import Convention, Grammar, Names, Profile, Structure

PROFILE = Profile(
    grammar=Grammar(trusted=True, sigil=rb":(?=.)"),
    structure=Structure(cuttable=True),
    names=Names(convention=Convention(constructors=frozenset((b"initialize",)), test=SNAKE, in_class=True)),
    heredocs=HEREDOCS,
)
