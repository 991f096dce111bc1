"""Numbers of definitions and blocks: how long they are, how many lie in them, what they take and what they decide."""

from __future__ import annotations

from typing import assert_never

import numpy as np

from indexer.languages.registry import by_name
from indexer.query.tree import Measure
from indexer.search.match.facts import Facts
from indexer.search.match.nodes import Nodes
from indexer.store.columns import PackedOutline, Rows

# Kinds of what is called with arguments.
_CALLABLE = ("constructor", "function", "lambda", "macro", "method", "prototype", "test_function", "test_method")


def measured(measure: Measure, nodes: Nodes, packed: PackedOutline, facts: Facts) -> Rows:
    """A number for each node, or -1 where there is none."""
    if measure == "lines":
        return nodes.last_rows - nodes.first_rows + 1
    if measure == "children":
        return nodes.child_counts
    if measure == "depth":
        return nodes.depths
    if measure == "params":
        return _parameters(nodes, packed, facts)
    if measure == "complexity":
        return _complexities(nodes, facts)
    assert_never(measure)


def _complexities(nodes: Nodes, facts: Facts) -> Rows:
    """One more than there are decisions in each."""
    starts = np.array([match.span.start for match in facts.measures() if "decision" in match.captures], np.int64)
    inside: Rows = np.searchsorted(starts, nodes.ends) - np.searchsorted(starts, nodes.starts)
    return inside + 1


def _parameters(nodes: Nodes, packed: PackedOutline, facts: Facts) -> Rows:
    """How many parameters each function takes: those of the first list behind its name."""
    numbers = np.full(len(nodes), -1, np.int64)
    lists = [match for match in facts.measures() if "parameters" in match.captures]
    if not lists and not _are_told(facts.language):
        return numbers
    starts = np.array([match.span.start for match in lists], np.int64)
    for at in np.flatnonzero(nodes.of_kinds(_CALLABLE)).tolist():
        symbol = int(nodes.symbols[at])
        begin = packed.name_start(symbol) if symbol >= 0 else int(nodes.starts[at])
        first = int(np.searchsorted(starts, begin))
        is_own = first < len(lists) and lists[first].span.start < nodes.ends[at]
        numbers[at] = lists[first].counts["parameters"] if is_own else 0
    return numbers


def _are_told(language: str | None) -> bool:
    from indexer.patterns.measures import tells_parameters  # it imports the parser

    found = by_name(language) if language else None
    return found is not None and found.grammar is not None and tells_parameters(found.grammar)
