"""Which hit comes first. Same hits, same order, always: ties are broken by path and position.

Symbols: how well the name fits, then how near what is asked to be around it is; among equals what is in tests, in
documentation, vendored or written by a program comes last, then kinds that people look for most come first, then the
shorter name, what is in a file of its name, what lies near the document the request came from, and what lies less deep.
Blocks: how concentrated the searched words are in them, weighted by how rare each is in the workspace.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from indexer.search.match import Found
from indexer.search.names import EXACT, EXACT_BUT_CASE, MEMBER
from indexer.search.qualified import Fit
from indexer.text.subwords import subwords

# People look for what has a name of its own before what belongs to something.
_KINDS: Mapping[str, int] = {
    **dict.fromkeys(
        ("class", "struct", "interface", "trait", "enum", "type", "impl", "object", "table", "resource"), 0
    ),
    **dict.fromkeys(("function", "macro", "module", "namespace", "package", "test"), 1),
    **dict.fromkeys(("method", "constructor"), 2),
    **dict.fromkeys(("constant", "variable"), 3),
}
_REST = 4
_ASIDE_FOLDERS = frozenset(
    (
        *("test", "tests", "testing", "spec", "specs", "__tests__", "testdata", "fixtures", "mock", "mocks"),
        *("example", "examples", "samples", "demo", "demos", "doc", "docs", "benchmark", "benchmarks"),
        *("vendor", "_vendor", "vendored", "thirdparty", "third-party", "third_party", "node_modules"),
        *("bower_components", "deps", "external", "extern", "dist", "build"),
    )
)
_ASIDE_FILE = re.compile(r"^test_|_test\.\w+$|\.(?:test|spec)\.\w+$|\.(?:md|markdown|rst)$|(?<!CMakeLists)\.txt$")
_ASIDE_IS = "tests, docs, vendored or generated"
_QUALIFIER = re.compile(r".*(::|[.\\])(?=.)")
_WHOLE_FOLDER = frozenset(("__init__", "index", "init", "lib", "mod"))
_AROUND = ("inside", "in the file", "in the folder", "inside, by words", "in the file, by words", "far")
SMALL = 40  # words in a block of a few lines
_RANKS = ("exact", "exact but for case", "member", "prefix", "initials", "words", "part", "beginnings of words")

Key = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Score:
    """A hit's worth, and the parts it came from, for `--explain`."""

    value: float
    parts: dict[str, float | str]


@lru_cache(maxsize=16384)
def aside(path: str) -> bool:
    """Whether a path is in tests, examples, documentation, somebody else's code or what was built."""
    folder, _, file = path.rpartition("/")
    return _is_aside(folder) or file in _ASIDE_FOLDERS or _ASIDE_FILE.search(file) is not None


@lru_cache(maxsize=4096)
def _is_aside(folder: str) -> bool:
    return not _ASIDE_FOLDERS.isdisjoint(folder.split("/"))


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


def kind_worth(kind: str | None) -> int:
    """The place of a kind among those that people look for."""
    return _KINDS.get(kind or "", _REST)


def symbol_key(fit: Fit, name: str, kind: str | None, path: str, generated: bool, near: str | None) -> Key:
    """What symbols are ordered by. With nothing known of `far`, it is the best that there can be.

    A word without capitals finds both cases, so the exact case is worth no more than one step of the kind: `queryset`
    is the class QuerySet before a field of that name, and `map` the function before a class Map.
    """
    foreign = not in_file_of_its_name(name, path)
    return (*_first_parts(fit, name, kind, path, generated), foreign, distance(path, near), path.count("/"))


def least_key(fit: Fit, name: str, kind: str | None, path: str, generated: bool) -> Key:
    """A key that is no greater than a symbol's, for less work."""
    return (*_first_parts(fit, name, kind, path, generated), False, 0, 0)


def _first_parts(fit: Fit, name: str, kind: str | None, path: str, generated: bool) -> Key:
    """`Definitions` in `definitions.py` has the same order."""
    by_case = fit.rank <= EXACT_BUT_CASE
    return (
        max(fit.rank, EXACT_BUT_CASE),
        fit.far,
        generated or aside(path),
        kind_worth(kind) + (by_case and fit.rank != EXACT),
        fit.rank,
        len(name),
    )


def in_file_of_its_name(name: str, path: str) -> bool:
    """`Mutex` in `mutex.rs`, `ArgumentParser` in `argument_parser.py`, `Layer` in `layer/index.js`."""
    return _words_of_file(path) == _words_of_name(name)


@lru_cache(maxsize=1024)
def _words_of_name(name: str) -> list[str]:
    return subwords(_QUALIFIER.sub("", name.partition("<")[0]))


@lru_cache(maxsize=16384)
def _words_of_file(path: str) -> list[str]:
    folder, _, file = path.rpartition("/")
    stem = file.partition(".")[0]
    return subwords(folder.rpartition("/")[2] if stem in _WHOLE_FOLDER else stem)


def symbol_score(key: Key, kind: str | None) -> Score:
    """The order as a number, and why."""
    _, far, aside, kinds, rank, length, foreign, away, depth = (int(part) for part in key[:9])
    value = 100 - 10 * max(rank, 1) - 0.45 * far - 0.25 * aside - 0.03 * kinds - 0.0005 * min(length, 50)
    parts: dict[str, float | str] = {"name": _RANKS[rank]}
    if rank == MEMBER or far:
        parts["around"] = _AROUND[min(far, len(_AROUND) - 1)]
    if aside:
        parts["aside"] = _ASIDE_IS
    parts["kind"] = kind or "none"
    if not foreign:
        parts["file"] = "of its name"
    if away:
        parts["distance"] = float(away)
    return Score(round(value - 0.0002 * foreign - 0.000001 * min(away * 10 + depth, 100), 6), parts)


def block_score(found: Found, idf: Sequence[float], words: Sequence[str | None], path: str, generated: bool) -> Score:
    """Structural concentration: the words in a block, against its size, and more if they sit close together in it.

    A block under a few lines is not the better for being smaller. Words that the file or a definition around is named
    by say what it is about; what is in tests or somebody else's code is worth half.
    """
    weight = sum(math.log1p(count) * rarity for count, rarity in zip(found.counts, idf, strict=False))
    salience = weight / math.sqrt(1 + max(found.tokens, SMALL))
    cluster = _cluster(found.child_counts)
    named = _named(found, words, path)
    value = salience * (1 + 0.2 * cluster) * (1 + 0.5 * named)
    parts: dict[str, float | str] = {
        "weight": weight,
        "tokens": float(found.tokens),
        "cluster": cluster,
        "named": named,
    }
    if generated or aside(path):
        value /= 2
        parts["aside"] = _ASIDE_IS
    return Score(round(value, 6), parts)


def _named(found: Found, words: Sequence[str | None], path: str) -> float:
    """The share of the words that are in the names of the file, the block and the definitions around it."""
    texts = [word for word in words if word is not None]
    names = [path, found.name or "", *(ancestor.name or "" for ancestor in found.ancestry)]
    text = "\n".join(names).lower()
    return sum(word in text for word in texts) / len(texts) if texts else 0.0


def _cluster(counts: Sequence[int]) -> float:
    """1 when all hits are in one child, 0 when they are spread evenly over all."""
    total = sum(counts)
    if len(counts) < 2 or not total:
        return 1.0 if total else 0.0
    entropy = -sum(count / total * math.log(count / total) for count in counts if count)
    return 1 - entropy / math.log(len(counts))
