"""Julia."""

from __future__ import annotations

from indexer.languages.opaque import QUOTES, between
from indexer.languages.profile import Damage, Docs, Profile, Structure

PROFILE = Profile(
    imports="indexer.graph.imports.modules:JuliaResolver",
    structure=Structure(cuttable=True),
    damage=Damage(opaque=(between(b"#=", b"=#"), QUOTES), open_tokens=((b"#=", b"=#"),)),
    docs=Docs(place="string above"),
)
