"""TableGen."""

from __future__ import annotations

from indexer.languages.profile import Damage, Profile, Structure

PROFILE = Profile(
    structure=Structure(in_parts=lambda data: True),
    damage=Damage(short_parts=True),
)
