"""LiveCode."""

from __future__ import annotations

from indexer.languages.profile import Layout, Profile

PROFILE = Profile(
    layout=Layout(words={"on": "function", "command": "function", "getprop": "function", "setprop": "function"}),
)
