"""Elixir."""

from __future__ import annotations

from indexer.languages.profile import Docs, Names, Profile, Structure

PROFILE = Profile(
    structure=Structure(cuttable=True),
    names=Names(clauses="arity"),
    docs=Docs(place="attribute"),
)
