"""Erlang."""

from __future__ import annotations

import re

from indexer.languages.profile import Convention, Damage, Docs, Names, Profile, Structure

PROFILE = Profile(
    imports="indexer.graph.imports.modules:ErlangResolver",
    structure=Structure(cuttable=True),
    damage=Damage(opaque=()),
    names=Names(convention=Convention(test=re.compile(rb"\w+_test_?\Z")), clauses="semicolon"),
    docs=Docs(signature=rb"-spec\b"),
)
