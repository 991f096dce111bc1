"""Lua."""

from __future__ import annotations

import re

from indexer.languages.families.lua import OPEN_TOKENS
from indexer.languages.opaque import Ends, Opaque
from indexer.languages.profile import Convention, Damage, Layout, Names, Patterns, Profile, Structure


def _long_bracket_end(ends: Ends, match: re.Match[bytes]) -> int:
    return ends.sign(b"]" + match["level"] + b"]", match.end())


PROFILE = Profile(
    imports="indexer.graph.imports.modules:LuaResolver",
    structure=Structure(cuttable=True),
    damage=Damage(
        opaque=(Opaque(b"--[", rb"--\[(?P<level>=*)\[", _long_bracket_end),),
        quotes_end_with_row=True,
        open_tokens=OPEN_TOKENS,
    ),
    names=Names(convention=Convention(test=re.compile(rb"Test\w*[.:]test"))),
    layout=Layout(assigned_functions=True),
    patterns=Patterns(places="indexer.patterns.places_lua:LUA"),
    has_server=True,
)
