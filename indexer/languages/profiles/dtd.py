"""DTD."""

from __future__ import annotations

import re

from indexer.languages.profile import Damage, Layout, Profile, Structure

PROFILE = Profile(
    structure=Structure(cuttable=True),
    damage=Damage(opaque=(), short_parts=True, begins=re.compile(rb"\n(?=<!)")),
    layout=Layout(is_data=True),
)
