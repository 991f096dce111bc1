"""Haskell."""

from __future__ import annotations

from indexer.languages.opaque import BRACES
from indexer.languages.profile import Damage, Docs, Names, Patterns, Profile, Structure

PROFILE = Profile(
    imports="indexer.graph.imports.modules:HaskellResolver",
    structure=Structure(in_parts=lambda data: True),
    damage=Damage(opaque=(BRACES,)),
    names=Names(clauses="any"),
    docs=Docs(signature=rb"[ \t]*\(?%s\b.*?::|[ \t]*\(?%s\)?[ \t]*::"),
    patterns=Patterns(places="indexer.patterns.places_lua:HASKELL"),
    has_server=True,
)
