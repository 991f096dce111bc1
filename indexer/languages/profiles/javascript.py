"""JavaScript."""

from __future__ import annotations

from indexer.languages.families.scripts import with_plain_attributes
from indexer.languages.profile import Grammar, Profile, Structure

PROFILE = Profile(
    grammar=Grammar(trusted=True, readable=(with_plain_attributes,)),
    structure=Structure(cuttable=True),
)
