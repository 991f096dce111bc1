"""CMake."""

from __future__ import annotations

import re

from indexer.languages.opaque import Ends, Opaque
from indexer.languages.profile import Damage, Patterns, Profile, Structure


def _bracket_end(ends: Ends, match: re.Match[bytes]) -> int:
    return ends.sign(b"]" + match["level"] + b"]", match.end())


PROFILE = Profile(
    imports="indexer.graph.imports.files:ConfigurationResolver",
    structure=Structure(cuttable=True),
    damage=Damage(
        opaque=(Opaque(b"#[", rb"#\[(?P<level>=*)\[", _bracket_end),),
        open_tokens=((b"[[", b"]]"), (b"[=[", b"]=]")),
        # What is at the margin and no command may be in a string.
        goes_on=re.compile(rb"(?![ \t]*+(?:#[^\n]*+\n\s*+){0,30}+(?!end|else)\w++[ \t]*+\()", re.IGNORECASE),
        closers=rb"end(?:block|foreach|function|if|macro|while)",
    ),
    patterns=Patterns(ignores_case=True),
)
