"""gperf."""

from __future__ import annotations

from indexer.languages.families.rows import C_CODE
from indexer.languages.profile import Embeds, Profile, Structure
from indexer.languages.rows import BRACES, Rows, Rule

_ROWS = Rows(
    (
        Rule("function", rb"%define[ \t]+(?:hash|lookup)-function-name[ \t]+(\S+)"),
        Rule("class", rb"%define[ \t]+class-name[ \t]+(\S+)"),
        Rule("struct", rb"struct[ \t]+(\w+)", BRACES),
        Rule("key", rb"([A-Za-z_][^\s,;{}()%]*)[ \t]*(?:,|$)"),
    ),
    comment=C_CODE + rb"|^#[^\n]*|/\*.*?\*/",
    within=rb"\A(.*?^%%.*?)(?:^%%|\Z)",
)

PROFILE = Profile(
    structure=Structure(rows=_ROWS),
    embeds=Embeds(finder="indexer.embedded.generators:code_of_generators"),
)
