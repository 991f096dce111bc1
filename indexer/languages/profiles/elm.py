"""Elm."""

from __future__ import annotations

from indexer.languages.profile import Docs, Profile, Structure

PROFILE = Profile(
    structure=Structure(cuttable=True),
    docs=Docs(signature=rb"[ \t]*%s[ \t]*:"),
)
