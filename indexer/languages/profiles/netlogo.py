"""NetLogo."""

from __future__ import annotations

from indexer.languages.profile import Layout, Profile

PROFILE = Profile(
    layout=Layout(words={"to": "function", "to-report": "function"}),
)
