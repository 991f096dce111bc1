"""Common Lisp."""

from __future__ import annotations

from indexer.languages.families.lisp import BARS, DOCS, WITH_BARS
from indexer.languages.profile import Damage, Docs, Profile, Structure

PROFILE = Profile(
    structure=Structure(cuttable=True),
    damage=Damage(opaque=(DOCS,), open_tokens=WITH_BARS, open_unseen=BARS),
    docs=Docs(place="after parameters"),
)
