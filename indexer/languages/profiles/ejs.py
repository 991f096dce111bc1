"""EJS."""

from __future__ import annotations

from indexer.languages.profile import Embeds, Profile

PROFILE = Profile(
    embeds=Embeds(code="javascript"),
)
