"""Elixir."""

from __future__ import annotations

from indexer.languages.opaque import QUOTES
from indexer.languages.profile import Damage, Docs, Names, Profile, Structure

PROFILE = Profile(
    structure=Structure(cuttable=True),
    damage=Damage(opaque=(QUOTES,)),
    names=Names(clauses="arity"),
    docs=Docs(place="attribute"),
)
