"""Definitions that are known by addresses: `var.x`, `aws_instance.web`, `module.net`.

Nothing is called there, so whoever names one uses it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from indexer.graph.holding import rows_with
from indexer.graph.names import FILE, Binding
from indexer.graph.resolve import Resolver
from indexer.model import Span, Symbol
from indexer.search.run.corpus import Corpus, Gone, candidates

_WORD = re.compile(rb"[^\W\d][\w-]*")


class Addresses:
    """What the files of a workspace define that is known by an address."""

    def __init__(self, resolver: Resolver) -> None:
        self._resolver = resolver

    def are_in(self, corpus: Corpus, path: str) -> bool:
        """Whether the names of a file are addresses."""
        scoping = self._resolver.meaning(corpus).sources.scoping(path)
        return scoping is not None and scoping.address is not None

    def bound(self, corpus: Corpus, path: str, symbol: Symbol) -> Binding | None:
        """What a definition binds for its module: the name of it is the last word of its head."""
        names = self._resolver.meaning(corpus).sources.names(path) if self.are_in(corpus, path) else None
        head = symbol.name_span
        found = [] if names is None else [one for one in names.bindings if head.start <= one.span.start < head.end]
        return next((one for one in found if one.scope == FILE and one.space), None)

    def defined(self, address: str) -> Iterator[tuple[Corpus, str, Symbol]]:
        """The definitions with an address, as it is written where they are used."""
        for corpus in self._resolver.corpora:
            sources = self._resolver.meaning(corpus).sources
            for candidate in candidates(corpus, rows_with(corpus, address.rpartition(".")[2])):
                scoping = sources.scoping(candidate.path)
                bound = scoping.bound_as(address) if scoping is not None and scoping.bound_as is not None else ""
                for symbol in sources.symbols(candidate.path) if bound else ():
                    one = self.bound(corpus, candidate.path, symbol)
                    if one is not None and one.space + one.name == bound:
                        yield corpus, candidate.path, symbol

    def words(self, corpus: Corpus, path: str, whole: Span) -> list[Span]:
        """The words of a definition's text, of which some are parts of addresses."""
        try:
            data = self._resolver.meaning(corpus).sources.source(path).text.data
        except Gone:
            return []
        return [Span(*found.span()) for found in _WORD.finditer(data, whole.start, whole.end)]
