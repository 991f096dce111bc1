"""Solidity."""

from __future__ import annotations

import re

from indexer.languages.profile import Convention, Grammar, Names, Patterns, Profile, Structure

PROFILE = Profile(
    imports="indexer.graph.imports.files:SchemaResolver",
    grammar=Grammar(keeps_keywords=True),
    structure=Structure(cuttable=True),
    names=Names(convention=Convention(test=re.compile(rb"(?:test|invariant)(?=[A-Z_])"), in_class=True)),
    patterns=Patterns(places="indexer.patterns.places_go:SOLIDITY"),
)
