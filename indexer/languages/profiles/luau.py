"""Luau."""

from __future__ import annotations

from indexer.languages.families.lua import OPEN_TOKENS
from indexer.languages.profile import Damage, Patterns, Profile, Structure

PROFILE = Profile(
    imports="indexer.graph.imports.modules:LuaResolver",
    structure=Structure(cuttable=True),
    damage=Damage(open_tokens=OPEN_TOKENS),
    patterns=Patterns(places="indexer.patterns.places_lua:LUA"),
)
