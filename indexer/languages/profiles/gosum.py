"""go.sum."""

from __future__ import annotations

from indexer.languages.families.parts import ROW_BY_ROW
from indexer.languages.profile import Profile, Structure

PROFILE = Profile(structure=Structure(cuttable=True), damage=ROW_BY_ROW)
