"""Teal."""

from __future__ import annotations

from indexer.languages.profile import Layout, Profile

PROFILE = Profile(
    imports="indexer.graph.imports.modules:LuaResolver",
    layout=Layout(assigned_functions=True),
)
