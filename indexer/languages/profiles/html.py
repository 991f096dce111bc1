"""HTML."""

from __future__ import annotations

from indexer.languages.profile import Grammar, Layout, Names, Profile

PROFILE = Profile(
    grammar=Grammar(trusted=True),
    names=Names(has_tags=True),
    layout=Layout(is_data=True),
)
