"""Objective-C."""

from __future__ import annotations

from indexer.languages.families.testing import CAMEL
from indexer.languages.profile import Convention, Damage, Layout, Names, Profile, Structure

PROFILE = Profile(
    structure=Structure(reader="indexer.extract.objc:objc_items"),
    damage=Damage(strategy="indexer.syntax.recovery.objc:ObjectiveC"),
    names=Names(convention=Convention(test=CAMEL, in_class=True)),
    layout=Layout(declares=True),
)
