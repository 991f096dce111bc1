"""JSX."""

from __future__ import annotations

from indexer.languages.profile import Layout, Profile

PROFILE = Profile(
    imports="indexer.graph.imports.ecmascript:EcmascriptResolver",
    layout=Layout(assigned_functions=True, backtick_rows=True),
)
