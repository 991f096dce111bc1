"""Nim."""

from __future__ import annotations

from indexer.languages.profile import Grammar, Profile

PROFILE = Profile(
    imports="indexer.graph.imports.modules:NimResolver",
    grammar=Grammar(never_empty="statement_list"),
)
