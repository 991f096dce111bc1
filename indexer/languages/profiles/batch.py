"""Batch."""

from __future__ import annotations

import re

from indexer.languages.profile import Heading, Layout, Patterns, Profile

PROFILE = Profile(
    layout=Layout(headings=(Heading(re.compile(rb"\s*+:([A-Za-z_][\w.-]*+)\s*+$"), 1, "function"),)),
    patterns=Patterns(ignores_case=True),
)
