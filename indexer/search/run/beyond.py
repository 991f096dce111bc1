"""What no file can tell alone: who inherits by way of others, who uses what.

It is found out before files are looked at, as far as that says which; the rest is asked of the graph while they are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from indexer.model import Problem
from indexer.query.tree import Query, asks_for_heirs, asks_graph, graph_terms
from indexer.search.run.corpus import NO_GRAPH, Corpus
from indexer.search.run.heirs import with_heirs


class Beyond(NamedTuple):
    """A query that can be asked of each file, why it cannot, and what is to be said of its answer in the end."""

    query: Query
    problems: list[Problem]
    notes: Callable[[], list[str]]


def asked_of_files(query: Query, corpora: Sequence[Corpus], stopped: Callable[[], bool]) -> Beyond:
    """A query with what all files together say of it."""
    about_heirs: list[str] = []
    if asks_for_heirs(query.root):
        query, about_heirs = with_heirs(query, corpora, stopped)
    if not asks_graph(query.root) or not corpora:
        return Beyond(query, [], lambda: about_heirs)
    if any(corpus.graph is None for corpus in corpora):
        problems = [Problem(NO_GRAPH, term.span) for term in graph_terms(query.root)]
        return Beyond(query, problems, lambda: about_heirs)
    assert corpora[0].graph is not None
    graph = corpora[0].graph()
    return Beyond(graph.narrowed(query, stopped), [], lambda: [*about_heirs, *graph.notes()])
