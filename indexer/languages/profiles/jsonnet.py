"""Jsonnet."""

from __future__ import annotations

from indexer.languages.profile import Grammar, Profile

PROFILE = Profile(
    imports="indexer.graph.imports.files:SchemaResolver",
    # Its scanner reads memory that it never wrote, so that whether a text has an error may rarely differ.
    grammar=Grammar(unsteady=True),
)
