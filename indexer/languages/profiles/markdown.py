"""Markdown."""

from __future__ import annotations

from indexer.languages.profile import Docs, Profile

PROFILE = Profile(
    docs=Docs(enclosed=("<!--", "-->")),
)
