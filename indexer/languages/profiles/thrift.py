"""Thrift."""

from __future__ import annotations

from indexer.languages.profile import Grammar, Profile, Structure

PROFILE = Profile(
    imports="indexer.graph.imports.files:SchemaResolver",
    grammar=Grammar(keeps_keywords=True),
    structure=Structure(cuttable=True),
)
