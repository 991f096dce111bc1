"""Cycles and islands, against a library that is known for them."""

from __future__ import annotations

import random

import pytest

from indexer.graph.components import cycles, islands, shortest_cycle
from tests.judges import missing


def test_cycles_and_islands_are_those_of_networkx() -> None:
    try:
        import networkx  # type: ignore[import-untyped]
    except ImportError:
        missing("networkx")
    for seed in range(200):
        chance = random.Random(seed)
        nodes = [f"f{at}" for at in range(chance.randint(1, 30))]
        out = {node: chance.choices(nodes, k=chance.randint(0, 2)) for node in nodes}
        graph = networkx.DiGraph([(node, other) for node, others in out.items() for other in others])
        graph.add_nodes_from(nodes)
        expected = {
            frozenset(group)
            for group in networkx.strongly_connected_components(graph)
            if len(group) > 1 or any(graph.has_edge(node, node) for node in group)
        }
        found = cycles(out)
        assert {frozenset(group) for group in found} == expected
        for group in found:
            way = shortest_cycle(out, group)
            assert way[0] == min(group) and set(way) <= set(group)
            assert all(other in out[node] for node, other in zip(way, [*way[1:], way[0]], strict=True))
        weak = {frozenset(group) for group in networkx.weakly_connected_components(graph)}
        assert {frozenset(group) for group in islands([node, *others] for node, others in out.items())} == weak


@pytest.mark.parametrize("length", [50_000])
def test_a_chain_longer_than_any_stack(length: int) -> None:
    ring = {f"f{at}": [f"f{(at + 1) % length}"] for at in range(length)}
    (group,) = cycles(ring)
    assert len(group) == length == len(shortest_cycle(ring, group))
