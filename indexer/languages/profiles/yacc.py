"""Yacc."""

from __future__ import annotations

from indexer.languages.families.rows import C_CODE, DOUBLE, SINGLE, SLASHES
from indexer.languages.profile import Embeds, Profile, Structure
from indexer.languages.rows import SEMICOLON, Rows, Rule

_ROWS = Rows(
    (
        Rule(
            "constant",
            rb"%(?:token|term)[ \t]*(?:<[^<>\n]*>)?([^%;{}]*)",
            each=rb"(?<![\w<])[A-Za-z_]\w*(?![\w>])",
        ),
        Rule("rule", rb"([A-Za-z_.][\w.-]*)(?:\[[\w.]+\])?\s*:(?!:)", SEMICOLON),
    ),
    comment=C_CODE + rb"|" + SLASHES + rb"|^%union[^{]*\{.*?^[ \t]*\}",
    string=DOUBLE + rb"|" + SINGLE,
    within=rb"\A(.*?^%%.*?)(?:^%%|\Z)",
)

PROFILE = Profile(
    imports="indexer.graph.imports.c:CResolver",
    structure=Structure(rows=_ROWS),
    embeds=Embeds(finder="indexer.embedded.generators:code_of_generators"),
)
