"""QEMU option tables."""

from __future__ import annotations

from indexer.languages.profile import Profile, Structure
from indexer.languages.rows import BRACKETS, Rows, Rule

_ROWS = Rows(
    (
        Rule("function", rb"DEF\([ \t]*\"([^\"\n]+)\"", BRACKETS),
        Rule("function", rb"\.name[ \t]*=[ \t]*\"([^\"\n]+)\""),
        Rule("section", rb"DEFHEADING\([ \t]*([^\n)]+?)[ \t]*:?\)"),
    ),
    comment=rb"/\*.*?(?:\*/|\Z)",
)

PROFILE = Profile(
    structure=Structure(rows=_ROWS),
)
