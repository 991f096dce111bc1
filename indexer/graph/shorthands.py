"""Words that are a field and a variable at once: `{ name }`. When one of the two is renamed, both are written out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from indexer.extract.naming import occurrences
from indexer.graph.holding import rows_with
from indexer.graph.resolve import Resolver
from indexer.model import Span
from indexer.search.run.corpus import Corpus, candidates

_PASSING = frozenset(["import", "export"])  # there the name of the field is that of the variable, wherever it leads


def shorthands_at(resolver: Resolver, corpus: Corpus, path: str, spans: Iterable[Span]) -> set[Span]:
    """Those of some places of a file that name a field and a variable."""
    sources = resolver.meaning(corpus).sources
    scoping, names = sources.scoping(path), sources.names(path)
    if scoping is None or not scoping.shorthands or names is None:
        return set()
    asked = list(spans)
    uses = sources.uses(path, [span.start for span in asked])
    found = {span for span, use in zip(asked, uses, strict=True) if use is not None and use.kind == "shorthand"}
    return found - {one.span for one in names.bindings if one.kind in _PASSING}


def shorthands_of(name: str, resolver: Resolver) -> Iterator[tuple[Corpus, str, Span]]:
    """All places where a name is a field and a variable."""
    for corpus in resolver.corpora:
        sources = resolver.meaning(corpus).sources
        for candidate in candidates(corpus, rows_with(corpus, name)):
            text = sources.text(candidate.path)
            places = [] if text is None else [one.span for one in occurrences(text.data, name, (), ())]
            for span in sorted(shorthands_at(resolver, corpus, candidate.path, places)):
                yield corpus, candidate.path, span


def can_be_written_out(data: bytes, span: Span) -> bool:
    """Whether nothing stands before the word that belongs to the variable alone, as in `{ ref name }`."""
    return data[max(span.start - 200, 0) : span.start].rstrip()[-1:] in (b"{", b",")
