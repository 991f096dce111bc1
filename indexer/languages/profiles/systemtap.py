"""SystemTap."""

from __future__ import annotations

from indexer.languages.families.rows import DOUBLE, HASH, SLASHES
from indexer.languages.profile import Profile, Structure
from indexer.languages.rows import BRACES, Rows, Rule

_ROWS = Rows(
    (
        Rule("function", rb"(?:private[ \t]+)?function[ \t]+(\w+)", BRACES),
        Rule("macro", rb"@define[ \t]+(\w+)"),
        Rule("event", rb"probe[ \t]+([^\s{,=]+)", BRACES),
        Rule(
            "variable",
            rb"(?:private[ \t]+)?global[ \t]+([^\n;]+)",
            inside=".",
            each=rb"[A-Za-z_]\w*(?=[ \t]*(?:[,=\[%]|$))",
        ),
    ),
    comment=HASH + b"|" + SLASHES,
    string=DOUBLE,
)

PROFILE = Profile(
    structure=Structure(rows=_ROWS),
)
