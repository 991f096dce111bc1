"""REXX."""

from __future__ import annotations

import re

from indexer.languages.profile import Heading, Layout, Profile

PROFILE = Profile(
    layout=Layout(headings=(Heading(re.compile(rb"\s*+([A-Za-z_!?.][\w!?.]*+)\s*+:(?!=)", re.I), 1, "function"),)),
)
