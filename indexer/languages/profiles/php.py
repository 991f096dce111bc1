"""PHP."""

from __future__ import annotations

import re

from indexer.languages.families.decorators import HASH
from indexer.languages.families.testing import CAMEL
from indexer.languages.heredocs import Heredocs
from indexer.languages.profile import Convention, Grammar, Names, Profile

PROFILE = Profile(
    grammar=Grammar(trusted=True, sigil=rb"\$(?=.)"),
    names=Names(
        convention=Convention(
            constructors=frozenset((b"__construct",)),
            attribute=re.compile(rb"#\[[^\]]{0,300}\b(?:Test|DataProvider|TestWith)\b"),
            test=CAMEL,
            in_class=True,
        ),
        decorator=HASH,
    ),
    heredocs=Heredocs(
        signs=re.compile(rb"<<<"),
        value=re.compile(rb"\\.|(\$\{|\{(?=\$))|(\$\w+)", re.DOTALL),
        quotes=(b'<?php "', b'";'),
    ),
)
