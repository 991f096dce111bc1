"""Going from a name to what it names, by name alone: for languages whose users have no compiler's help at hand.

Among files, those that are near come first, and definitions in languages that cannot mean the same thing are left out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from indexer.languages.registry import Language, by_name
from indexer.model import Limits, Span
from indexer.query.tree import Name, Query, Sym
from indexer.search.run.corpus import Corpus
from indexer.search.run.search import Hit, run

_MOST = 50


def definitions(
    name: str, language: Language | None, path: str, corpora: Sequence[Corpus], limits: Limits
) -> list[Hit]:
    """The definitions that a name in a file may mean, the likeliest first. `path` is absolute."""
    query = Query(Sym(Name("exact", name, ignore_case=False), Span(0, 0)), "symbol", "score", name)
    hits = run(query, corpora, replace(limits, hits=_MOST, near=path)).hits
    return [hit for hit in hits if _may_mean(language, hit.language)]


def _may_mean(here: Language | None, there: str | None) -> bool:
    if here is None or there is None or here.name == there:
        return (here.name if here is not None else None) == there
    other = by_name(there)
    return other is not None and not here.family.isdisjoint(other.family)
