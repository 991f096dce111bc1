"""Why a search found nothing: the terms that find nothing by themselves, each named.

It takes a moment of its own, so it is for a search that somebody waits for, not for one at every letter that is typed.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from indexer.model import Limits
from indexer.query.paths import lies_in
from indexer.query.tree import Changed, File, Kind, Lang, Node, Not, Pattern, Query, TreeQuery
from indexer.search.plan.narrow import conjuncts, path_filter
from indexer.search.run.corpus import Corpus
from indexer.search.run.readable import what_it_was_tried_in

_SECONDS = 0.6  # for all terms together
_MOST = 3  # terms that are named

Found = Callable[[Query, Limits], bool | None]  # whether a query finds anything; None where there was no time to tell


def why_nothing(query: Query, corpora: Sequence[Corpus], found: Found) -> list[str]:
    """What to say of a query that found nothing."""
    terms = [term for term in conjuncts(query.root) if not isinstance(term, Not)]
    if len(terms) == 1 and not isinstance(terms[0], Changed | File | Kind | Lang | Pattern | TreeQuery):
        return []  # that nothing was found says it all
    until = time.monotonic() + _SECONDS
    said: list[str] = []
    all_found = True
    for term in terms:
        alone = Query(term, None, None, query.text)
        if isinstance(term, File | Lang):
            matching: bool | None = any(True for _ in _files(alone, corpora))
        else:
            left = until - time.monotonic()
            matching = found(alone, Limits(1, left, detail="place")) if left > 0 else None
        all_found &= matching is True
        if matching is False:
            said.append(_about(term, query, corpora))
    if not said and all_found and len(terms) > 1:
        said.append("each part of the query is found by itself, but never all of them together")
    return said[:_MOST]


def _about(term: Node, query: Query, corpora: Sequence[Corpus]) -> str:
    written = query.text[term.span.start : term.span.end] if not query.text.isspace() else ""
    if isinstance(term, Lang):
        return f"no file here is in `{written}`"
    if isinstance(term, Kind):
        return f"nothing here is of `{written}`"
    if isinstance(term, Changed):
        since = "is staged" if term.since == "staged" else f"has changed since {term.since}"
        return f"no definition or block here {since}; `select:file` beside it finds files, a word lines"
    if isinstance(term, Pattern | TreeQuery):
        tried = what_it_was_tried_in(term, query, corpora)
        return f"`{written}` finds nothing by itself" + (f": {tried}" if tried else "")
    if not isinstance(term, File):
        return f"`{written}` finds nothing by itself"
    elsewhere = replace(term, pattern=f"**/{term.pattern.removeprefix('/')}")
    if term.glob and "/" in term.pattern and any(True for _ in _files(replace(query, root=elsewhere), corpora)):
        return f"no file matches `{written}`: a glob with a slash starts at the root; try `file:{elsewhere.pattern}`"
    return f"no file matches `{written}`"


def _files(query: Query, corpora: Sequence[Corpus]) -> Iterator[str]:
    """The files whose path and language a query asks for."""
    passes = path_filter(query)
    for corpus in corpora:
        rows = corpus.snapshot.table.rows if corpus.snapshot is not None else ()
        for row in rows:
            if row.skipped is None and lies_in(row.path, corpus.below) and passes(row.path, row.language):
                yield row.path
        for path, document in corpus.live.items():
            if passes(path, document.language.name if document.language else None):
                yield path
