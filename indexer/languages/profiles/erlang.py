"""Erlang."""

from __future__ import annotations

import re

from indexer.languages.profile import Convention, Damage, Docs, Names, Profile, Structure

# The end of a row that ends a form or is blank, before one that begins another.
_FORM = re.compile(rb"\n(?<=[.\n]\n)(?=[a-z'%?-])(?!(?:after|catch|else|end|of|when)\b)")

PROFILE = Profile(
    imports="indexer.graph.imports.modules:ErlangResolver",
    structure=Structure(cuttable=True),
    damage=Damage(opaque=(), begins=_FORM, short_parts=True),
    names=Names(convention=Convention(test=re.compile(rb"\w+_test_?\Z")), clauses="semicolon"),
    docs=Docs(signature=rb"-spec\b"),
)
