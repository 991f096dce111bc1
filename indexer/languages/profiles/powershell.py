"""PowerShell."""

from __future__ import annotations

import re

from indexer.languages.heredocs import OPEN_STRING, Heredocs
from indexer.languages.profile import Damage, Grammar, Patterns, Profile, Structure

PROFILE = Profile(
    imports="indexer.graph.imports.files:SourcedResolver",
    grammar=Grammar(sigil=rb"\$?(?:(?i:global|local|script|private|using):)?(?=.)"),
    structure=Structure(cuttable=True),
    damage=Damage(open_tokens=((b"<#", b"#>"),)),
    heredocs=Heredocs(
        signs=re.compile(rb"@[\"']"),
        filler=OPEN_STRING,  # `"@ | Out-File` goes on with the expression
    ),
    patterns=Patterns(ignores_case=True, first_style="sigil"),
)
