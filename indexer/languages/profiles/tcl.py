"""Tcl."""

from __future__ import annotations

from indexer.languages.profile import Damage, Profile, Structure

PROFILE = Profile(
    imports="indexer.graph.imports.files:SourcedResolver",
    structure=Structure(cuttable=True),
    damage=Damage(open_tokens=((b"{", b"}"),)),
)
