"""Zsh."""

from __future__ import annotations

from indexer.languages.families.shell import HEREDOCS
from indexer.languages.profile import Layout, Profile

PROFILE = Profile(
    imports="indexer.graph.imports.shell:ShellResolver",
    heredocs=HEREDOCS,
    layout=Layout(heredocs="any"),
)
