"""Interfaces of OCaml."""

from __future__ import annotations

from indexer.languages.opaque import PARENTHESES
from indexer.languages.profile import Damage, Profile, Structure

PROFILE = Profile(
    imports="indexer.graph.imports.modules:OcamlResolver",
    structure=Structure(in_parts=lambda data: True),
    damage=Damage(opaque=(PARENTHESES,), open_tokens=((b"(*", b"*)"),), short_parts=True, stubs=(b"unit",)),
)
