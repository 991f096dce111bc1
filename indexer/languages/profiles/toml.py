"""TOML."""

from __future__ import annotations

from indexer.languages.profile import Grammar, Layout, Patterns, Profile, Structure

PROFILE = Profile(
    grammar=Grammar(trusted=True),
    structure=Structure(cuttable=True, at_once=True),
    layout=Layout(is_data=True),
    patterns=Patterns(first_style="quoted"),
)
