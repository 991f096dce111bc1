"""Objective-C."""

from __future__ import annotations

from indexer.languages.families.testing import CAMEL
from indexer.languages.profile import Convention, Names, Profile, Structure

PROFILE = Profile(
    structure=Structure(reader="indexer.extract.objc:objc_items"),
    names=Names(convention=Convention(test=CAMEL, in_class=True)),
)
