"""Linker script."""

from __future__ import annotations

from indexer.languages.families.rows import DOUBLE, MACRO
from indexer.languages.profile import Profile, Structure
from indexer.languages.rows import BRACES, Rows, Rule

_ROWS = Rows(
    (
        MACRO,
        Rule("variable", rb"(?:PROVIDE(?:_HIDDEN)?|HIDDEN)[ \t]*\([ \t]*([A-Za-z_$.][\w.$]*)[ \t]*="),
        Rule("variable", rb"([A-Za-z_$.][\w.$]*[\w$])[ \t]*(?:[-+*/&|]|<<|>>)?=(?!=)"),
        Rule("resource", rb"(\w+)[ \t]*(?:\([^()\n]*\))?[ \t]*:[ \t]*(?:ORIGIN|org|o)\b"),
        Rule(
            "section",
            rb"(?!local\b|global\b)([A-Za-z_.$/*][\w.$/*-]*)[ \t]*"
            rb"(?:\([^()\n]*\)|0x[0-9A-Fa-f]+|\d+|\.|[A-Z]+\([^{};\n]*\))?"
            rb"(?:[ \t]*\(\w+\))?\s*:(?![:=])",
            BRACES,
        ),
        Rule("module", rb"(?!SECTIONS\b|MEMORY\b|PHDRS\b|VERSION\b)([A-Za-z_][\w.]*)\s*\{", BRACES),
    ),
    comment=rb"/\*.*?(?:\*/|\Z)",
    string=DOUBLE,
)

PROFILE = Profile(
    imports="indexer.graph.imports.c:CResolver",
    structure=Structure(
        rows=_ROWS,
        rows_with_tree="instead",
    ),
)
