"""How far a file's imports reach: what it leads to, or what leads to it, step by step."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from indexer.graph.files import Edge, FileGraph
from indexer.graph.imports.resolver import Certainty


class Step(NamedTuple):
    """An import on the way, and how many steps it is from the file that was asked about."""

    source: str
    target: str
    row: int
    text: str
    evidence: Certainty
    depth: int


class Reach(NamedTuple):
    """What a file leads to, or what leads to it."""

    root: Path
    file: str
    steps: list[Step]  # the nearest first
    external: list[str]  # imports of the file itself that lead to no file of the root
    unread: dict[str, str]  # the files whose imports could not be read, each with the reason
    followed: bool  # whether imports of the file's language are followed at all


def reach(graph: FileGraph, file: str, reverse: bool = False, depth: int = 1) -> Reach:
    """The imports from a file, or to it, of which each file is entered once, by the fewest steps."""
    steps: list[Step] = []
    seen = {file}
    level = [file]
    for count in range(1, depth + 1):
        following: list[str] = []
        for path in level:
            edges = graph.back.get(path, []) if reverse else graph.edges(path)
            for edge in edges:
                steps.append(_step(graph, edge, count))
                other = edge.source if reverse else edge.target
                if other not in seen:
                    seen.add(other)
                    following.append(other)
        level = following
        if not level:
            break
    followed = graph.following.resolver(graph.language(file)) is not None
    return Reach(graph.root, file, steps, graph.external(file), dict(graph.unread), followed)


def _step(graph: FileGraph, edge: Edge, depth: int) -> Step:
    return Step(edge.source, edge.target, graph.row(edge), edge.text, edge.evidence, depth)
