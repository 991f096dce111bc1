"""Nim."""

from __future__ import annotations

import re

from indexer.languages.opaque import QUOTES, between
from indexer.languages.profile import Damage, Grammar, Profile, Structure

PROFILE = Profile(
    imports="indexer.graph.imports.modules:NimResolver",
    # A row that is further in than those below it changes what these mean.
    structure=Structure(in_parts=lambda data: True),
    damage=Damage(
        opaque=(between(b"#[", b"]#"), QUOTES),
        # A comment at the margin belongs to what stands above it.
        begins=re.compile(rb"\n(?=(?!(?:elif|else|except|finally|of)\b)[A-Za-z`])"),
        quotes_end_with_row=True,
        open_tokens=((b"#[", b"]#"),),
    ),
    grammar=Grammar(never_empty="statement_list"),
)
