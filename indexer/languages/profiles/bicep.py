"""Bicep."""

from __future__ import annotations

from indexer.languages.profile import Profile, Structure

PROFILE = Profile(structure=Structure(in_parts=lambda data: True))
