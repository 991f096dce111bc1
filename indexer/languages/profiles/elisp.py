"""Emacs Lisp."""

from __future__ import annotations

from indexer.languages.families.lisp import DOCS, OPEN_TOKENS
from indexer.languages.profile import Damage, Docs, Profile, Structure

PROFILE = Profile(
    structure=Structure(cuttable=True),
    damage=Damage(opaque=(DOCS,), open_tokens=OPEN_TOKENS),
    docs=Docs(place="after parameters"),
)
