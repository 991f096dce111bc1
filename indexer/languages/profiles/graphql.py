"""GraphQL."""

from __future__ import annotations

import re

from indexer.languages.profile import Docs, Names, Profile, Structure

PROFILE = Profile(
    structure=Structure(cuttable=True),
    names=Names(decorator=re.compile(rb'"""(?:[^"]|"(?!""))*"""|"[^"\n]*"')),
    docs=Docs(place="start"),
)
