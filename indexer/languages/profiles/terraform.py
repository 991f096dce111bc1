"""Terraform."""

from __future__ import annotations

from indexer.languages.families.hcl import HEREDOCS
from indexer.languages.profile import Layout, Patterns, Profile

PROFILE = Profile(
    heredocs=HEREDOCS,
    layout=Layout(heredocs="capitals"),
    patterns=Patterns(places="indexer.patterns.places_lua:HCL"),
)
