"""Windows resources."""

from __future__ import annotations

from indexer.languages.families.rows import MACRO, SLASHES
from indexer.languages.profile import Profile, Structure
from indexer.languages.rows import Rows, Rule

_ROWS = Rows(
    (
        MACRO,
        Rule(
            "resource",
            rb"(\"[^\"\n]+\"|[A-Za-z_0-9][\w.]*)[ \t]+(?:ACCELERATORS|BITMAP|CURSOR|DIALOG(?:EX)?|FONT|HTML|ICON"
            rb"|MENU(?:EX)?|MESSAGETABLE|RCDATA|TOOLBAR|VERSIONINFO|MANIFEST|TEXTINCLUDE|PNG|TYPELIB)\b",
        ),
        Rule("table", rb"(STRINGTABLE)\b"),
    ),
    comment=SLASHES,
)

PROFILE = Profile(
    imports="indexer.graph.imports.c:CResolver",
    structure=Structure(rows=_ROWS),
)
