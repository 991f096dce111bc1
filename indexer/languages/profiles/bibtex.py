"""BibTeX."""

from __future__ import annotations

import re

from indexer.languages.profile import Damage, Profile, Structure

PROFILE = Profile(
    structure=Structure(cuttable=True),
    damage=Damage(
        strategy="indexer.syntax.recovery.strategy:AsParsed",
        opaque=(),
        short_parts=True,
        begins=re.compile(rb"\n(?=[ \t]*+@\w)"),
    ),
)
