"""Assembly."""

from __future__ import annotations

from indexer.languages.profile import Profile, Structure

PROFILE = Profile(
    structure=Structure(reader="indexer.extract.asm:asm_items"),
)
