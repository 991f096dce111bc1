"""HTML."""

from __future__ import annotations

from indexer.languages.profile import Damage, Docs, Embeds, Grammar, Layout, Patterns, Profile, Structure

PROFILE = Profile(
    imports="indexer.graph.imports.files:PageResolver",
    grammar=Grammar(trusted=True),
    structure=Structure(markup=True),
    damage=Damage(strategy="indexer.syntax.recovery.markup:Page"),
    docs=Docs(enclosed=("<!--", "-->")),
    layout=Layout(is_data=True),
    patterns=Patterns(places="indexer.patterns.places_lua:TEMPLATE", ignores_case=True),
    embeds=Embeds(finder="indexer.embedded.markup:elements"),
)
