"""S-Lang."""

from __future__ import annotations

from indexer.languages.families.rows import DOUBLE, SINGLE
from indexer.languages.profile import Profile, Structure
from indexer.languages.rows import BRACES, Rows, Rule

_ROWS = Rows(
    (
        Rule("function", rb"(?:(?:static|private|public)[ \t]+)?define[ \t]+(\w+)", BRACES),
        Rule(
            "variable",
            rb"(?:(?:static|private|public)[ \t]+)?variable[ \t]+([^\n]+)",
            inside=".",
            each=rb"(?:(?<=[ \t,])|^)[A-Za-z_]\w*(?=[ \t]*(?:[,;=]|$))",
        ),
        Rule("struct", rb"typedef[ \t]+struct\b[^}]*\}[ \t]*(\w+)"),
        Rule("namespace", rb"implements[ \t]*\([ \t]*\"(\w+)\""),
        Rule("macro", rb"#define[ \t]+(\w+)"),
    ),
    comment=rb"%[^\n]*",
    string=DOUBLE + b"|" + SINGLE,
)

PROFILE = Profile(
    structure=Structure(rows=_ROWS),
)
