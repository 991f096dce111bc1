"""Terraform."""

from __future__ import annotations

from indexer.languages.families.hcl import HEREDOCS
from indexer.languages.profile import Layout, Patterns, Profile

PROFILE = Profile(
    imports="indexer.graph.imports.files:TerraformResolver",
    heredocs=HEREDOCS,
    layout=Layout(heredocs="capitals"),
    patterns=Patterns(places="indexer.patterns.places_lua:HCL"),
)
