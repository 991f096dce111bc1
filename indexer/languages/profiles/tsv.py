"""TSV."""

from __future__ import annotations

from indexer.languages.profile import Layout, Profile

PROFILE = Profile(
    layout=Layout(is_data=True),
)
