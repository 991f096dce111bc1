"""The uses of what a person names: `save`, `Model.save`, `aws_instance.web`, `.button`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import islice

from indexer.graph.calls import CallGraph
from indexer.graph.holding import is_written_whole
from indexer.graph.resolve import Resolver, Target
from indexer.graph.uses import FoundReference, uses_of, uses_of_each
from indexer.graph.values import Shared
from indexer.model import Limits
from indexer.query.tree import Name
from indexer.search.names.written import written

_SIGNS = frozenset([".", "#", "%"])


def asked_uses(name: str, resolver: Resolver, limits: Limits) -> Iterable[FoundReference]:
    """The uses of a name in path order, each with what it means."""
    signed = _signed(name, resolver, limits)
    if signed or not written(_path(name)).is_joined:
        return signed or uses_of(name, resolver, limits)
    every = replace(limits, hits=None)
    found = {(one.root, one.path, one.reference.span): one for one in uses_of(name, resolver, every)}
    found |= {(one.root, one.path, one.reference.span): one for one in _meant(name, resolver, every)}
    order = {corpus.root: at for at, corpus in enumerate(resolver.corpora)}
    ordered = sorted(found.values(), key=lambda one: (order[one.root], one.path, one.reference.span))
    return islice(ordered, limits.hits)


def _path(name: str) -> Name:
    return Name("path", name, ignore_case=False)


def _meant(name: str, resolver: Resolver, limits: Limits) -> Iterator[FoundReference]:
    """The uses that mean a definition of that name, or may, however they are written."""
    graph = CallGraph(resolver)
    targets = [
        Target(node.corpus, node.path, node.symbol.name_span, node.symbol.kind, "name", node.symbol.span)
        for node in graph.defined(name)
        if node.symbol is not None
    ]
    return uses_of_each({written(_path(name)).last: targets}, resolver, limits) if targets else iter(())


def _signed(name: str, resolver: Resolver, limits: Limits) -> list[FoundReference]:
    """The uses of a class, an id or a placeholder that is asked for with its sign: `.button`, `#top`."""
    sign, plain = name[:1], name[1:]
    if sign not in _SIGNS or not is_written_whole(plain):
        return []
    by_root = {corpus.root: corpus for corpus in resolver.corpora}
    found = []
    for one in uses_of(plain, resolver, limits):
        sources = resolver.meaning(by_root[one.root]).sources
        [use] = sources.uses(one.path, [one.reference.span.start])
        if use is not None and isinstance(use.value, Shared) and use.value.space == sign:
            found.append(one)
    return found
