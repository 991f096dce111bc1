"""XML."""

from __future__ import annotations

from indexer.languages.profile import Docs, Layout, Profile

PROFILE = Profile(
    docs=Docs(enclosed=("<!--", "-->")),
    layout=Layout(is_data=True),
)
