"""Layers: an order of folders that a file states, and the imports that go against it.

    [[layer]]
    name = "cli"
    files = ["app/cli/**"]

The first layer is the uppermost: a file may import from its own layer and from those below.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable
from typing import NamedTuple

from indexer.graph.files import Edge, FileGraph
from indexer.graph.imports.tree import MOST_BYTES
from indexer.model import Span
from indexer.query.paths import path_matcher, problem_with_glob
from indexer.query.tree import File


class Layer(NamedTuple):
    name: str
    fits: Callable[[str], bool]


class WrongLayers(Exception):
    """A file that does not state layers, and what is wrong with it."""


class Upward(NamedTuple):
    """An import from a layer into one above it."""

    edge: Edge
    source: str  # the layer
    target: str


def read_layers(data: bytes) -> list[Layer]:
    if len(data) > MOST_BYTES:
        raise WrongLayers("the file is too long")
    try:
        said = tomllib.loads(data.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise WrongLayers(str(error)) from error
    stated = said.get("layer")
    if not isinstance(stated, list) or not stated:
        raise WrongLayers("no [[layer]] in it; each has a `name` and `files`, the uppermost first")
    found = []
    for each in stated:
        name, files = (each.get("name"), each.get("files")) if isinstance(each, dict) else (None, None)
        patterns = [files] if isinstance(files, str) else files
        if not isinstance(name, str) or not isinstance(patterns, list) or not patterns:
            raise WrongLayers("each [[layer]] needs a `name` and `files`, a list of patterns")
        if not all(isinstance(pattern, str) for pattern in patterns):
            raise WrongLayers(f'layer {name}: `files` must be patterns such as "app/**"')
        found.append(Layer(name, _any_of(patterns)))
    return found


def _any_of(patterns: Iterable[str]) -> Callable[[str], bool]:
    matchers = []
    for pattern in patterns:
        problem = problem_with_glob(pattern)
        if problem is not None:
            raise WrongLayers(f"{pattern}: {problem}")
        matchers.append(path_matcher(File(pattern, glob=True, ignore_case=False, span=Span(0, 0))))
    return lambda path: any(fits(path) for fits in matchers)


def upward(graph: FileGraph, layers: list[Layer]) -> list[Upward]:
    """The imports that go from a layer into one above it, by path. A file is in the first layer that fits."""
    known: dict[str, int | None] = {}
    below = graph.corpus.below[: graph.corpus.below.rfind("/") + 1]

    def layer_of(path: str) -> int | None:
        if path not in known:
            known[path] = next((at for at, layer in enumerate(layers) if layer.fits(path.removeprefix(below))), None)
        return known[path]

    found = []
    for path in graph.asked():
        source = layer_of(path)
        for edge in graph.edges(path) if source is not None else ():
            target = layer_of(edge.target)
            if source is not None and target is not None and target < source:
                found.append(Upward(edge, layers[source].name, layers[target].name))
    return found
