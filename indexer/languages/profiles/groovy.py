"""Groovy."""

from __future__ import annotations

from indexer.languages.families.decorators import AT
from indexer.languages.families.testing import JUNIT
from indexer.languages.profile import Names, Profile, Structure

PROFILE = Profile(
    imports="indexer.graph.imports.jvm:JvmResolver",
    structure=Structure(cuttable=True),
    names=Names(convention=JUNIT, decorator=AT),
)
