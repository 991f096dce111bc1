"""R."""

from __future__ import annotations

from indexer.languages.profile import Layout, Profile, Structure

PROFILE = Profile(
    imports="indexer.graph.imports.files:SourcedResolver",
    structure=Structure(cuttable=True),
    layout=Layout(assigned_functions=True),
)
