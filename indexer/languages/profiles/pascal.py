"""Pascal."""

from __future__ import annotations

from indexer.languages.profile import Layout, Patterns, Profile, Structure

PROFILE = Profile(
    structure=Structure(cuttable=True),
    layout=Layout(parenthesis_star=True),
    patterns=Patterns(ignores_case=True),
)
