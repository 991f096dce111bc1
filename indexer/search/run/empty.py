"""Why a search found nothing: the terms that find nothing by themselves, each named.

It takes a moment of its own, so it is for a search that somebody waits for, not for one at every letter that is typed.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from indexer.languages.registry import by_name
from indexer.model import Limits
from indexer.query.guesses import guesses
from indexer.query.parser import parse
from indexer.query.paths import lies_in
from indexer.query.tree import Changed, File, Inside, Kind, Lang, Node, Not, Pattern, Query, Sym, TreeQuery
from indexer.search.plan.narrow import conjuncts, path_filter
from indexer.search.run.corpus import Corpus
from indexer.search.run.readable import what_it_was_tried_in

_SECONDS = 0.6  # for all terms together
_MOST = 3  # terms that are named
_LONGEST = 200  # characters of a term that are said again
_EXPLAINED = Changed | File | Inside | Kind | Lang | Pattern | TreeQuery  # more is to be said of them

Found = Callable[[Query, Limits], bool | None]  # whether a query finds anything; None where there was no time to tell


def why_nothing(query: Query, corpora: Sequence[Corpus], found: Found) -> list[str]:
    """What to say of a query that found nothing."""
    if not all(corpus.is_whole for corpus in corpora):
        return []  # what it looks for may be in a file that has not been read yet
    if not any(True for _ in _files(Query(query.root, None, None, query.text), corpora, everything=True)):
        return [_no_files(corpora)]
    terms = [term for term in conjuncts(query.root) if not isinstance(term, Not)]
    until = time.monotonic() + _SECONDS
    said: list[str] = []
    all_found = True
    for term in terms:
        alone = Query(term, None, None, query.text)
        left = until - time.monotonic()
        if len(terms) == 1:
            matching: bool | None = False
        elif isinstance(term, File | Lang):
            matching = any(True for _ in _files(alone, corpora))
        else:
            matching = found(alone, Limits(1, left, detail="place")) if left > 0 else None
        all_found &= matching is True
        if matching is False:
            about = _about(term, query, corpora) if len(terms) > 1 or isinstance(term, _EXPLAINED) else ""
            guess = _guess(term, query, found, until)
            said += ["; ".join(filter(None, (about, guess)))] if about or guess else []
    if not said and all_found and len(terms) > 1:
        said.append("each part of the query is found by itself, but never all of them together")
    return list(dict.fromkeys(said))[:_MOST]


def _guess(term: Node, query: Query, found: Found, until: float) -> str:
    """What may have been meant by a term, if that finds something or there is no time to tell."""
    for guess in guesses(term, query.text[term.span.start : term.span.end]):
        parsed = parse(guess.query)
        left = until - time.monotonic()
        if parsed.query is None or (left <= 0 and not guess.certain):
            continue
        if guess.certain or found(parsed.query, Limits(1, left, detail="place")):
            return f"{guess.because}: try `{guess.query}`"
    return ""


def _about(term: Node, query: Query, corpora: Sequence[Corpus]) -> str:
    written = query.text[term.span.start : term.span.end] if not query.text.isspace() else ""
    if len(written) > _LONGEST:
        written = f"{written[:_LONGEST]}…"
    if isinstance(term, Lang):
        there = Counter(language for _, language in _files(query, corpora, everything=True) if language)
        known = [by_name(name) for name, _ in there.most_common(3)]
        names = [language.title for language in known if language is not None]
        return f"no file here is in `{written}`" + (f"; most are in {_listed(names)}" if names else "")
    if isinstance(term, Kind):
        return f"nothing here is of `{written}`"
    if isinstance(term, Changed):
        since = "is staged" if term.since == "staged" else f"has changed since {term.since}"
        return f"no definition or block here {since}; `select:file` beside it finds files, a word lines"
    if isinstance(term, Pattern | TreeQuery):
        tried = what_it_was_tried_in(term, query, corpora)
        return f"`{written}` finds nothing by itself" + (f": {tried}" if tried else "")
    if isinstance(term, File):
        return f"no file matches `{written}`"
    if isinstance(term, Inside) and isinstance(term.query, Sym):
        return f"`{written}` finds nothing by itself: no definition here is named so, or it holds nothing"
    return f"`{written}` finds nothing by itself"


def _no_files(corpora: Sequence[Corpus]) -> str:
    """Why there is nothing to search: no files, or none that may be."""
    why = Counter(
        row.skipped
        for corpus in corpora
        for row in (corpus.snapshot.table.rows if corpus.snapshot is not None else ())
        if row.skipped is not None and lies_in(row.path, corpus.below)
    )
    if not why:
        return "there are no files here, or all are ignored; `outcrop files --skipped` lists those"
    return f"no file here can be searched: {_listed([f'{count} {reason}' for reason, count in why.most_common(3)])}"


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _files(query: Query, corpora: Sequence[Corpus], everything: bool = False) -> Iterator[tuple[str, str | None]]:
    """The files whose path and language a query asks for, or all there are, each with its language."""
    passes = path_filter(query)
    for corpus in corpora:
        rows = corpus.snapshot.table.rows if corpus.snapshot is not None else ()
        for row in rows:
            if (
                row.skipped is None
                and lies_in(row.path, corpus.below)
                and (everything or passes(row.path, row.language))
            ):
                yield row.path, row.language
        for path, document in corpus.live.items():
            language = document.language.name if document.language else None
            if everything or passes(path, language):
                yield path, language
