"""Apex."""

from __future__ import annotations

from indexer.languages.profile import Patterns, Profile, Structure

PROFILE = Profile(
    structure=Structure(in_parts=lambda data: True),
    patterns=Patterns(ignores_case=True),
)
