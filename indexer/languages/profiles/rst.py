"""reStructuredText."""

from __future__ import annotations

from indexer.languages.profile import Embeds, Layout, Profile

_DIRECTIVES = b"code-block code sourcecode parsed-literal highlight math prompt ipython"

PROFILE = Profile(
    layout=Layout(scanner="indexer.blocks.rst:scan_rst"),
    embeds=Embeds(fence_options=True, signs=tuple(word + b"::" for word in _DIRECTIVES.split())),
)
