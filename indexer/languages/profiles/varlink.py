"""Varlink."""

from __future__ import annotations

from indexer.languages.families.rows import HASH
from indexer.languages.profile import Profile, Structure
from indexer.languages.rows import BRACKETS, Rows, Rule

_ROWS = Rows(
    (
        Rule("interface", rb"interface[ \t]+([\w.-]+)"),
        Rule("type", rb"(?:type|error)[ \t]+(\w+)", BRACKETS),
        Rule("method", rb"method[ \t]+(\w+)", BRACKETS),
        Rule("enum_member", rb"type[ \t]+\w+[ \t]*\(([^:()]*)\)", each=rb"\w+"),
        Rule("field", rb"type[ \t]+\w+[ \t]*\(([^\n]*)", each=rb"\w+(?=[ \t]*:)"),
        Rule("field", rb"([a-zA-Z_]\w*)[ \t]*:", inside="type"),
    ),
    comment=HASH,
)

PROFILE = Profile(
    structure=Structure(rows=_ROWS),
)
