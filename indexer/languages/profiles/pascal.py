"""Pascal."""

from __future__ import annotations

from indexer.languages.profile import Layout, Patterns, Profile

PROFILE = Profile(
    layout=Layout(parenthesis_star=True),
    patterns=Patterns(ignores_case=True),
)
