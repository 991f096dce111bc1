"""What the graph of files says of a whole folder: cycles, what is imported most, what is not used, islands."""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path
from typing import NamedTuple

from indexer.graph.components import cycles, islands, shortest_cycle
from indexer.graph.files import FileGraph
from indexer.graph.layers import Layer, Upward, upward
from indexer.graph.unused import Finder, Unused

QUESTIONS = ("cycles", "hotspots", "unused", "islands")


class Cycle(NamedTuple):
    files: list[str]
    way: list[str]  # a shortest way round, through some of them


class Hotspot(NamedTuple):
    file: str
    importers: int


class Analysis(NamedTuple):
    """The answers to what was asked; None for the rest."""

    root: Path
    files: int  # whose imports are followed
    edges: int
    cycles: list[Cycle] | None
    hotspots: list[Hotspot] | None
    unused: list[Unused] | None
    left_out: dict[str, int]  # what may be used without being named, by the reason
    islands: list[list[str]] | None
    upward: list[tuple[Upward, int]] | None  # imports against the layers, each with its row
    unread: dict[str, str]


def analysis(
    graph: FileGraph,
    asked: Collection[str],
    layers: list[Layer] | None = None,
    cancelled: Callable[[], bool] = lambda: False,
) -> Analysis:
    inside = [path for path in graph.asked() if graph.following.resolver(graph.language(path)) is not None]
    chosen = set(inside)
    out = {path: [edge.target for edge in graph.edges(path) if edge.target in chosen] for path in inside}
    unused: list[Unused] | None = None
    finder = Finder(graph, cancelled)
    if "unused" in asked:
        unused = [*finder.files(), *finder.definitions()]
    return Analysis(
        graph.root,
        len(inside),
        sum(map(len, out.values())),
        [Cycle(group, shortest_cycle(out, group)) for group in cycles(out)] if "cycles" in asked else None,
        _hotspots(graph, chosen) if "hotspots" in asked else None,
        unused,
        dict(finder.left_out.most_common()),
        _islands(graph, out) if "islands" in asked else None,
        None if layers is None else [(each, graph.row(each.edge)) for each in upward(graph, layers)],
        dict(graph.unread),
    )


def _hotspots(graph: FileGraph, chosen: Collection[str]) -> list[Hotspot]:
    found = [
        Hotspot(path, len({edge.source for edge in edges})) for path, edges in graph.back.items() if path in chosen
    ]
    return sorted(found, key=lambda each: (-each.importers, each.file))


def _islands(graph: FileGraph, out: dict[str, list[str]]) -> list[list[str]]:
    """Groups of files that import each other and nothing else, beside the largest. Files alone are no island."""
    together: list[list[str]] = [[path, *targets] for path, targets in out.items() if targets]
    for path in out:
        resolver = graph.following.resolver(graph.language(path))
        if resolver is not None and resolver.shares_folders:
            together.append([path, next(each for each in graph.following.tree.folders[path.rpartition("/")[0]])])
    return [group for group in islands(together)[1:] if len(group) > 1]
