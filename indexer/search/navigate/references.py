"""Where a name is referred to: calls, imports, types, bases. By name alone, for no compiler is at hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from indexer.model import Limits, Reference, Span, Symbol
from indexer.query.tree import Name, Query, Ref
from indexer.search.names.matching import matcher
from indexer.search.plan.narrow import narrowed_rows
from indexer.search.run.corpus import Corpus, Gone, candidates
from indexer.text.document_text import Text


class FoundReference(NamedTuple):
    """A reference and the text it is in."""

    root: Path
    path: str
    language: str | None
    text: Text
    reference: Reference
    around: Symbol | None  # the innermost definition that it lies in


def find_references(name: str, corpora: Sequence[Corpus], limits: Limits) -> Iterator[FoundReference]:
    """The references to a name, in path order. For a name with dots, imports of that path."""
    wanted = Name("path", name, ignore_case=False)
    fits = matcher(wanted)
    query = Query(Ref(None, wanted, Span(0, 0)), "line", "path", name)
    count = 0
    for corpus in corpora:
        rows = narrowed_rows(corpus.snapshot, query, corpus.below) if corpus.snapshot is not None else []
        for candidate in candidates(corpus, rows):
            if limits.cancelled():
                return
            try:
                found = candidate.references(lambda name: fits(name) is not None)
                text = candidate.text
            except Gone:
                continue
            for reference in found:
                around = None if reference.symbol is None else candidate.definition(reference.symbol)()
                yield FoundReference(corpus.root, candidate.path, candidate.language, text, reference, around)
                count += 1
                if limits.hits is not None and count >= limits.hits:
                    return
