"""Lex."""

from __future__ import annotations

from indexer.languages.families.rows import C_CODE
from indexer.languages.profile import Embeds, Profile, Structure
from indexer.languages.rows import Rows, Rule

_ROWS = Rows(
    (
        Rule("rule", rb"([A-Za-z_][\w-]*)[ \t]+(?=\S)"),
        Rule("constant", rb"%[xsXS][ \t]+([^\n]*)", each=rb"[A-Za-z_]\w*"),
    ),
    comment=C_CODE + rb"|/\*.*?(?:\*/|\Z)",
    within=rb"\A(.*?)(?:^%%|\Z)",
)

PROFILE = Profile(
    imports="indexer.graph.imports.c:CResolver",
    structure=Structure(rows=_ROWS),
    embeds=Embeds(finder="indexer.embedded.generators:code_of_generators"),
)
