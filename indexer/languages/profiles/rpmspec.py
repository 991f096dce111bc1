"""RPM spec."""

from __future__ import annotations

import re

from indexer.languages.profile import Heading, Layout, Profile, Structure
from indexer.languages.rows import SECTION, Rows, Rule

_ROWS = Rows(
    (
        Rule("package", rb"Name[ \t]*:[ \t]*([^\s#]+)"),
        Rule("macro", rb"%(?:define|global)[ \t]+(\w+)"),
        Rule("constant", rb"%bcond(?:_with(?:out)?)?[ \t]+(\w+)"),
        Rule("package", rb"%package[ \t]+(?:-n[ \t]+)?(\S+)", SECTION, 1),
        Rule(
            "section",
            rb"(%(?:prep|build|install|check|clean|files|description|changelog|pre|post|preun|postun|pretrans"
            rb"|posttrans|triggerin|triggerun|generate_buildrequires|conf)\b[^\n]*)",
            SECTION,
            1,
        ),
        Rule("key", rb"([A-Z][A-Za-z]*\d*)(?:\([^()\n]*\))?[ \t]*:[ \t]"),
    ),
    comment=rb"^[ \t]*#[^\n]*",
    ignore_case=True,
)

PROFILE = Profile(
    structure=Structure(rows=_ROWS),
    layout=Layout(
        headings=(
            Heading(
                re.compile(
                    rb"(%(?:prep|build|install|check|clean|files|package|description|changelog|pre|post|preun|postun|pretrans|posttrans|triggerin|triggerun|generate_buildrequires|conf)\b\S*+(?:\s++\S++)*+)\s*+$"
                ),
                1,
                "section",
            ),
        )
    ),
)
