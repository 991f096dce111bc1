"""Assembly."""

from __future__ import annotations

from indexer.languages.profile import Damage, Profile, Structure

PROFILE = Profile(
    imports="indexer.graph.imports.c:CResolver",
    structure=Structure(reader="indexer.extract.asm:asm_items"),
    damage=Damage(strategy="indexer.syntax.recovery.strategy:AsParsed"),
)
