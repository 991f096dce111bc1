"""C++."""

from __future__ import annotations

import re

from indexer.languages.profile import Damage, Grammar, Layout, Names, Profile, Structure

PROFILE = Profile(
    grammar=Grammar(trusted=True),
    structure=Structure(cuttable=True),
    damage=Damage(
        quotes_end_with_row=True,
        open_tokens=((b'R"', b')"'),),
        directives=True,
        strategy="indexer.syntax.recovery.cpp:Cpp",
    ),
    names=Names(decorator=re.compile(rb"(?=\[\[)")),
    layout=Layout(declares=True),
)
