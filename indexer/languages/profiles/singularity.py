"""Singularity."""

from __future__ import annotations

import re

from indexer.languages.profile import Heading, Layout, Profile

PROFILE = Profile(
    layout=Layout(headings=(Heading(re.compile(rb"(%\w++)\s*+$"), 1, "section"),)),
)
