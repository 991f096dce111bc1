"""Meson."""

from __future__ import annotations

import re

from indexer.languages.opaque import APOSTROPHES
from indexer.languages.profile import Damage, Profile, Structure

PROFILE = Profile(
    imports="indexer.graph.imports.files:ConfigurationResolver",
    structure=Structure(in_parts=lambda data: True),
    damage=Damage(
        opaque=(APOSTROPHES,),
        goes_on=re.compile(rb"[ \t]*+(?:[)\]}.,]|(?:elif|else|endforeach|endif)\b)"),
        closers=rb"end(?:foreach|if)",
    ),
)
