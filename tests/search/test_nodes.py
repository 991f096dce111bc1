"""What is around an offset, told for many at once, is what a walk from each outwards meets."""

from __future__ import annotations

import random

import numpy as np

from indexer.search.match.nodes import Nodes


def nodes(chance: random.Random) -> Nodes:
    """Some nodes, also such as cross each other, as the blocks before and after `} else {` do."""
    spans = [(start, start + chance.randint(0, 10)) for start in chance.choices(range(20), k=chance.randint(1, 12))]
    spans.sort(key=lambda span: (span[0], -span[1]))
    made = Nodes.__new__(Nodes)
    made.starts, made.ends = (np.array(column) for column in zip(*spans, strict=True))
    made.blocks = made.symbols = np.array([chance.choice((0, -1)) for _ in spans])
    return made


def test_offsets_in_some_nodes_are_told_as_by_walking_outwards() -> None:
    chance = random.Random(17)
    for _ in range(2000):
        made = nodes(chance)
        offsets = np.array(sorted(chance.choices(range(32), k=6)))
        chosen = np.flatnonzero([chance.random() < 0.4 for _ in range(len(made))])
        around = [set(each) for each in made.around_each(offsets)]
        assert made.are_in_one(chosen, offsets).tolist() == [not each.isdisjoint(chosen.tolist()) for each in around]
        assert set().union(*around) <= set(np.flatnonzero(made.are_around_any(offsets)).tolist())
