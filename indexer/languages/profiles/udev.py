"""Rules of udev."""

from __future__ import annotations

from indexer.languages.families.parts import ROWS_THAT_GO_ON
from indexer.languages.profile import Profile, Structure

PROFILE = Profile(structure=Structure(cuttable=True), damage=ROWS_THAT_GO_ON)
