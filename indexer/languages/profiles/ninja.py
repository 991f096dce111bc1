"""Ninja."""

from __future__ import annotations

from indexer.languages.profile import Profile

PROFILE = Profile(imports="indexer.graph.imports.files:ConfigurationResolver")
