"""Racket."""

from __future__ import annotations

from indexer.languages.families.lisp import OPEN_TOKENS
from indexer.languages.profile import Damage, Profile, Structure

PROFILE = Profile(
    structure=Structure(cuttable=True),
    damage=Damage(open_tokens=OPEN_TOKENS),
)
