"""Myrddin."""

from __future__ import annotations

from indexer.languages.families.rows import DOUBLE, SLASHES
from indexer.languages.profile import Profile, Structure
from indexer.languages.rows import Rows, Rule

_ROWS = Rows(
    (
        Rule("package", rb"pkg[ \t]+([\w.]+)[ \t]*=", rb";;"),
        Rule("trait", rb"(?:pkglocal[ \t]+)?trait[ \t]+(\w+)"),
        Rule("type", rb"(?:pkglocal[ \t]+)?type[ \t]+(\w+)"),
        Rule(
            "function",
            rb"(?:pkglocal[ \t]+|extern[ \t]+|\$noret[ \t]+)*(?:const|generic)[ \t]+(\w+)[ \t]*=[ \t]*\{",
        ),
        Rule("constant", rb"(?:pkglocal[ \t]+|extern[ \t]+)*(?:const|generic)[ \t]+(\w+)"),
        Rule("variable", rb"(?:pkglocal[ \t]+|extern[ \t]+)*var[ \t]+(\w+)"),
    ),
    comment=SLASHES,
    string=DOUBLE,
)

PROFILE = Profile(
    structure=Structure(rows=_ROWS),
)
