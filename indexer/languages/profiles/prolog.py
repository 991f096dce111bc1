"""Prolog."""

from __future__ import annotations

from indexer.languages.families.rows import DOUBLE, SINGLE
from indexer.languages.profile import Profile, Structure
from indexer.languages.rows import INDENT, Rows, Rule

_MARGIN = rb"(?<![ \t])"

_ROWS = Rows(
    (
        Rule("module", rb":-[ \t]*module\([ \t]*([\w/.-]+|'[^'\n]*')"),
        Rule(
            "function",
            _MARGIN + rb"(?:\w+:)?([a-z]\w*|'[^'\n]*')(?=\(|[ \t]*(?::-|-->|=>|\.[ \t]*$))",
            INDENT,
        ),
    ),
    comment=rb"%[^\n]*|/\*.*?(?:\*/|\Z)",
    string=rb"0'(?:\\.|''|[^\n])|" + SINGLE + b"|" + DOUBLE,
)

PROFILE = Profile(
    structure=Structure(rows=_ROWS),
)
