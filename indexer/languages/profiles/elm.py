"""Elm."""

from __future__ import annotations

from indexer.languages.opaque import BRACES
from indexer.languages.profile import Damage, Docs, Profile, Structure

PROFILE = Profile(
    imports="indexer.graph.imports.modules:ElmResolver",
    structure=Structure(cuttable=True),
    damage=Damage(opaque=(BRACES,), open_tokens=((b"{-", b"-}"),), stubs=(b"()",)),
    docs=Docs(signature=rb"[ \t]*%s[ \t]*:"),
)
