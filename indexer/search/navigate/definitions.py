"""Going from a name to what it names, by name alone: for languages whose users have no compiler's help at hand.

A definition in the same file hides those elsewhere; among files, those that are near come first, and definitions in
languages that cannot mean the same thing are left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from indexer.languages.registry import Language
from indexer.model import Limits, Span
from indexer.query.tree import Name, Query, Sym
from indexer.search.run.corpus import Corpus
from indexer.search.run.search import Hit, run

# Languages that call each other's definitions by name.
_FAMILIES = (
    frozenset(("c", "cpp", "objc", "cuda", "arduino")),
    frozenset(("javascript", "typescript", "tsx", "jsx", "vue", "svelte", "astro", "html")),
    frozenset(("java", "kotlin", "scala", "groovy")),
    frozenset(("bash", "sh", "zsh", "ksh")),
    frozenset(("css", "scss", "sass", "less", "html", "vue", "svelte")),
    frozenset(("hcl", "terraform")),
    frozenset(("commonlisp", "elisp", "scheme", "racket")),
    frozenset(("haskell", "purescript")),
)
_MOST = 50


def definitions(
    name: str, language: Language | None, path: str, corpora: Sequence[Corpus], limits: Limits
) -> list[Hit]:
    """The definitions that a name in a file may mean, the likeliest first. `path` is absolute."""
    query = Query(Sym(Name("exact", name, ignore_case=False), Span(0, 0)), "symbol", "score", name)
    hits = run(query, corpora, replace(limits, hits=_MOST, near=path)).hits
    here = language.name if language else None
    hits = [hit for hit in hits if _may_mean(here, hit.language)]
    same_file = [hit for hit in hits if str(hit.root / hit.path) == path]
    return same_file or hits


def _may_mean(here: str | None, there: str | None) -> bool:
    return here == there or any(here in family and there in family for family in _FAMILIES)
