"""Astro."""

from __future__ import annotations

from indexer.languages.families.components import CODE_IN_BRACES
from indexer.languages.profile import Embeds, Layout, Patterns, Profile, Structure

PROFILE = Profile(
    imports="indexer.graph.imports.ecmascript:EcmascriptResolver",
    structure=Structure(markup=True),
    layout=Layout(backtick_rows=True),
    patterns=Patterns(places="indexer.patterns.places_lua:TEMPLATE"),
    embeds=Embeds(
        finder="indexer.embedded.markup:elements", component=True, code_in=CODE_IN_BRACES, script="typescript"
    ),
)
