"""Definitions for a person: what the name at a place may mean, where that is, and why it is believed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from indexer.graph.resolve import Evidence, Resolver, Target
from indexer.model import Span, Symbol
from indexer.search.run.corpus import Corpus, Gone
from indexer.text.document_text import Text


class Definition(NamedTuple):
    """A definition that a name may mean."""

    root: Path
    path: str
    language: str | None
    text: Text
    span: Span  # of its name
    kind: str
    symbol: Symbol | None  # None for what is no part of an outline, such as a parameter
    around: tuple[str, ...]  # the names of the definitions it lies in, outermost first
    evidence: Evidence


def definitions(resolver: Resolver, corpus: Corpus, path: str, offset: int) -> list[Definition]:
    """What the name at an offset may mean, the likeliest first; nothing for what lies outside of the workspace."""
    return list(described(resolver, resolver.targets(corpus, path, offset)))


def described(resolver: Resolver, targets: list[Target]) -> Iterator[Definition]:
    for target in targets:
        if target.corpus is None:
            continue
        sources = resolver.meaning(target.corpus).sources
        source = sources.source(target.path)
        symbols = sources.symbols(target.path)
        at = next((at for at, symbol in enumerate(symbols) if symbol.name_span == target.span), None)
        symbol = symbols[at] if at is not None and target.span.end else None
        if symbol is not None:
            inside = symbol.parent
        else:
            around = [at for at, one in enumerate(symbols) if one.span.start <= target.span.start < one.span.end]
            inside = around[-1] if around and target.span.end else None
        names: list[str] = []
        while inside is not None:
            names.append(symbols[inside].name)
            inside = symbols[inside].parent
        try:
            yield Definition(
                target.corpus.root,
                target.path,
                source.language,
                source.text,
                target.span,
                symbol.kind if symbol is not None else target.kind,
                symbol,
                tuple(reversed(names)),
                target.evidence,
            )
        except Gone:
            continue
