"""Vera."""

from __future__ import annotations

from indexer.languages.families.rows import DOUBLE, MACRO, SLASHES
from indexer.languages.profile import Profile, Structure
from indexer.languages.rows import BRACES, SEMICOLON, Rows, Rule

_ROWS = Rows(
    (
        MACRO,
        Rule("interface", rb"interface[ \t]+(\w+)", BRACES),
        Rule("class", rb"(?:(?:extern|virtual|local)[ \t]+)*class[ \t]+(\w+)", BRACES),
        Rule("module", rb"program[ \t]+(\w+)", BRACES),
        Rule("enum", rb"enum[ \t]+(\w+)", SEMICOLON),
        Rule(
            "function",
            rb"(?:(?:extern|virtual|local|protected|public|static)[ \t]+)*"
            rb"(?:task|function[ \t]+[\w\[\]:]+)[ \t]+([\w:]+)",
            BRACES,
        ),
        Rule("field", rb"(?:input|output|inout)[ \t]+(?:\[[^\]\n]*\][ \t]*)?(\w+)", inside="interface"),
    ),
    comment=SLASHES,
    string=DOUBLE,
)

PROFILE = Profile(
    structure=Structure(rows=_ROWS),
)
