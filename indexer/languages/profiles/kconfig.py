"""Kconfig."""

from __future__ import annotations

import re

from indexer.languages.profile import Damage, Docs, Profile, Structure

PROFILE = Profile(
    imports="indexer.graph.imports.files:ConfigurationResolver",
    structure=Structure(in_parts=lambda data: True),
    damage=Damage(
        strategy="indexer.syntax.recovery.kconfig:Kconfig",
        opaque=(),
        short_parts=True,
        # An option, or an edge of what stands around some.
        begins=re.compile(rb"\n(?=(?:(?:end)?(?:choice|if|menu)|(?:menu)?config|comment|mainmenu|[or]{0,2}source)\b)"),
    ),
    docs=Docs(place="help"),
)
