"""D."""

from __future__ import annotations

from indexer.languages.opaque import SLASHES, between
from indexer.languages.profile import Damage, Profile, Structure

PROFILE = Profile(
    structure=Structure(cuttable=True),
    damage=Damage(opaque=(SLASHES, between(b"/+", b"+/")), open_tokens=((b"/+", b"+/"),)),
    imports="indexer.graph.imports.modules:DResolver",
)
