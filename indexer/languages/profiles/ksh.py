"""KornShell."""

from __future__ import annotations

from indexer.languages.families.shell import HEREDOCS
from indexer.languages.profile import Profile

PROFILE = Profile(
    imports="indexer.graph.imports.shell:ShellResolver",
    heredocs=HEREDOCS,
)
