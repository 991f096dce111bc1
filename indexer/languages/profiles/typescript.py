"""TypeScript."""

from __future__ import annotations

from indexer.languages.families.scripts import with_plain_imported_types
from indexer.languages.profile import Grammar, Profile, Structure

PROFILE = Profile(
    grammar=Grammar(trusted=True, readable=(with_plain_imported_types,)),
    structure=Structure(cuttable=True),
)
