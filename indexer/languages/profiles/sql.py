"""SQL."""

from __future__ import annotations

from indexer.languages.profile import Grammar, Names, Patterns, Profile, Structure

PROFILE = Profile(
    grammar=Grammar(
        trusted=True,
        # It has one kind for all literals.
        strings='((literal) @string (#match? @string "^[a-zA-Z]?[\'$]"))',
    ),
    structure=Structure(reader="indexer.extract.sql:sql_items"),
    names=Names(in_brackets=True),
    patterns=Patterns(places="indexer.patterns.places_lua:SQL", ignores_case=True),
)
