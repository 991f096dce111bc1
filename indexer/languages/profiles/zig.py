"""Zig."""

from __future__ import annotations

from indexer.languages.profile import Damage, Profile, Structure

PROFILE = Profile(
    structure=Structure(cuttable=True),
    damage=Damage(quotes_end_with_row=True),
)
