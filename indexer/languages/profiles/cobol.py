"""COBOL."""

from __future__ import annotations

import re

from indexer.languages.profile import Grammar, Heading, Layout, Profile

_AREA = rb"(?:[^\n]{6}[ D])?[ ]{0,3}"

PROFILE = Profile(
    grammar=Grammar(unsafe="its scanner loops for ever on any input"),
    layout=Layout(
        headings=(
            Heading(re.compile(_AREA + rb"([A-Z0-9-]++)\s++DIVISION\b", re.I), 1, "division"),
            Heading(re.compile(_AREA + rb"([A-Z0-9-]++)\s++SECTION\s*+(?:\d++\s*+)?\.", re.I), 2, "section"),
            Heading(
                re.compile(
                    _AREA + rb"(?!END-|EXIT\b|GOBACK|STOP\b|CONTINUE|ELSE)([A-Z0-9][A-Z0-9-]*+)\s*+\.\s*+$", re.I
                ),
                3,
                "function",
            ),
        )
    ),
)
