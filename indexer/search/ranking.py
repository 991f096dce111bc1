"""Which hit comes first. Same hits, same order, always: ties are broken by path and position.

Symbols: how well the name fits; among equals what is in tests, vendored or written by a program comes last, then kinds
that people look for most come first, then the shorter name, then what lies near the document the request came from.
Blocks: how concentrated the searched words are in them, weighted by how rare each is in the workspace.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass

from indexer.search.match import Found

_CLASS_LIKE = frozenset(
    ("class", "struct", "interface", "trait", "enum", "type", "impl", "object", "table", "resource")
)
_FUNCTION_LIKE = frozenset(("function", "method", "constructor", "macro", "module", "namespace", "package", "test"))
_ASIDE = re.compile(
    r"(^|/)(tests?|testing|spec|specs|__tests__|testdata|fixtures|examples?|vendor|vendored|third_party|node_modules"
    r"|external|contrib|dist|build)(/|$)|(^|/)test_[^/]*$|_test\.\w+$|\.(test|spec)\.\w+$"
)

Key = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class Score:
    """A hit's worth, and the parts it came from, for `--explain`."""

    value: float
    parts: dict[str, float]


def aside(path: str) -> bool:
    """Whether a path is in tests, examples or somebody else's code."""
    return _ASIDE.search(path) is not None


def kind_class(kind: str | None) -> int:
    return 0 if kind in _CLASS_LIKE else 1 if kind in _FUNCTION_LIKE else 2


def distance(path: str, near: str | None) -> int:
    """How many folders lie between two files; 0 where nobody is near."""
    if near is None:
        return 0
    one, other = path.split("/")[:-1], near.split("/")[:-1]
    common = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        common += 1
    return len(one) + len(other) - 2 * common


def symbol_key(found: Found, path: str, near: str | None, generated: bool) -> Key:
    rank = found.name_rank or 0
    return (rank, generated or aside(path), kind_class(found.kind), len(found.name or ""), distance(path, near))


def symbol_score(found: Found, path: str, near: str | None, generated: bool) -> Score:
    parts = {
        "name": 100.0 - 12.0 * (found.name_rank or 0),
        "kind": -2.0 * kind_class(found.kind),
        "length": -0.02 * min(len(found.name or ""), 50),
        "aside": -6.0 if generated or aside(path) else 0.0,
        "distance": -0.01 * min(distance(path, near), 20),
    }
    return Score(round(sum(parts.values()), 4), parts)


def block_score(found: Found, idf: Sequence[float]) -> Score:
    """Structural concentration: the words in a block, against its size, and more if they sit close together in it."""
    weight = sum(math.log1p(count) * rarity for count, rarity in zip(found.counts, idf, strict=False))
    salience = weight / math.sqrt(1 + found.tokens)
    cluster = _cluster(found.child_counts)
    value = salience * (1 + 0.2 * cluster)
    return Score(round(value, 6), {"weight": weight, "tokens": float(found.tokens), "cluster": cluster})


def _cluster(counts: Sequence[int]) -> float:
    """1 when all hits are in one child, 0 when they are spread evenly over all."""
    total = sum(counts)
    if len(counts) < 2 or not total:
        return 1.0 if total else 0.0
    entropy = -sum(count / total * math.log(count / total) for count in counts if count)
    return 1 - entropy / math.log(len(counts))
