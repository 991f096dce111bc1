"""XML."""

from __future__ import annotations

from indexer.languages.profile import Damage, Docs, Layout, Profile

PROFILE = Profile(
    damage=Damage(strategy="indexer.syntax.recovery.markup:Xml"),
    docs=Docs(enclosed=("<!--", "-->")),
    layout=Layout(is_data=True),
)
