"""Texinfo."""

from __future__ import annotations

import re

from indexer.languages.profile import Heading, Layout, Profile

_TITLE = rb"(\S*+(?:\s++\S++)*+)\s*+$"  # without the blanks at its end

PROFILE = Profile(
    layout=Layout(
        headings=(
            Heading(re.compile(rb"@(?:chapter|unnumbered|appendix|top)\s++" + _TITLE), 1, "section"),
            Heading(re.compile(rb"@(?:section|unnumberedsec|appendixsec|heading)\s++" + _TITLE), 2, "section"),
            Heading(
                re.compile(rb"@(?:subsection|unnumberedsubsec|appendixsubsec|subheading)\s++" + _TITLE),
                3,
                "section",
            ),
        )
    ),
)
