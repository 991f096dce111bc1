"""Lua."""

from __future__ import annotations

import re

from indexer.languages.profile import Convention, Names, Profile, Structure

PROFILE = Profile(
    structure=Structure(cuttable=True),
    names=Names(convention=Convention(test=re.compile(rb"Test\w*[.:]test"))),
)
