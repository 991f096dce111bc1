"""Zig."""

from __future__ import annotations

import re

from indexer.languages.profile import Damage, Grammar, Patterns, Profile, Structure

# `const a: T, const b = f();`: all names but the last one.
_NAMES_BEFORE = re.compile(rb"(?:const|var)[ ]\w++(?::[ ][^,=;(){}\n]{1,120}+)?+,(?=[ ](?:const|var)[ ])")


def with_single_names(data: bytes) -> bytes:
    """The text with one name in place of several that are bound at once."""
    if b", const " not in data and b", var " not in data:
        return data
    return _NAMES_BEFORE.sub(lambda found: b" " * len(found[0]), data)


PROFILE = Profile(
    imports="indexer.graph.imports.files:ZigResolver",
    grammar=Grammar(readable=(with_single_names,)),
    structure=Structure(cuttable=True),
    damage=Damage(quotes_end_with_row=True),
    patterns=Patterns(places="indexer.patterns.places_go:ZIG"),
    has_server=True,
)
