"""TOML."""

from __future__ import annotations

import re

from indexer.languages.opaque import APOSTROPHES, QUOTES
from indexer.languages.profile import Damage, Grammar, Layout, Patterns, Profile, Structure

PROFILE = Profile(
    grammar=Grammar(trusted=True),
    structure=Structure(cuttable=True),
    # A key at the margin belongs to the table above it, blank row or not.
    damage=Damage(opaque=(QUOTES, APOSTROPHES), begins=re.compile(rb"\n(?=\[)")),
    layout=Layout(is_data=True),
    patterns=Patterns(first_style="quoted"),
)
