"""GraphQL."""

from __future__ import annotations

import re

from indexer.languages.profile import Docs, Names, Profile

PROFILE = Profile(
    names=Names(decorator=re.compile(rb'"""(?:[^"]|"(?!""))*"""|"[^"\n]*"')),
    docs=Docs(place="start"),
)
