"""Which block comes first: the one in which the searched words are most concentrated, each weighted by how rare it is
in the workspace."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from indexer.search.match.hits import Found
from indexer.search.rank.secondary import SECONDARY, is_secondary
from indexer.search.rank.symbols import Score

SMALL = 40  # words in a block of a few lines
CLUSTERED, NAMED = 0.2, 0.5  # how much more a block is worth whose words are all in one part, or in names


def block_score(found: Found, idf: Sequence[float], words: Sequence[str | None], path: str, generated: bool) -> Score:
    """Structural concentration: the words in a block, against its size, and more if they sit close together in it.

    A block under a few lines is not the better for being smaller. Words that the file or a definition around is named
    by say what it is about; what is in tests or somebody else's code is worth half.
    """
    weight = sum(math.log1p(count) * rarity for count, rarity in zip(found.counts, idf, strict=False))
    salience = weight / math.sqrt(1 + max(found.tokens, SMALL))
    cluster = _cluster(found.child_counts)
    named = _named(found, words, path)
    value = salience * (1 + CLUSTERED * cluster) * (1 + NAMED * named)
    parts: dict[str, float | str] = {
        "weight": weight,
        "tokens": float(found.tokens),
        "cluster": cluster,
        "named": named,
    }
    if generated or is_secondary(path):
        value /= 2
        parts["aside"] = SECONDARY
    return Score(round(value, 6), parts)


def _named(found: Found, words: Sequence[str | None], path: str) -> float:
    """The share of the words that are in the names of the file, the block and the definitions around it."""
    names = [path, found.name or "", *(ancestor.name or "" for ancestor in found.ancestry)]
    return naming([word for word in words if word is not None], names)


def naming(words: Sequence[str], names: Iterable[str]) -> float:
    """The share of words, in lower case, that are in one of some names."""
    text = "\n".join(names).lower()
    return sum(word in text for word in words) / len(words) if words else 0.0


def _cluster(counts: Sequence[int]) -> float:
    """1 when all hits are in one child, 0 when they are spread evenly over all."""
    total = sum(counts)
    if len(counts) < 2 or not total:
        return 1.0 if total else 0.0
    entropy = -sum(count / total * math.log(count / total) for count in counts if count)
    return 1 - entropy / math.log(len(counts))
