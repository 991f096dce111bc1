"""JSON."""

from __future__ import annotations

from indexer.languages.profile import Grammar, Layout, Names, Patterns, Profile

PROFILE = Profile(
    grammar=Grammar(trusted=True),
    names=Names(unicode_escapes=True),
    layout=Layout(is_data=True),
    patterns=Patterns(places="indexer.patterns.places_lua:DATA", first_style="quoted"),
)
