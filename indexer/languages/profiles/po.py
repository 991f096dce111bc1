"""Translations of gettext."""

from __future__ import annotations

import re

from indexer.languages.profile import Damage, Profile, Structure

PROFILE = Profile(
    structure=Structure(cuttable=True),
    damage=Damage(opaque=(), short_parts=True, begins=re.compile(rb"\n[ \t\r]*+\n(?=[^\s])")),
)
