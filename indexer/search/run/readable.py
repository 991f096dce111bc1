"""Whether a shape can be read at all: a pattern or tree query in the languages of the files that are searched.

Most files are never asked, as they lack the words of a pattern, so one that makes no sense would find nothing without
a word. It is tried on empty texts instead, the commonest languages first.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Sequence

from indexer.documents import Document
from indexer.embedded.finders import may_embed
from indexer.grammars.trust import is_fuzzed, why_unsafe
from indexer.languages.registry import Language, by_name, languages
from indexer.model import Problem
from indexer.query.paths import lies_in
from indexer.query.tree import Pattern, Query, TreeQuery, walk
from indexer.safe_reader import Answered, SafeReader
from indexer.search.plan.narrow import conjuncts, path_filter
from indexer.search.run.corpus import Corpus
from indexer.shapes import ShapeMatches

Shape = Pattern | TreeQuery
_SECONDS = 2.0  # for the languages of one shape


def unreadable_shapes(query: Query, corpora: Sequence[Corpus], found: bool) -> list[Problem]:
    """What is wrong with each shape of a query that no language of the searched files can read.

    Where something was `found`, the shapes that every hit must have can be read.
    """
    shapes = [node for node in walk(query.root) if isinstance(node, Shape)]
    if found and shapes:
        certain = set(conjuncts(query.root))
        shapes = [shape for shape in shapes if shape not in certain]
    problems = [_problem(shape, query, corpora) for shape in shapes]
    return [problem for problem in problems if problem is not None]


def what_it_was_tried_in(shape: Shape, query: Query, corpora: Sequence[Corpus]) -> str:
    """The languages that can read a shape, and those that cannot, as a sentence; nothing where all can."""
    tried = list(_tried(shape, _languages(query, corpora), corpora))
    reads = [language.title for language, problem in tried if problem is None]
    rest = [language.title for language, problem in tried if problem is not None]
    if not rest:
        return ""
    if not reads:
        return f"it cannot be read as {_listed(rest)}"
    return f"it was looked for as {_listed(reads)}, and cannot be read as {_listed(rest)}"


def _problem(shape: Shape, query: Query, corpora: Sequence[Corpus]) -> Problem | None:
    here = _languages(query, corpora)
    first = ""
    for _, problem in _tried(shape, here, corpora):
        if problem is None:
            return None
        first = first or problem
    if any(may_embed(language) for language in here):
        inner = [language for language in languages() if is_fuzzed(language.grammar) and language not in here]
        if any(problem is None for _, problem in _tried(shape, inner, corpora)):
            return None  # some document may hold such code
    return Problem(first, shape.span) if first else None


def _tried(shape: Shape, among: Sequence[Language], corpora: Sequence[Corpus]) -> Iterator[tuple[Language, str | None]]:
    """The languages that have trees, each with what is wrong with the shape in it."""
    until = time.monotonic() + _SECONDS
    for language in among:
        if time.monotonic() > until:
            return
        answered = _asked(shape, language, corpora[0].reader)
        if answered.failure is None:
            yield language, answered.result.problem


def _asked(shape: Shape, language: Language, reader: SafeReader) -> Answered[ShapeMatches]:
    key, document = f"nothing in {language.name}", Document.of(language, b"")
    if isinstance(shape, Pattern):
        return reader.ask(key, document, Document.pattern_matches, shape.source)
    return reader.ask(key, document, Document.ts_matches, shape.source)


def _languages(query: Query, corpora: Sequence[Corpus]) -> list[Language]:
    """The languages with a grammar of the files that a query looks at, the commonest first."""
    passes = path_filter(query)
    counts: Counter[str] = Counter()
    for corpus in corpora:
        for row in corpus.snapshot.table.rows if corpus.snapshot is not None else ():
            if row.language and row.skipped is None and lies_in(row.path, corpus.below):
                counts[row.language] += passes(row.path, row.language)
        for path, document in corpus.live.items():
            if document.language is not None:
                counts[document.language.name] += passes(path, document.language.name)
    found = (by_name(name) for name, count in counts.most_common() if count)
    return [
        language
        for language in found
        if language is not None
        and language.adapter == "syntax"
        and language.grammar
        and not why_unsafe(language.grammar)
    ]


def _listed(names: Sequence[str]) -> str:
    shown = list(names[:4]) + ([f"{len(names) - 4} more"] if len(names) > 4 else [])
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"
