"""C++."""

from __future__ import annotations

import re

from indexer.languages.profile import Grammar, Names, Profile, Structure

PROFILE = Profile(
    grammar=Grammar(trusted=True),
    structure=Structure(cuttable=True),
    names=Names(decorator=re.compile(rb"(?=\[\[)")),
)
