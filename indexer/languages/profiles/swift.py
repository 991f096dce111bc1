"""Swift."""

from __future__ import annotations

import re

from indexer.languages.families.decorators import AT
from indexer.languages.families.testing import CAMEL
from indexer.languages.profile import Convention, Names, Profile, Structure

PROFILE = Profile(
    structure=Structure(cuttable=True),
    names=Names(convention=Convention(attribute=re.compile(rb"@Test\b"), test=CAMEL, in_class=True), decorator=AT),
)
