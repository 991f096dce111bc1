"""Scheme."""

from __future__ import annotations

from indexer.languages.families.lisp import BARS, WITH_BARS
from indexer.languages.profile import Damage, Profile, Structure

PROFILE = Profile(
    structure=Structure(cuttable=True),
    damage=Damage(open_tokens=WITH_BARS, open_unseen=BARS),
)
