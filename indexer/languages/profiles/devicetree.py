"""Devicetree."""

from __future__ import annotations

from indexer.languages.families.rows import DOUBLE, MACRO, SLASHES
from indexer.languages.profile import Profile, Structure
from indexer.languages.rows import BRACES, Rows, Rule

_ROWS = Rows(
    (
        MACRO,
        Rule("key", rb"([A-Za-z_]\w*):[ \t]*(?=[\w&/{])"),
        Rule(
            "element",
            rb"(?:[A-Za-z_]\w*:[ \t]*)*(?:/omit-if-no-ref/[ \t]*)?"
            rb"([\w,.+-]+(?:@[\w,.]+)?|/|&\w+|&\{[^}\n]*\})\s*\{",
            BRACES,
        ),
    ),
    comment=SLASHES,
    string=DOUBLE,
)

PROFILE = Profile(
    imports="indexer.graph.imports.c:CResolver",
    structure=Structure(rows=_ROWS),
)
