"""VHDL."""

from __future__ import annotations

import re

from indexer.languages.profile import Damage, Patterns, Profile, Structure

PROFILE = Profile(
    structure=Structure(in_parts=lambda data: True),
    damage=Damage(
        goes_on=re.compile(
            rb"[ \t]*+(?:--[^\n]*+\n\s*+){0,30}+"
            rb"(?:[)&,;=>|+*/.-](?!-)|(?:and|begin|else|elsif|end|generate|is|loop|or|port|return|then|when)\b)",
            re.IGNORECASE,
        ),
        closers=rb"end",
        quotes_end_with_row=True,
    ),
    patterns=Patterns(ignores_case=True),
)
