"""Protocol Buffers."""

from __future__ import annotations

from indexer.languages.profile import Profile, Structure

PROFILE = Profile(
    imports="indexer.graph.imports.files:SchemaResolver",
    structure=Structure(cuttable=True),
)
