"""Verilog."""

from __future__ import annotations

import re

from indexer.languages.profile import Damage, Profile, Structure

PROFILE = Profile(
    structure=Structure(reader="indexer.extract.verilog:verilog_items", in_parts=lambda data: True),
    damage=Damage(
        strategy="indexer.syntax.recovery.strategy:AsParsed",
        # What is inside of a module may stand at the margin, so only its end tells.
        begins=re.compile(rb"\nend(?:checker|class|config|interface|module|package|primitive|program)\b[^\n]*+\n"),
    ),
)
