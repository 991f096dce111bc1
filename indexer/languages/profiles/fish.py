"""fish."""

from __future__ import annotations

from indexer.languages.profile import Layout, Profile

PROFILE = Profile(
    imports="indexer.graph.imports.shell:ShellResolver",
    layout=Layout(heredocs="capitals"),
)
