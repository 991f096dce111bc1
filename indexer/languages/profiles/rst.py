"""reStructuredText."""

from __future__ import annotations

from indexer.languages.profile import Embeds, Layout, Profile

PROFILE = Profile(
    layout=Layout(scanner="indexer.blocks.rst:scan_rst"),
    embeds=Embeds(fence_options=True),
)
