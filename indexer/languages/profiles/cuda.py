"""CUDA."""

from __future__ import annotations

from indexer.languages.profile import Damage, Layout, Profile, Structure

PROFILE = Profile(
    structure=Structure(cuttable=True),
    damage=Damage(quotes_end_with_row=True, directives=True),
    layout=Layout(declares=True),
)
