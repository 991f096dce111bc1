"""Kconfig."""

from __future__ import annotations

from indexer.languages.profile import Docs, Profile

PROFILE = Profile(
    imports="indexer.graph.imports.files:ConfigurationResolver",
    docs=Docs(place="help"),
)
