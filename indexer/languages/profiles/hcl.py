"""HCL."""

from __future__ import annotations

from indexer.languages.families.hcl import HEREDOCS
from indexer.languages.profile import Grammar, Layout, Patterns, Profile, Structure

PROFILE = Profile(
    imports="indexer.graph.imports.files:TerraformResolver",
    grammar=Grammar(trusted=True),
    structure=Structure(cuttable=True),
    heredocs=HEREDOCS,
    layout=Layout(heredocs="capitals"),
    patterns=Patterns(places="indexer.patterns.places_lua:HCL"),
)
