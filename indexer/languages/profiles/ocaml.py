"""OCaml."""

from __future__ import annotations

from indexer.languages.opaque import PARENTHESES
from indexer.languages.profile import Damage, Docs, Layout, Profile, Structure

PROFILE = Profile(
    imports="indexer.graph.imports.modules:OcamlResolver",
    structure=Structure(cuttable=True),
    damage=Damage(opaque=(PARENTHESES,), open_tokens=((b"(*", b"*)"),), stubs=(b"()", b"() = ()")),
    docs=Docs(enclosed=("(*", "*)")),
    layout=Layout(parenthesis_star=True),
    has_server=True,
)
