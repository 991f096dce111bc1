"""Go."""

from __future__ import annotations

import re

from indexer.languages.profile import Convention, Damage, Grammar, Layout, Names, Profile, Structure

# Functions that `go test` runs, and methods of suites.
_TEST = re.compile(
    rb"func\s+(?:(?:Test|Benchmark|Fuzz)(?![a-z])\w*\s*\([^()]*\btesting\.(?:TB|[TBFM])\b"
    rb"|Example(?![a-z])\w*\s*\(\s*\)"
    rb"|\([^()]*Suite\)\s*Test(?![a-z])\w*\s*\(\s*\))"
)

PROFILE = Profile(
    grammar=Grammar(trusted=True),
    structure=Structure(cuttable=True),
    damage=Damage(quotes_end_with_row=True),
    names=Names(convention=Convention(head=_TEST)),
    layout=Layout(backtick_rows=True),
)
