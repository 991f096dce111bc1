"""PureScript."""

from __future__ import annotations

from indexer.languages.profile import Docs, Names, Profile

PROFILE = Profile(
    imports="indexer.graph.imports.modules:PurescriptResolver",
    names=Names(clauses="any"),
    docs=Docs(signature=rb"[ \t]*%s[ \t]*::"),
)
